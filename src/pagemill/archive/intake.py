"""Take captures in from sources: once each, with accounts, to be resumed after a kill.

How far an import has come is written into the index of each archive file, which becomes visible
together with its captures in one step. So the same import, begun again after a kill, goes on
behind the last capture that is safe, with the same accounts as if it had never been stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from pagemill.archive import store
from pagemill.archive.cdx import Row, identity_of, row_identity
from pagemill.archive.sources.source import Source
from pagemill.archive.warc import CAPTURE_KINDS, block_digest
from pagemill.errors import DocumentError
from pagemill.model.capture import Damage, Record, Reject
from pagemill.model.report import is_sorting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_DAMAGE = 1000
"""Damaged places that are listed one by one; more are only counted."""


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
    """Identities of the captures that an archive holds: 16 bytes each.

    Args:
        rows: index rows of the archive.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._stored = _Halved([_halves(row_identity(row)) for row in rows])
        self._fresh: set[str] = set()

    def add(self, identity: str) -> None:
        """Remember one more."""
        self._fresh.add(identity)

    def __contains__(self, identity: str) -> bool:
        return identity in self._fresh or _halves(identity) in self._stored


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
    """Store every capture of the sources that the archive does not hold yet.

    Args:
        appender: writes the archive; its files carry ``state`` as their note.
        sources: what to read, in order.
        state: where to begin; changed as the work goes on.
        known: captures that the archive holds.
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
    if found.kind not in CAPTURE_KINDS:
        return f"record type {found.kind}"
    if refuses(found.url):
        return "forgotten"
    digest = block_digest(found.block)
    identity = identity_of(found.url, found.fetched_at, found.kind, digest)
    if identity in known:
        return "already stored"
    try:
        appender.append(found, digest)
    except DocumentError as error:
        return error.reason
    known.add(identity)
    state.stored += 1
    return ""


def _passed_over(found: Reject | Damage, state: Intake) -> str:
    if isinstance(found, Reject):
        return found.reason
    if len(state.damage) < MOST_DAMAGE:
        state.damage.append(found)
    return "unusable source" if found.offset < 0 else f"damaged: {found.kind}"
