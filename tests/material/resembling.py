"""Pairs of sets with a known Jaccard coefficient, of elements that no other pair has."""

from __future__ import annotations

import numpy as np

from pagemill.dedup.columns import Int64s, numbers, offsets
from pagemill.dedup.shingle import ShingleSets


def pairs_of_sets(count: int, shared: int, each: int, seed: int = 3) -> ShingleSets:
    """Return ``count`` pairs, one after the other; ``each`` elements only one set has.

    The Jaccard coefficient of each pair is ``shared / (shared + 2 * each)``.
    """
    size = shared + 2 * each
    drawn = numbers(seed, count * size).reshape(count, size)
    left, right = drawn[:, : shared + each], np.delete(drawn, np.s_[:each], axis=1)
    both = np.stack((np.sort(left, axis=1), np.sort(right, axis=1)), axis=1)
    lengths = np.full(2 * count, shared + each, np.int64)
    return ShingleSets(hashes=both.ravel(), offsets=offsets(lengths))


def neighbours(count: int) -> tuple[Int64s, Int64s]:
    """Return the numbers of both sets of each pair."""
    left = np.arange(0, 2 * count, 2)
    return left, left + 1


def within(measured: float, p: float, trials: int, *, deviations: float = 4.0) -> bool:
    """Tell whether a share is as near to its probability as chance has it."""
    spread = (max(p * (1 - p), 1e-9) / trials) ** 0.5
    return abs(measured - p) <= deviations * spread + 1 / trials
