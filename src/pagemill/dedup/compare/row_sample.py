"""Estimates of resemblance from some rows of the matrix of elements and sets."""

from __future__ import annotations

import numpy as np

from pagemill.dedup.columns import UInt64s, mixed, numbers
from pagemill.dedup.shingle import common, jaccard

UNIVERSE = 2.0**64
"""Rows of the matrix whose elements are hashes of 64 bits."""


def row_sample_jaccard(left: UInt64s, right: UInt64s, rows: UInt64s) -> float | None:
    """Jaccard coefficient of two sets within some rows drawn at random.

    Given that ``m`` of the rows are in the union, those in the intersection are
    hypergeometric with mean ``m J``: so the estimate is unbiased if ``m > 0``, and there is
    none if ``m = 0``.

    Args:
        left: one set.
        right: the other.
        rows: elements of the universe, drawn without regard to the sets.

    Source:
        IIR exercise 19.9.
    """
    one, two = np.intersect1d(left, rows), np.intersect1d(right, rows)
    return jaccard(one, two) if one.size + two.size else None


def rows_needed(hits: float, union: int, universe: float = UNIVERSE) -> float:
    """Rows that must be drawn for so many to be expected in the union of two sets.

    Why the estimate is hard to use: the universe is nearly empty.

    Source:
        IIR exercise 19.10.

    Example:
        >>> f"{rows_needed(200, 1500):.1e}"
        '2.5e+18'
    """
    return hits * universe / union


def threshold_sample(elements: UInt64s, share: float, seed: int = 1) -> UInt64s:
    """The elements whose hash falls under a limit: the same ones in every set.

    The remedy: the rows are not drawn from the universe, but from what is there, and yet
    each set needs to know nothing of the others.

    Source:
        Broder 1997: shingles that are 0 mod p; here with a limit, which keeps any share.
    """
    hashes = mixed(elements ^ numbers(seed, 1)[0])
    return elements[hashes >> np.uint64(11) < share * 2.0**53]


def bottom_k_jaccard(left: UInt64s, right: UInt64s, k: int, seed: int = 1) -> float:
    """Jaccard coefficient within the k elements of the union whose hashes are the least.

    A sample without repeats whose size does not depend on the sets.

    Source:
        Broder 1997, section 2; Cohen, Kaplan 2007, "Summarizing data using bottom-k
        sketches".
    """
    salt = numbers(seed, 1)[0]
    least_left = np.sort(mixed(left ^ salt))[:k]
    least_right = np.sort(mixed(right ^ salt))[:k]
    union = np.union1d(least_left, least_right)[:k]
    both = np.intersect1d(least_left, least_right)
    return common(union, both) / union.size if union.size else 0.0
