"""Copies of one text compared exactly by how each differs from one of them, the pivot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pagemill.dedup.anchor.crowd import Compare
from pagemill.dedup.columns import Bools, Int64s, offsets
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.verify import intersections

_CELLS_AT_ONCE = 1 << 22
_ROWS = 1 << 10
_FEWEST = 16
_PART = 8
_ALONE = -1

Value = TypeVar("Value", bound=np.generic)


@dataclass(slots=True)
class PivotComparison:
    """Compares texts exactly; those that meet again and again by what they do not share.

    Of a pivot P and a text X let X- be the shingles that P alone has and X+ those that X alone
    has. As X+ has no shingle of P and X- has no other,

        |X n Y| = |P| - |X-| - |Y-| + |X- n Y-| + |X+ n Y+|

    which is exact. X- is one bit for each shingle of P, and X+ of a near copy is several times
    smaller than X. Texts that are compared for the second time get a pivot: that of the text
    that they are compared with, or this text itself.

    Attributes:
        whole: compares by whole sets.
        sets: gives the sets of the texts with these numbers.
        counts: shingles of every text there is.
        reaches: tells from the sizes of intersections and unions which pairs are duplicates.

    Source:
        The identity follows from P n X = P without X-; telling a text by what differs from
        another is the delta coding of version control (Tichy 1985, RCS).
    """

    whole: Compare
    sets: Callable[[Int64s], ShingleSets]
    counts: Int64s
    reaches: Callable[[Int64s, Int64s], Bools]
    _pivot: Int64s = field(init=False)
    _row: Int64s = field(init=False)
    _is_met: Bools = field(init=False)
    _copies: dict[int, _Copies] = field(default_factory=dict[int, "_Copies"])

    def __post_init__(self) -> None:
        self._pivot = np.full(self.counts.size, _ALONE, np.int64)
        self._row = np.zeros(self.counts.size, np.int64)
        self._is_met = np.zeros(self.counts.size, np.bool_)

    def __call__(self, text: int, others: Int64s) -> tuple[Int64s, Int64s]:
        """Sizes of the intersections and unions of one text's shingles with those of others.

        Where the shingles of the pivot show that a pair is none, the intersection is told
        without, and the union with, those that the pivot lacks.
        """
        self._settle(text, others)
        self._is_met[others] = True
        pivot = int(self._pivot[text])
        is_near = (self._pivot[others] == pivot) & (pivot != _ALONE)
        shared = np.empty(others.size, np.int64)
        if pivot != _ALONE:
            shared[is_near] = self._near(pivot, text, others[is_near])
        if not is_near.all():
            shared[~is_near], _ = self.whole(text, others[~is_near])
        return shared, self.counts[text] + self.counts[others] - shared

    def _near(self, pivot: int, text: int, others: Int64s) -> Int64s:
        """Sizes of the intersections of copies of one pivot."""
        copies, row, rows = self._copies[pivot], int(self._row[text]), self._row[others]
        shared = copies.of_pivot(row, rows)
        most = shared + copies.own_at_most(row, rows)
        can = self.reaches(most, self.counts[text] + self.counts[others] - most)
        shared[can] += copies.own(row, rows[can])
        return shared

    def _settle(self, text: int, others: Int64s) -> None:
        """Give a pivot to those that are compared again and have none, if they are many."""
        again = others[self._is_met[others] & (self._pivot[others] == _ALONE)]
        pivot = int(self._pivot[text])
        before = 0 if pivot == _ALONE else len(self._copies[pivot])
        if again.size < max(_FEWEST, before // _PART):
            return
        if pivot == _ALONE:
            again = np.concatenate((np.array([text]), again))
            self._copies[text] = _Copies(int(self.counts[text]))
            pivot = text
        at_once = max(1, _CELLS_AT_ONCE // int(self.counts[pivot]))
        for start in range(0, again.size, at_once):
            some = again[start : start + at_once]
            read = self.sets(np.concatenate((np.array([pivot]), some)))
            self._row[some] = self._copies[pivot].add(read)
            self._pivot[some] = pivot
        self._copies[pivot].whole()


class _Copies:
    """How texts differ from a pivot of so many shingles; they come some at a time."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._count = 0
        self._lacks = np.zeros((_ROWS, -(-size // 64)), np.uint64)
        self._lacking = np.zeros(_ROWS, np.int64)
        self._own = np.zeros(_ROWS, np.uint64)
        self._bounds = np.zeros(_ROWS, np.int64)
        self._repeated = ShingleSets(hashes=self._own[:0], offsets=self._bounds[:1])

    def add(self, sets: ShingleSets) -> Int64s:
        """Take all sets but the first, which is the pivot's; return the rows they get."""
        pivot, count = np.sort(sets[0]), len(sets) - 1
        hashes = sets.hashes[sets.offsets[1] :]
        row = np.repeat(np.arange(count), sets.counts[1:])
        place = np.minimum(np.searchsorted(pivot, hashes), pivot.size - 1)
        is_own = pivot[place] != hashes
        lacks = np.zeros((count, 64 * self._lacks.shape[1]), np.bool_)
        lacks[:, : pivot.size] = True
        lacks[row[~is_own], place[~is_own]] = False
        rows = self._count + np.arange(count)
        self._count += count
        self._lacks = _with_room(self._lacks, self._count)
        self._lacks[rows] = np.packbits(lacks, axis=1).view(np.uint64)
        self._lacking = _with_room(self._lacking, self._count)
        self._lacking[rows] = np.count_nonzero(lacks, axis=1)
        start, own = int(self._bounds[rows[0]]), hashes[is_own]
        self._bounds = _with_room(self._bounds, self._count + 1)
        self._bounds[rows + 1] = start + np.cumsum(np.bincount(row[is_own], minlength=count))
        self._own = _with_room(self._own, start + own.size)
        self._own[start : start + own.size] = own
        return rows

    def of_pivot(self, row: int, others: Int64s) -> Int64s:
        """How many of the pivot's shingles one set has in common with others."""
        neither = np.empty(others.size, np.int64)
        for start in range(0, others.size, _ROWS):
            part = others[start : start + _ROWS]
            bits = np.bitwise_count(self._lacks[part] & self._lacks[row])
            neither[start : start + _ROWS] = bits.sum(axis=1, dtype=np.int64)
        shared: Int64s = self._size - self._lacking[row] - self._lacking[others] + neither
        return shared

    def own_at_most(self, row: int, others: Int64s) -> Int64s:
        """How many that the pivot lacks it can have in common with them: all of the smaller."""
        sizes = self._repeated.counts
        most: Int64s = np.minimum(sizes[row], sizes[others])
        return most

    def own(self, row: int, others: Int64s) -> Int64s:
        """How many that the pivot lacks it has in common with them."""
        return intersections(self._repeated, np.full(others.size, row), others)

    def whole(self) -> None:
        """Look through all that were taken: what only one of them has, no two share."""
        bounds = self._bounds[: self._count + 1]
        hashes = self._own[: int(bounds[-1])]
        ranked = np.sort(hashes)
        again = np.isin(hashes, ranked[1:][ranked[1:] == ranked[:-1]])
        self._repeated = ShingleSets(
            hashes=hashes[again], offsets=offsets(again.astype(np.int64))[bounds]
        )

    def __len__(self) -> int:
        return self._count


def _with_room(values: NDArray[Value], size: int) -> NDArray[Value]:
    if size <= len(values):
        return values
    grown = np.zeros((max(size, 2 * len(values)), *values.shape[1:]), values.dtype)
    grown[: len(values)] = values
    return grown
