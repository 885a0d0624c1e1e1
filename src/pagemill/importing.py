"""Import: sources -> archive, with a record, to be resumed after a kill."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pagemill.archive import store
from pagemill.archive.intake import Intake, Known, take_in
from pagemill.archive.params import ArchiveParams
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.ranges import is_remote
from pagemill.archive.sources.source import Item, Source, SourceOptions, UnreadableError
from pagemill.collection import forgotten, manifest
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout
from pagemill.errors import PagemillError, SurroundingsError, UsageError
from pagemill.html.url import has_user, host
from pagemill.model.capture import Damage
from pagemill.model.progress import Event, Progress
from pagemill.model.report import ImportReport
from pagemill.model.run import RunRecord

NAME = "import"
VERSION = 1
_EVERY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """What is to be imported.

    Attributes:
        sources: files and folders, and addresses of remote indexes.
        mirror: folders are laid out ``host/path``.
        params: limits.
        match: which captures of an index are wanted, or ``""`` for all.
        base: where the files that an index names lie, or ``""`` for the usual places.
    """

    sources: tuple[Path | str, ...]
    mirror: bool
    params: ArchiveParams
    match: str = ""
    base: str = ""

    def plain(self) -> dict[str, Any]:
        """Everything that decides what is read; the same files give the same value."""
        chosen = {"match": self.match, "base": self.base}
        return {
            "sources": [_stamp(path) for path in self.sources],
            "mirror": self.mirror,
            "max_record_bytes": self.params.max_record_bytes,
            **{name: value for name, value in chosen.items() if value},
        }


def _stamp(path: Path | str) -> list[str | int]:
    """Name, size and time of change of a source."""
    if isinstance(path, str):
        return [path, 0, 0]
    try:
        found = path.stat()
    except OSError:
        return [str(path), 0, 0]
    return [str(path), found.st_size if path.is_file() else 0, found.st_mtime_ns]


@dataclass(slots=True)
class _Unusable:
    """A source that cannot be read: its only item says why."""

    path: Path | str
    why: str
    kind: str = "unusable"

    def read(self, start: int = 0) -> Iterator[Item]:
        """The reason, once."""
        if not start:
            yield Item(1, Damage(file=str(self.path), offset=-1, kind=self.why))


def import_sources(
    layout: Layout,
    order: ImportOrder,
    *,
    progress: Progress,
    now: Callable[[], datetime],
) -> ImportReport:
    """Take the captures of all sources into the archive.

    An import that was killed goes on where it was when it is ordered again.

    Raises:
        UsageError: no source can be read at all, and not for damage alone.
        SurroundingsError: the disk failed; the same order goes on.
    """
    _refuse_secrets(order)
    started_at = now()
    sources = _opened(order)
    store.recover(layout.archive)
    state = _state(layout, order)
    known = Known(layout.archive)
    refuses = Refusals(forgotten.orders(layout.forgotten))
    progress(Event(stage=NAME, done=state.rows, total=None))
    limit = order.params.max_record_bytes
    with store.Appender(
        layout.archive, payload_limit=limit, compression=order.params.compression
    ) as appender:
        for place in take_in(appender, sources, state, known, refuses):
            if place.rows % _EVERY == 0:
                progress(Event(stage=NAME, done=place.rows, total=None))
    progress(Event(stage=NAME, done=state.rows, total=state.rows))
    record = _record(state, order, started_at, now())
    manifest.write_record(layout, record)
    return ImportReport(
        captures=state.rows,
        stored=state.stored,
        beside=state.beside,
        rejects=record.rejects,
        damage=state.damage,
        faults=state.faults,
    )


def _refuse_secrets(order: ImportOrder) -> None:
    """Addresses go into records and messages, so none may hold a password."""
    for place in map(str, (*order.sources, order.base)):
        if is_remote(place) and has_user(place):
            raise UsageError(
                f"{place.partition('://')[0]}://{host(place)}: an address must not hold a user "
                "name or password, since it is recorded; leave them out (an object store takes "
                "them from the environment), or download the files and import these"
            )


def _record(state: Intake, order: ImportOrder, begun: datetime, ended: datetime) -> RunRecord:
    beside = {"beside": state.beside} if state.beside else {}
    return RunRecord(
        run=state.job,
        stage=NAME,
        version=VERSION,
        params=order.plain() | {"compression": order.params.compression},
        inputs={},
        rows_in=state.rows,
        rows_out=state.stored + state.beside,
        rejects=dict(sorted(state.rejects.items())),
        written={"archive": state.stored, **beside},
        started_at=begun.isoformat(),
        took_s=round((ended - begun).total_seconds(), 3),
    )


def _opened(order: ImportOrder) -> list[Source]:
    """All sources; one that cannot be read tells why when it is its turn."""
    options = SourceOptions(
        mirror=order.mirror,
        record_limit=order.params.max_record_bytes,
        match=order.match,
        base=order.base,
    )
    found: list[Source] = []
    errors: list[PagemillError] = []
    for path in order.sources:
        try:
            found.append(open_source(path, options))
        except (UsageError, SurroundingsError) as error:
            errors.append(error)
            found.append(_Unusable(path, str(error).removeprefix(f"{path}: ")))
    slips = [error for error in errors if not isinstance(error, UnreadableError)]
    if slips and len(errors) == len(found):
        raise slips[0]
    return found


def _state(layout: Layout, order: ImportOrder) -> Intake:
    """Where to begin: where this very import was stopped, or at its first source."""
    what = json.dumps(order.plain(), sort_keys=True)
    asked = hashlib.blake2b(what.encode(), digest_size=8).hexdigest()
    note = store.last_note(layout.archive)
    if note and note["asked"] == asked:
        state = Intake.from_note(note)
        if manifest.read_record(layout, state.job) is None:
            return state
    text = f"{asked} {store.next_number(layout.archive)}"
    job = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    return Intake(job=f"{NAME}-{job}", asked=asked)
