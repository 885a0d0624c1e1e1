"""Take captures in from sources: once each, with accounts, to be resumed after a kill.

How far an import has come is written into the index of each archive file, which becomes visible
together with its captures in one step. So the same import, begun again after a kill, goes on
behind the last capture that is safe, with the same accounts as if it had never been stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagemill.archive import store
from pagemill.archive.cdx import Row, identity_of, row_identity
from pagemill.archive.lookup import Lookup
from pagemill.archive.sources.source import Source
from pagemill.archive.warc import BESIDE, block_digest
from pagemill.errors import DocumentError
from pagemill.model.capture import Damage, Record, Reject
from pagemill.model.report import is_sorting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_DAMAGE = 1000
"""Damaged places that are listed one by one; more are only counted."""

_LOOKED_UP = 1000  # from about here on reading an index whole is quicker


@dataclass(slots=True)
class Intake:
    """How far an import has come: all that is needed to go on.

    Attributes:
        job: id of the import.
        asked: stands for what was to be imported.
        source: number of the source that is being read.
        cursor: where to go on in it.
        passed: items behind that cursor that have been dealt with already.
        rows: items read so far.
        stored: captures stored so far.
        beside: requests and metadata stored beside them so far.
        rejects: reason -> items that were not stored.
        damage: damaged places, at most :data:`MOST_DAMAGE`.
        faults: source -> reason -> items that should have been captures and were not stored.
    """

    job: str
    asked: str
    source: int = 0
    cursor: int = 0
    passed: int = 0
    rows: int = 0
    stored: int = 0
    beside: int = 0
    rejects: Counter[str] = field(default_factory=Counter[str])
    damage: list[Damage] = field(default_factory=list[Damage])
    faults: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])

    def refuse(self, source: str, found: Record | Reject | Damage, reason: str) -> None:
        """Count an item that was not stored."""
        self.rejects[reason] += 1
        if not isinstance(found, Damage) and not is_sorting(reason):
            reasons = self.faults.setdefault(source, {})
            reasons[reason] = reasons.get(reason, 0) + 1

    def note(self) -> dict[str, Any]:
        """The state as JSON."""
        return {**asdict(self), "rejects": dict(self.rejects)}

    @classmethod
    def from_note(cls, note: dict[str, Any]) -> Intake:
        """The state that :meth:`note` wrote."""
        damage = [Damage(**one) for one in note["damage"]]
        fields: dict[str, Any] = {**note, "rejects": Counter(note["rejects"]), "damage": damage}
        return cls(**fields)


class Known:
    """What an archive holds, as it is when the work begins, and what is added since.

    The first records are looked up one by one. Whoever asks for more than a few saves time by
    reading the indexes once: 16 bytes for each record.

    Args:
        folder: the archive folder.
    """

    def __init__(self, folder: Path) -> None:
        self._lookup = Lookup(folder)
        self._asked = 0
        self._stored: _Halved | None = None
        self._fresh: set[str] = set()

    def add(self, record: Record, digest: str) -> bool:
        """Remember one more record; False where it was known already.

        Args:
            record: with an address and an instant.
            digest: that of its block.

        Raises:
            CollectionError: an index cannot be read.
        """
        url, at = record.url, record.fetched_at
        identity = identity_of(url, at, record.kind, digest)
        if identity in self._fresh or self._holds(url, identity, record.kind in BESIDE):
            return False
        self._fresh.add(identity)
        return True

    def forget(self, record: Record, digest: str) -> None:
        """Take back what was added last: it was not stored after all."""
        identity = identity_of(record.url, record.fetched_at, record.kind, digest)
        self._fresh.discard(identity)

    def _holds(self, url: str, identity: str, beside: bool) -> bool:  # noqa: FBT001
        if self._stored is None and self._asked < _LOOKED_UP:
            self._asked += 1
            find = self._lookup.beside if beside else self._lookup.captures
            return any(row_identity(row) == identity for row in find(url))
        if self._stored is None:
            self._stored = _Halved([_halves(row_identity(row)) for row in self._rows()])
            self._lookup.close()
        return _halves(identity) in self._stored

    def _rows(self) -> Iterator[Row]:
        for index in self._lookup.indexes:
            yield from store.index_rows(index)
            yield from store.beside_rows(index)


class _Halved:
    """Many pairs of 64-bit numbers, sorted in two arrays."""

    def __init__(self, pairs: list[tuple[int, int]]) -> None:
        self._size = len(pairs)
        if not pairs:
            return  # a first import needs no arrays, so it need not load them
        import numpy as np  # noqa: PLC0415

        found = np.array(pairs, np.uint64)
        order = np.lexsort((found[:, 1], found[:, 0]))
        self._heads: NDArray[np.uint64] = found[order, 0]
        self._tails: NDArray[np.uint64] = found[order, 1]

    def __contains__(self, pair: tuple[int, int]) -> bool:
        if not self._size:
            return False
        import numpy as np  # noqa: PLC0415

        head, tail = pair
        place = int(np.searchsorted(self._heads, np.uint64(head)))
        while place < self._size and int(self._heads[place]) == head:
            if int(self._tails[place]) == tail:
                return True
            place += 1
        return False


def _halves(identity: str) -> tuple[int, int]:
    return int(identity[:16], 16), int(identity[16:], 16)


def take_in(
    appender: store.Appender,
    sources: Sequence[Source],
    state: Intake,
    known: Known,
    refuses: Callable[[str], bool],
) -> Iterator[Intake]:
    """Store every capture of the sources that the archive does not hold yet, and its request.

    Args:
        appender: writes the archive; its files carry ``state`` as their note.
        sources: what to read, in order.
        state: where to begin; changed as the work goes on.
        known: what the archive holds.
        refuses: tells for a URL whether it was forgotten and must not come back.

    Yields:
        ``state`` after every item.

    Raises:
        SurroundingsError: the disk is full or may not be written; run the import again.
    """
    while state.source < len(sources):
        items = islice(sources[state.source].read(state.cursor), state.passed, None)
        for item in items:
            state.rows += 1
            reason = _settled(item.found, state, known, refuses, appender)
            if reason:
                state.refuse(str(sources[state.source].path), item.found, reason)
            state.passed = state.passed + 1 if item.cursor == state.cursor else 0
            state.cursor = item.cursor
            if appender.is_full:
                appender.commit(state.note())
            yield state
        state.source, state.cursor, state.passed = state.source + 1, 0, 0
    appender.commit(state.note())
    yield state


def _settled(
    found: Record | Reject | Damage,
    state: Intake,
    known: Known,
    refuses: Callable[[str], bool],
    appender: store.Appender,
) -> str:
    """Store what can be stored; the reason why it was not, or ``""``."""
    if not isinstance(found, Record):
        return _passed_over(found, state)
    if refuses(found.url):
        return "forgotten"
    digest = block_digest(found.block)
    if not known.add(found, digest):
        return "already stored"
    try:
        appender.append(found, digest)
    except DocumentError as error:
        known.forget(found, digest)
        return error.reason
    if found.kind in BESIDE:
        state.beside += 1
    else:
        state.stored += 1
    return ""


def _passed_over(found: Reject | Damage, state: Intake) -> str:
    if isinstance(found, Reject):
        return found.reason
    if len(state.damage) < MOST_DAMAGE:
        state.damage.append(found)
    return "unusable source" if found.offset < 0 else f"damaged: {found.kind}"
