"""Texts of overfull bands, each compared with the kept texts that share a band with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pagemill.dedup.anchor.neighbours import Neighbours
from pagemill.dedup.band import Banding
from pagemill.dedup.columns import Bools, Int64s, integers
from pagemill.dedup.minhash import Minima, agreements

CHECKED = 1 << 24
"""Pairs of a crowd that may be compared exactly, or :data:`CHECKED_EACH` for each of its texts
where that is more; some five seconds."""

CHECKED_EACH = 256

ENTRIES = 1 << 28
"""Entries of bands that may be gone through, or :data:`ENTRIES_EACH` for each text of a crowd
where that is more; some ten seconds."""

ENTRIES_EACH = 1 << 13

Compare = Callable[[int, Int64s], tuple[Int64s, Int64s]]
"""Sizes of intersections and unions of one text's shingles with those of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How two texts of a crowd are compared.

    Attributes:
        fewest: positions in which sketches must agree for an exact comparison.
        expected: positions in which those of two texts at the threshold agree on average.
        sizes: gives the exact sizes of intersections and unions.
        reaches: tells from them which pairs are duplicates.
    """

    fewest: int
    expected: int
    sizes: Compare
    reaches: Callable[[Int64s, Int64s], Bools]


@dataclass(slots=True)
class Crowd:
    """Texts that share bands with too many others.

    A kept text is compared with the undecided ones that share a band with it. The copies of
    one text are soon decided, so the comparisons are hardly more than the texts. Where most
    lie just under the threshold many are kept and the comparisons would be the square of the
    texts; they have a bound that grows with the texts. Past it only texts whose sketches agree
    as those of duplicates do are compared, and in the end none.

    Args:
        texts: their numbers, ascending, in order of preference.
        minima: their sketches, as many rows.
        cut: the bands.
        check: how two of them are compared.

    Attributes:
        found: verified pairs: kept text, other text, intersection, union.
        checked: pairs compared exactly.
        left_out: kept texts not compared with all they might resemble, the bound being reached.
    """

    texts: Int64s
    minima: Minima
    cut: Banding
    check: Check
    found: list[tuple[int, Int64s, Int64s, Int64s]] = field(
        default_factory=list[tuple[int, Int64s, Int64s, Int64s]]
    )
    checked: int = 0
    left_out: int = 0
    _near: Neighbours = field(init=False)

    def __post_init__(self) -> None:
        self._near = Neighbours(self.texts, self.minima, self.cut)

    def copies(self, text: int, is_open: Bools) -> Int64s:
        """The undecided texts that share a band with a kept text and are its duplicates.

        Args:
            text: number of the kept text.
            is_open: of every text there is, whether it is neither kept nor removed yet. What
                is not so in one call must not be so in a later one.
        """
        likely = self._likely(text, is_open)
        if not likely.size:
            return likely
        intersection, union = self.check.sizes(text, likely)
        self.checked += likely.size
        same = self.check.reaches(intersection, union)
        if same.any():
            self.found.append((text, likely[same], intersection[same], union[same]))
        return likely[same]

    def _likely(self, text: int, is_open: Bools) -> Int64s:
        """The texts that are worth an exact comparison, as far as the bounds allow."""
        none = np.zeros(0, np.int64)
        member = int(np.searchsorted(self.texts, text))
        if member == self.texts.size or self.texts[member] != text:
            return none
        most_checked = max(CHECKED, CHECKED_EACH * self.texts.size)
        entries = max(ENTRIES, ENTRIES_EACH * self.texts.size)
        if self.checked >= 2 * most_checked or self._near.entries >= entries:
            self.left_out += 1
            return none
        others = self._near.of(member, is_open)
        if not others.size:
            return none
        agreeing = agreements(self.minima, np.full(others.size, member), others)
        likely = agreeing >= self.check.fewest
        if self.checked + np.count_nonzero(likely) > most_checked:
            likely = agreeing >= self.check.expected
            self.left_out += 1
        return self.texts[others[likely]]

    def chain(self, count: int) -> None:
        """Find pairs that lead from the first text of each chain to all others of it.

        Instead of :meth:`copies`, for single link: every text, and not only a kept one, is
        compared with those that no pair leads to yet.

        Args:
            count: texts there are, those of no crowd among them.
        """
        is_open = np.ones(count, np.bool_)
        for first in self.members():
            reached = deque([first] if is_open[first] else [])
            is_open[first] = False
            while reached:
                found = self.copies(reached.popleft(), is_open)
                is_open[found] = False
                reached.extend(integers(found))

    def pairs(self) -> tuple[Int64s, Int64s, Int64s, Int64s]:
        """Verified pairs: the text of the smaller number, the other, intersection, union."""
        none = np.zeros(0, np.int64)
        kept = [np.full(others.size, text, np.int64) for text, others, _, _ in self.found]
        one = np.concatenate([*kept, none])
        other = np.concatenate([*(others for _, others, _, _ in self.found), none])
        return (
            np.minimum(one, other),
            np.maximum(one, other),
            np.concatenate([*(shared for _, _, shared, _ in self.found), none]),
            np.concatenate([*(union for _, _, _, union in self.found), none]),
        )

    def members(self) -> list[int]:
        """Numbers of the texts."""
        return integers(self.texts)
