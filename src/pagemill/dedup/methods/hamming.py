"""Search for fingerprints that differ in few bits, by tables of permuted fingerprints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s
from pagemill.dedup.methods.inverted import pair_keys, pairs_of_keys, pairs_of_runs

BITS = 64

_CELLS_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True)
class Tables:
    """How fingerprints are cut into blocks so that near ones meet in some table.

    If two fingerprints of ``blocks`` blocks differ in ``distance`` bits, the other
    ``blocks - distance`` blocks are equal. There is one table for each choice of those
    blocks, in which equal ones stand together. More blocks: more tables, but fewer chance
    meetings in each.

    Attributes:
        distance: bits that may differ.
        blocks: more than ``distance``.
        bits: of a fingerprint.

    Source:
        Manku, Jain, Das Sarma 2007, section 3. Deviates: the chosen blocks are masked where
        they stand instead of being moved to the front, which groups the same fingerprints.

    Example:
        >>> [(Tables(3, blocks).count, Tables(3, blocks).matched) for blocks in (4, 6, 8)]
        [(4, 16), (20, 32), (56, 40)]
    """

    distance: int
    blocks: int
    bits: int = BITS

    @property
    def count(self) -> int:
        """Number of tables."""
        return comb(self.blocks, self.distance)

    @property
    def matched(self) -> int:
        """Bits that are equal for two fingerprints to meet in a table, rounded."""
        return round(self.bits * (self.blocks - self.distance) / self.blocks)

    def masks(self) -> Iterator[np.uint64]:
        """The bits that each table compares."""
        edges = [self.bits * block // self.blocks for block in range(self.blocks + 1)]
        fields = [(1 << stop) - (1 << start) for start, stop in pairwise(edges)]
        for chosen in combinations(fields, self.blocks - self.distance):
            yield np.uint64(sum(chosen))


def tables(count: int, distance: int, bits: int = BITS) -> Tables | None:
    """Choose the tables for so many fingerprints; None where comparing all is cheaper."""
    best, cheapest = None, count * count / 2 * 0.5
    for blocks in range(distance + 1, min(distance + 9, bits) + 1):
        choice = Tables(distance, blocks, bits)
        meetings = count * count / 2 / 2.0**choice.matched
        cost = choice.count * (40.0 * count + 20 * meetings)
        if cost < cheapest:
            best, cheapest = choice, cost
    return best


def pairs_within(
    prints: UInt64s, distance: int, bits: int = BITS
) -> tuple[Int64s, Int64s, Int64s]:
    """List all pairs of fingerprints that differ in at most ``distance`` bits.

    Returns:
        The smaller number of each pair, the larger, and the bits in which they differ;
        ascending. Nothing is missed.
    """
    plan = tables(prints.size, distance, bits)
    found = list(_compared(prints, distance) if plan is None else _met(prints, distance, plan))
    left, right = pairs_of_keys(np.unique(np.concatenate([np.zeros(0, np.uint64), *found])))
    return left, right, distances(prints, left, right)


def distances(prints: UInt64s, left: Int64s, right: Int64s) -> Int64s:
    """Count the bits in which each pair differs."""
    apart: Int64s = np.bitwise_count(prints[left] ^ prints[right]).astype(np.int64)
    return apart


def _met(prints: UInt64s, distance: int, plan: Tables) -> Iterator[UInt64s]:
    for mask in plan.masks():
        keys = prints & mask
        order = np.argsort(keys, kind="stable")
        for one, two in pairs_of_runs(keys[order], order):
            near = distances(prints, one, two) <= distance
            yield pair_keys(one[near], two[near])


def _compared(prints: UInt64s, distance: int) -> Iterator[UInt64s]:
    rows = max(1, _CELLS_AT_ONCE // max(1, prints.size))
    for start in range(0, prints.size, rows):
        differ = np.bitwise_count(prints[start : start + rows, None] ^ prints[None, start:])
        one, two = np.nonzero(np.triu(differ <= distance, 1))
        yield pair_keys(one + start, two + start)


class Searchable:
    """Fingerprints in tables, to be asked for those near to another one."""

    def __init__(self, prints: UInt64s, plan: Tables) -> None:
        self._prints = prints
        self._distance = plan.distance
        self._tables: list[tuple[np.uint64, UInt64s, Int64s]] = []
        for mask in plan.masks():
            keys = prints & mask
            order = np.argsort(keys, kind="stable")
            self._tables.append((mask, keys[order], order))

    def near(self, print_: int) -> list[int]:
        """The numbers of all fingerprints within the distance, ascending.

        Cost:
            Two binary searches a table, and the fingerprints that meet there.
        """
        asked = np.uint64(print_)
        found: set[int] = set()
        for mask, keys, order in self._tables:
            start, stop = (
                np.searchsorted(keys, asked & mask, "left"),
                np.searchsorted(keys, asked & mask, "right"),
            )
            met = order[start:stop]
            near = np.bitwise_count(self._prints[met] ^ asked) <= self._distance
            found.update(met[near].tolist())
        return sorted(found)
