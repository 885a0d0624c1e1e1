"""Texts of overfull bands, each compared with the kept texts that share a band with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pagemill.dedup.band import Banding
from pagemill.dedup.columns import Bools, Int64s, integers
from pagemill.dedup.minhash import Minima, agreements

WORK = 1 << 31
"""Entries of bands that may be looked at; some ten seconds."""

Compare = Callable[[int, Int64s], tuple[Int64s, Int64s]]
"""Sizes of intersections and unions of one text's shingles with those of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How two texts of a crowd are compared.

    Attributes:
        fewest: positions in which sketches must agree for an exact comparison.
        sizes: gives the exact sizes of intersections and unions.
        reaches: tells from them which pairs are duplicates.
    """

    fewest: int
    sizes: Compare
    reaches: Callable[[Int64s, Int64s], Bools]


@dataclass(slots=True)
class Crowd:
    """Texts that share bands with too many others.

    Args:
        texts: their numbers, ascending, in order of preference.
        minima: their sketches, as many rows.
        cut: the bands.
        check: how two of them are compared.

    Attributes:
        found: verified pairs: kept text, other text, intersection, union.
        left_out: kept texts whose bands were not looked at, the work being used up.
    """

    texts: Int64s
    minima: Minima
    cut: Banding
    check: Check
    found: list[tuple[int, Int64s, Int64s, Int64s]] = field(
        default_factory=list[tuple[int, Int64s, Int64s, Int64s]]
    )
    left_out: int = 0
    _orders: list[Int64s] = field(default_factory=list[Int64s])
    _starts: list[Int64s] = field(default_factory=list[Int64s])
    _ends: list[Int64s] = field(default_factory=list[Int64s])
    _work: int = 0

    def __post_init__(self) -> None:
        for band in range(self.cut.bands):
            part = self.minima[:, band * self.cut.rows : (band + 1) * self.cut.rows]
            self._add_band(Banding(1, self.cut.rows).keys(part)[:, 0])

    def _add_band(self, keys: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> None:
        """Note for each text where the run of those with its key lies, in order of keys."""
        order = np.argsort(keys, kind="stable")
        ranked = keys[order]
        self._orders.append(order)
        self._starts.append(np.searchsorted(ranked, keys))
        self._ends.append(np.searchsorted(ranked, keys, side="right"))

    def copies(self, text: int, is_open: Bools) -> Int64s:
        """The undecided texts that share a band with a kept text and are its duplicates.

        Args:
            text: number of the kept text.
            is_open: of every text there is, whether it is neither kept nor removed yet.
        """
        none = np.zeros(0, np.int64)
        member = int(np.searchsorted(self.texts, text))
        if member == self.texts.size or self.texts[member] != text:
            return none
        others = self._neighbours(member, is_open)
        if not others.size:
            return none
        enough = agreements(self.minima, np.full(others.size, member), others)
        likely = self.texts[others[enough >= self.check.fewest]]
        if not likely.size:
            return none
        intersection, union = self.check.sizes(text, likely)
        same = self.check.reaches(intersection, union)
        if same.any():
            self.found.append((text, likely[same], intersection[same], union[same]))
        return likely[same]

    def _neighbours(self, member: int, is_open: Bools) -> Int64s:
        spans = [
            (order, int(start[member]), int(end[member]))
            for order, start, end in zip(self._orders, self._starts, self._ends, strict=True)
        ]
        work = sum(end - start for _, start, end in spans)
        if self._work + work > WORK:
            self.left_out += 1
            return np.zeros(0, np.int64)
        self._work += work
        runs = [order[start:end] for order, start, end in spans if end - start > 1]
        runs = [run[is_open[self.texts[run]] & (run > member)] for run in runs]
        return np.unique(np.concatenate([*runs, np.zeros(0, np.int64)]))

    def pairs(self) -> tuple[Int64s, Int64s, Int64s, Int64s]:
        """Verified pairs: kept text, the other one, intersection, union."""
        none = np.zeros(0, np.int64)
        kept = [np.full(others.size, text, np.int64) for text, others, _, _ in self.found]
        return (
            np.concatenate([*kept, none]),
            np.concatenate([*(others for _, others, _, _ in self.found), none]),
            np.concatenate([*(shared for _, _, shared, _ in self.found), none]),
            np.concatenate([*(union for _, _, _, union in self.found), none]),
        )

    def members(self) -> list[int]:
        """Numbers of the texts."""
        return integers(self.texts)
