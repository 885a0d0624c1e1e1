"""Small stages of each shape, and rows that harm the process that looks at them.

They stand in a module of their own because worker processes import them by name.
"""

from __future__ import annotations

import errno
import os
import resource
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, part_name
from pagemill.engine import watch
from pagemill.engine.execute import Shards, Site
from pagemill.engine.local import Runner, SerialRunner
from pagemill.engine.shape import ByKey, EachShard, Used, WholeTable
from pagemill.errors import DocumentError
from pagemill.model.run import RunRecord
from pagemill.tables import Instants, Int64s, Rejects, Texts, UInt64s

AT = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What the stages here read."""

    name: ClassVar[str] = "notes"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    text: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """What they make of it."""

    name: ClassVar[str] = "lengths"
    url_hash: UInt64s
    url: Texts
    fetched_at: Instants
    block_digest: Texts
    length: Int64s


@dataclass(frozen=True, slots=True, kw_only=True)
class Urls:
    """A second table of a stage that writes two."""

    name: ClassVar[str] = "urls"
    url: Texts


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """``trap``: while this file exists, rows with the text ``trap`` raise."""

    trap: str = ""
    factor: int = 1


def notes(texts: Sequence[str], hashes: Sequence[int] | None = None) -> Notes:
    """Return rows in the order of their hashes, evenly spread unless told otherwise."""
    step = (1 << 64) // max(len(texts), 1)
    found = list(hashes) if hashes is not None else [step * n + 1 for n in range(len(texts))]
    return Notes(
        url_hash=np.array(found, np.uint64),
        url=[f"http://a.example/{number:016x}/{place}" for place, number in enumerate(found)],
        fetched_at=np.full(len(found), np.datetime64("2026-03-01T00:00:00.000001", "us")),
        block_digest=[f"{place:032x}" for place in range(len(found))],
        text=list(texts),
    )


def _hang() -> None:
    while True:
        signal.pause()


def _abort() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.abort()


def harm(text: str, params: Params) -> None:
    """Do to this process what the text says."""
    if text == "abort":
        _abort()
    if text == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "kill once" and Path(params.trap).exists():
        Path(params.trap).unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    if text == "hang":
        _hang()
    if text == "memory":
        bytearray(4 << 30)
    if text == "bug":
        raise KeyError("a slip of ours")
    if text == "disk":
        raise OSError(errno.ENOSPC, "No space left on device")
    if text == "trap" and Path(params.trap).exists():
        raise OSError(errno.EIO, "trapped")


def measured(given: Notes, params: Params) -> tuple[Lengths, Rejects]:
    """Measure each text; ``reject`` is rejected."""
    good: list[int] = []
    bad: list[tuple[int, DocumentError]] = []
    for row, text in enumerate(given.text):
        watch.at(int(given.url_hash[row]))
        harm(text, params)
        if text == "reject":
            bad.append((row, DocumentError("not liked", "at all")))
        else:
            good.append(row)
    return _lengths(given, good, params), _rejects(given, bad)


def _lengths(given: Notes, rows: list[int], params: Params) -> Lengths:
    return Lengths(
        url_hash=given.url_hash[rows],
        url=[given.url[row] for row in rows],
        fetched_at=given.fetched_at[rows],
        block_digest=[given.block_digest[row] for row in rows],
        length=np.array([len(given.text[row]) * params.factor for row in rows], np.int64),
    )


def _rejects(given: Notes, found: list[tuple[int, DocumentError]]) -> Rejects:
    rows = [row for row, _ in found]
    return Rejects(
        url_hash=given.url_hash[rows],
        url=[given.url[row] for row in rows],
        fetched_at=given.fetched_at[rows],
        block_digest=[given.block_digest[row] for row in rows],
        reason=[error.reason for _, error in found],
        detail=[error.detail for _, error in found],
        unseen=np.zeros(len(rows), np.bool_),
    )


def losing(given: Notes, params: Params) -> tuple[Lengths, Rejects]:
    """Lose the last row of each batch."""
    made, rejects = measured(given, params)
    rows = list(range(len(made.url) - 1))
    return parquet.rows(made).take(rows).columns(), rejects


def sifted(given: Notes) -> list[str]:
    """Reject ``old`` unseen."""
    return ["superseded" if text == "old" else "" for text in given.text]


def measuring(params: Params | None = None, run: Any = measured) -> EachShard[Any, Any, Any]:
    """Return a stage that looks at each row."""
    return EachShard(
        name="measuring",
        version=1,
        reads=Notes,
        sifts=Notes,
        writes=Lengths,
        sift=sifted,
        run=run,
        params=params or Params(),
        key=("url", "block_digest"),
    )


def unchanged(given: Notes, params: Params) -> Notes:
    """Spread rows as they are."""
    del params
    return given


def sorted_notes(given: Notes, params: Params) -> tuple[Notes, Used]:
    """Bring the rows of a key range into order."""
    for text in given.text:
        harm(text, params)
    identities = list(zip(given.url_hash.tolist(), given.url, strict=True))
    order = sorted(range(len(identities)), key=identities.__getitem__)
    taken: Notes = parquet.rows(given).take(order).columns()
    return taken, Used(rows=len(order), rejects={})


def every_third(rows: Notes, parts: int) -> list[int]:
    """Cut row groups of three."""
    del parts
    return list(range(0, len(rows.url), 3))


def sorting(per_part: int = 4, params: Params | None = None) -> ByKey[Any, Any, Any, Any]:
    """Return a stage that sorts by hash."""
    return ByKey(
        name="sorting",
        version=1,
        reads=Notes,
        writes=Notes,
        spread=unchanged,
        meets=Notes,
        by="url_hash",
        run=sorted_notes,
        params=params or Params(),
        per_part=per_part,
        split="url_hash",
        cuts=every_third,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The first table of a stage that writes two."""

    name: ClassVar[str] = "sums"
    length: Int64s


def summed_up(lengths: Lengths, params: Params) -> tuple[tuple[Sums, Urls], Used]:
    """Copy what there is into two tables."""
    del params
    made = (Sums(length=lengths.length), Urls(url=lengths.url))
    return made, Used(rows=len(lengths.url), rejects={})


def summing() -> WholeTable[Any]:
    """Return a stage that sees everything and writes two tables."""
    return WholeTable(
        name="summing",
        version=1,
        reads=(Lengths,),
        writes=(Sums, Urls),
        run=summed_up,
        params=Params(),
    )


def load(path: Path) -> Notes:
    """Read one shard."""
    return parquet.read(Notes, [path])


def shards(folder: Path, parts: Sequence[Notes], name: str = "1") -> Shards:
    """Write rows as the shards of a stage that reads no table."""
    paths = [folder / f"shard-{number}.parquet" for number in range(len(parts))]
    for path, part in zip(paths, parts, strict=True):
        parquet.write_part(part, path)
    return Shards("sources", name, tuple(paths), load)


def publish(layout: Layout, parts: Sequence[Notes], run: str = "notes-1") -> None:
    """Make rows the live table of notes, a part each."""
    for number, part in enumerate(parts):
        parquet.write_part(part, layout.table("notes", run) / part_name(number, len(parts)))
    live = manifest.current(layout)
    manifest.publish(layout, live | {"notes": run})


def site(root: Path, runner: Runner | None = None, events: list[Any] | None = None) -> Site:
    """Return a collection folder with nothing in it, and a runner in this process."""
    layout = Layout(root)
    root.mkdir(exist_ok=True)
    layout.config.touch()
    told = [] if events is None else events
    return Site(layout, runner or SerialRunner(), told.append, lambda: AT)


def record(run: str, params: dict[str, Any]) -> RunRecord:
    """Return the record of a run that did nothing."""
    return RunRecord(
        run=run,
        stage="any",
        version=1,
        params=params,
        inputs={},
        rows_in=0,
        rows_out=0,
        rejects={},
        written={},
        started_at=AT.isoformat(),
        took_s=0.0,
    )
