"""Sketches: the minima of permuted shingles, which agree as often as the sets resemble."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, comb, sqrt

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt32s, UInt64s, numbers
from pagemill.dedup.compiled import sketch as compiled
from pagemill.dedup.shingle import WIDTH, ShingleSets, shingle_sets
from pagemill.errors import UsageError

Minima = UInt32s
"""Sketches as rows: shape (texts, permutations)."""

PERMUTATIONS = 200
VERSION = 2

_BLOCK = 1 << 14
"""Shingles permuted at once: their columns stay in the first cache."""

_PAIRS_AT_ONCE = 1 << 13


@dataclass(frozen=True)
class Scheme:
    """How sketches are made; only sketches of one scheme can be compared.

    A shingle's hash is cut to 32 bits; each permutation is ``a * x + b`` mod 2^32 with odd
    ``a``, a bijection. Measured against the exact resemblance the estimate has a bias under
    .002 and the binomial spread, so 32 bits are enough.

    Attributes:
        permutations: minima in a sketch.
        seed: decides all permutations.
        width: tokens in a shingle.

    Source:
        Broder, Charikar, Frieze, Mitzenmacher 1998, "Min-wise independent permutations";
        IIR theorem 19.1. Deviates: affine maps in place of random permutations.
    """

    permutations: int = PERMUTATIONS
    seed: int = 1
    width: int = WIDTH

    @property
    def name(self) -> str:
        """Everything that decides a sketch, in one word: kept beside stored sketches."""
        return (
            f"minhash-affine32-v{VERSION}"
            f"-k{self.permutations}-seed{self.seed}-width{self.width}"
        )

    @cached_property
    def coefficients(self) -> tuple[UInt32s, UInt32s]:
        """``a`` and ``b`` of each permutation."""
        drawn = numbers(self.seed, 2 * self.permutations).astype(np.uint32)
        return drawn[: self.permutations] | np.uint32(1), drawn[self.permutations :]

    def sketches(self, texts: Sequence[str]) -> tuple[Int64s, Minima]:
        """How many distinct shingles each text has, and the minima over them.

        The same as of :func:`shingle_sets` and :meth:`minima`, without keeping shingles.
        """
        counts, minima, _ = self.with_prints(texts)
        return counts, minima

    def with_prints(self, texts: Sequence[str]) -> tuple[Int64s, Minima, UInt64s]:
        """The same, and a number that texts share if they are equal but for white space.

        Others may share it by chance. It is 0 for a text without letters and digits.
        """
        found = compiled.sketches(texts, self.width, self.coefficients, self._plainly)
        return self._plainly(texts) if found is None else found

    def _plainly(self, texts: Sequence[str]) -> tuple[Int64s, Minima, UInt64s]:
        sets = shingle_sets(texts, self.width)
        prints = np.array([compiled.hash_of(text) for text in texts], np.uint64)
        return sets.counts, self.minima(sets), prints

    def minima(self, sets: ShingleSets) -> Minima:
        """Take the minimum of each permutation over each set.

        Returns:
            Shape (sets, permutations); all bits set for an empty set, which has no minimum.

        Cost:
            Three passes of 32-bit arithmetic over the shingles for each permutation.
        """
        result: Minima = np.full(
            (len(sets), self.permutations), np.iinfo(np.uint32).max, np.uint32
        )
        filled = np.flatnonzero(sets.counts)
        starts = sets.offsets[filled]
        values = (sets.hashes >> np.uint64(32)).astype(np.uint32)
        for block in _blocks(starts, values.size):
            stop = int(starts[block.stop]) if block.stop < starts.size else values.size
            first = int(starts[block.start])
            rows = self._block_minima(values[first:stop], starts[block] - first)
            result[filled[block]] = rows.T
        return result

    def _block_minima(self, values: UInt32s, starts: Int64s) -> Minima:
        rows = np.empty((self.permutations, starts.size), np.uint32)
        permuted = np.empty_like(values)
        for row, a, b in zip(rows, *self.coefficients, strict=True):
            np.multiply(values, a, out=permuted)
            np.add(permuted, b, out=permuted)
            np.minimum.reduceat(permuted, starts, out=row)
        return rows


def _blocks(starts: Int64s, total: int) -> list[slice]:
    """Cut sets into runs of about ``_BLOCK`` shingles, whole sets each."""
    blocks: list[slice] = []
    first = 0
    while first < starts.size:
        reach = int(starts[first]) + _BLOCK
        stop = starts.size if reach >= total else int(np.searchsorted(starts, reach))
        blocks.append(slice(first, max(stop, first + 1)))
        first = blocks[-1].stop
    return blocks


@dataclass(frozen=True)
class Sketch:
    """The sketch of one text, with the scheme that made it."""

    minima: UInt32s
    scheme: Scheme

    def resemblance(self, other: Sketch) -> tuple[float, float]:
        """Estimate the Jaccard coefficient of both texts and its standard error.

        Positions are compared, which is unbiased; IIR counts the intersection as sets. A text
        without shingles resembles nothing, not even another one.

        Raises:
            UsageError: the sketches are of different schemes, so they mean nothing together.
        """
        if self.scheme != other.scheme:
            raise UsageError(
                f"sketch {self.scheme.name}: cannot be compared with {other.scheme.name}; "
                "sketch both texts with one scheme"
            )
        if _is_empty(self.minima) and _is_empty(other.minima):
            return 0.0, 0.0
        equal: Bools = self.minima == other.minima
        estimate = int(np.count_nonzero(equal)) / self.scheme.permutations
        return estimate, standard_error(estimate, self.scheme.permutations)


def _is_empty(minima: UInt32s) -> bool:
    """Whether a sketch is that of a text without shingles."""
    return bool((minima == np.iinfo(np.uint32).max).all())


def standard_error(similarity: float, permutations: int = PERMUTATIONS) -> float:
    """Standard deviation of the estimate at a true ``similarity``.

    Source:
        Binomial: ``sqrt(J (1 - J) / K)``.

    Example:
        >>> round(standard_error(0.8), 4)
        0.0283
    """
    return sqrt(similarity * (1 - similarity) / permutations)


def p_pass(similarity: float, needed: int = 160, permutations: int = PERMUTATIONS) -> float:
    """Probability that at least ``needed`` positions of two sketches agree.

    Source:
        IIR section 19.6: 160 of 200 stand for a resemblance of .8.

    Example:
        >>> round(p_pass(0.8), 3)
        0.542
    """
    return sum(
        comb(permutations, hits) * similarity**hits * (1 - similarity) ** (permutations - hits)
        for hits in range(needed, permutations + 1)
    )


def agreements(minima: Minima, left: Int64s, right: Int64s) -> Int64s:
    """Count the equal positions of each pair of sketches.

    Args:
        minima: shape (texts, permutations).
        left: row numbers.
        right: row numbers, as many.
    """
    found = compiled.agreements(minima, left, right)
    if found is not None:
        return found
    counts = np.empty(left.size, np.int64)
    for start in range(0, left.size, _PAIRS_AT_ONCE):
        part = slice(start, start + _PAIRS_AT_ONCE)
        equal = minima[left[part]] == minima[right[part]]
        counts[part] = equal.sum(axis=1)
    return counts


def expected_agreements(threshold: float, permutations: int = PERMUTATIONS) -> int:
    """Positions in which sketches of two texts at the threshold agree on average."""
    return ceil(threshold * permutations)


def fewest_agreements(threshold: float, permutations: int = PERMUTATIONS) -> int:
    """Positions that must agree for a pair to be worth an exact check.

    Four standard errors under the threshold: a pair exactly at the threshold is lost with
    probability of about 3 in 100,000.
    """
    floor = threshold - 4 * standard_error(threshold, permutations)
    return max(0, ceil(floor * permutations))
