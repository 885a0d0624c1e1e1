"""The inverted index as sorted columns: texts that have a value in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s, offsets

_BUFFER = 1 << 24
"""Pairs that are gathered before equal ones are counted together."""

_LOW = np.uint64(0xFFFFFFFF)

Wanted = Callable[[Int64s, Int64s], Bools]
"""Tells which pairs, given as two columns of text numbers, are worth counting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Pairs of texts with something in common, ``left < right``, ascending.

    Attributes:
        left: number of the first text.
        right: number of the second.
        count: values that both have.
    """

    left: Int64s
    right: Int64s
    count: Int64s


def shared(values: UInt64s, texts: Int64s, wanted: Wanted | None = None) -> Shared:
    """Count for each pair of texts the values that both have.

    Args:
        values: one for each posting, in any order.
        texts: the text that has it; none has a value twice.
        wanted: which pairs to count; all by default.

    Cost:
        One sort of the postings, and the sum of df^2 / 2 over all values: quadratic for a
        value that every text has.

    Source:
        IIR section 19.6: sort the pairs (value, document), list for each value all pairs of
        its documents, count each pair.

    Example:
        >>> found = shared(np.array([7, 7, 9, 9, 9]), np.array([0, 1, 0, 1, 2]))
        >>> list(zip(found.left.tolist(), found.right.tolist(), found.count.tolist()))
        [(0, 1, 2), (0, 2, 1), (1, 2, 1)]
    """
    in_order = bool(np.all(texts[1:] >= texts[:-1]))
    order = np.argsort(values, kind="stable") if in_order else np.lexsort((texts, values))
    gathered = _Counted()
    for one, two in pairs_of_runs(values[order], texts[order]):
        if wanted is not None:
            chosen = wanted(one, two)
            gathered.add(one[chosen], two[chosen])
        else:
            gathered.add(one, two)
    return gathered.result()


def pairs_of_runs(keys: UInt64s, texts: Int64s) -> Iterator[tuple[Int64s, Int64s]]:
    """List every pair of texts in each run of equal keys, the smaller number first.

    Args:
        keys: sorted.
        texts: the text of each, ascending within a run.
    """
    if not keys.size:
        return
    edges = np.flatnonzero(keys[1:] != keys[:-1]) + 1
    bounds = np.concatenate(([0], edges, [keys.size]))
    last = np.repeat(bounds[1:], np.diff(bounds))
    rows = np.arange(keys.size)
    distance = 1
    while True:
        meets = rows + distance < last
        rows, last = rows[meets], last[meets]
        if not rows.size:
            return
        yield texts[rows], texts[rows + distance]
        distance += 1


def pair_keys(left: Int64s, right: Int64s) -> UInt64s:
    """Pairs as single numbers that stand in the same order."""
    return left.astype(np.uint64) << np.uint64(32) | right.astype(np.uint64)


def pairs_of_keys(keys: UInt64s) -> tuple[Int64s, Int64s]:
    """The pairs again."""
    return (keys >> np.uint64(32)).astype(np.int64), (keys & _LOW).astype(np.int64)


def postings(counts: Int64s) -> Int64s:
    """The text of each element, where each text has so many."""
    return np.repeat(np.arange(counts.size), counts)


class _Counted:
    """Counts pairs, and joins equal ones when many have come."""

    def __init__(self) -> None:
        self._fresh: list[UInt64s] = []
        self._size = 0
        self._pairs = np.zeros(0, np.uint64)
        self._counts = np.zeros(0, np.int64)

    def add(self, left: Int64s, right: Int64s) -> None:
        self._fresh.append(pair_keys(left, right))
        self._size += left.size
        if self._size > max(_BUFFER, self._pairs.size):
            self._merge()

    def result(self) -> Shared:
        self._merge()
        left, right = pairs_of_keys(self._pairs)
        return Shared(left=left, right=right, count=self._counts)

    def _merge(self) -> None:
        pairs = np.concatenate([*self._fresh, np.zeros(0, np.uint64)])
        pairs, counts = np.unique(pairs, return_counts=True)
        both = np.concatenate((self._pairs, pairs))
        weights = np.concatenate((self._counts, counts))
        order = np.argsort(both, kind="stable")
        both, sums = both[order], offsets(weights[order])
        starts = np.flatnonzero(np.append(True, both[1:] != both[:-1])[: both.size])
        self._pairs = both[starts]
        self._counts = np.diff(sums[np.append(starts, both.size)])
        self._fresh, self._size = [], 0
