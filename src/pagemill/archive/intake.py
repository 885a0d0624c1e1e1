"""Take captures in from sources: once each, with accounts, to be resumed after a kill.

How far an import has come is written into the index of each archive file, which becomes visible
together with its captures in one step. So the same import, begun again after a kill, goes on
behind the last capture that is safe, with the same accounts as if it had never been stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from pagemill.archive import store
from pagemill.archive.cdx import Row
from pagemill.archive.sources import Source
from pagemill.archive.warc import CAPTURE_KINDS
from pagemill.errors import DocumentError
from pagemill.model.capture import Damage, Record, Reject

MOST_DAMAGE = 1000
"""Damaged places that are listed one by one; more are only counted."""


@dataclass(slots=True)
class Progress:
    """How far an import has come: all that is needed to go on.

    Attributes:
        job: id of the import.
        source: number of the source that is being read.
        cursor: where to go on in it.
        rows: items read so far.
        stored: captures stored so far.
        rejects: reason -> items that were not stored.
        damage: damaged places, at most :data:`MOST_DAMAGE`.
    """

    job: str
    source: int = 0
    cursor: int = 0
    rows: int = 0
    stored: int = 0
    rejects: Counter[str] = field(default_factory=Counter[str])
    damage: list[Damage] = field(default_factory=list[Damage])

    def note(self) -> dict[str, Any]:
        """The state as JSON."""
        return {**asdict(self), "rejects": dict(self.rejects)}

    @classmethod
    def from_note(cls, note: dict[str, Any]) -> Progress:
        """The state that :meth:`note` wrote."""
        damage = [Damage(**one) for one in note["damage"]]
        return cls(**{**note, "rejects": Counter(note["rejects"]), "damage": damage})


class Known:
    """Identities of the captures that an archive holds: 16 bytes each.

    Args:
        rows: index rows of the archive.
    """

    def __init__(self, rows: Iterator[Row]) -> None:
        found = np.fromiter((_halves(row) for row in rows), np.dtype("2u8"))
        order = np.lexsort((found[:, 1], found[:, 0]))
        self._heads, self._tails = found[order, 0], found[order, 1]
        self._fresh: set[tuple[int, int]] = set()

    def add(self, row: Row) -> None:
        """Remember one more."""
        self._fresh.add(_halves(row))

    def __contains__(self, row: Row) -> bool:
        head, tail = _halves(row)
        if (head, tail) in self._fresh:
            return True
        place = int(np.searchsorted(self._heads, np.uint64(head)))
        while place < self._heads.size and int(self._heads[place]) == head:
            if int(self._tails[place]) == tail:
                return True
            place += 1
        return False


def _halves(row: Row) -> tuple[int, int]:
    identity = row.identity
    return int(identity[:16], 16), int(identity[16:], 16)
