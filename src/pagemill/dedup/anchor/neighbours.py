"""The undecided texts of a crowd that share a band with one, less and less of them."""

from __future__ import annotations

import numpy as np

from pagemill.dedup.band import Banding
from pagemill.dedup.columns import Bools, Int64s, UInt64s
from pagemill.dedup.minhash import Minima


class Neighbours:
    """Runs of equal bands; texts that are decided are dropped as they are met.

    So the entries that are gone through are those of undecided texts, each once for every kept
    text that it shares the band with, and once more.

    Args:
        texts: their numbers.
        minima: their sketches, as many rows.
        cut: the bands.

    Attributes:
        entries: of runs gone through so far.

    Source:
        Not of the literature: inverted lists that shrink while they are read.
    """

    def __init__(self, texts: Int64s, minima: Minima, cut: Banding) -> None:
        self.entries = 0
        self._texts = texts
        self._runs = [_Runs(keys) for keys in cut.keys(minima).T]
        self._mark = np.zeros(len(minima), np.int64)

    def of(self, member: int, is_open: Bools) -> Int64s:
        """Rows of the other undecided texts that share a band with one, ascending.

        Args:
            member: row of its sketch.
            is_open: of every text there is whether it is undecided; what is not stays so.
        """
        shared = [np.zeros(0, np.int64)]
        for run in self._runs:
            met = run.rows(member)
            if met.size:
                left = met[(met != member) & is_open[self._texts[met]]]
                self.entries += met.size
                run.keep(member, left)
                shared.append(left)
        rows = np.concatenate(shared)
        # Where a text is in several runs, the last place that wrote its number stands for it.
        places = np.arange(rows.size)
        self._mark[rows] = places
        others: Int64s = rows[self._mark[rows] == places]
        others.sort()
        return others


class _Runs:
    """The rows that have the same key in one band, run by run."""

    def __init__(self, keys: UInt64s) -> None:
        self._order = np.argsort(keys, kind="stable")
        ranked = keys[self._order]
        first = np.ones(keys.size, np.bool_)
        np.not_equal(ranked[1:], ranked[:-1], out=first[1:])
        self._run = np.empty(keys.size, np.int64)
        self._run[self._order] = np.cumsum(first) - 1
        self._starts = np.flatnonzero(first)
        self._ends = np.append(self._starts[1:], keys.size)

    def rows(self, member: int) -> Int64s:
        """Those of its run that were not dropped."""
        run = self._run[member]
        return self._order[self._starts[run] : self._ends[run]]

    def keep(self, member: int, rows: Int64s) -> None:
        """Drop all but these, which are some of its run, in their order."""
        run = self._run[member]
        start = self._starts[run]
        self._ends[run] = start + rows.size
        self._order[start : start + rows.size] = rows
