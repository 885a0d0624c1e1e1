"""Exact verification: only a pair whose shingle sets were compared counts as duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s, integers, offsets
from pagemill.dedup.compiled import sketch as compiled
from pagemill.dedup.shingle import ShingleSets
from pagemill.errors import UsageError

_ELEMENTS_AT_ONCE = 1 << 18
_LARGEST_DENOMINATOR = 10**6


def exact_threshold(threshold: float) -> Fraction:
    """Read a threshold as it is written: .8 is four fifths, not the double next to it.

    Raises:
        UsageError: it is not above 0 and at most 1.
    """
    try:
        is_within = 0 < threshold <= 1
    except TypeError:
        is_within = False
    if not is_within:
        raise UsageError(
            f"threshold {threshold!r}: must be a number above 0 and at most 1, such as 0.8"
        )
    read = Fraction(str(float(threshold))).limit_denominator(_LARGEST_DENOMINATOR)
    return max(read, Fraction(1, _LARGEST_DENOMINATOR))  # of 0 everything would be a copy


def reaches(intersection: Int64s, union: Int64s, threshold: Fraction) -> Bools:
    """Tell which pairs have ``intersection / union >= threshold``, in whole numbers.

    An empty union reaches nothing: texts without shingles do not resemble each other.
    """
    enough = intersection * threshold.denominator >= union * threshold.numerator
    return enough & (union > 0)


def intersections(sets: ShingleSets, left: Int64s, right: Int64s) -> Int64s:
    """Count the shared shingles of each pair of sets.

    Args:
        sets: sorted sets.
        left: numbers of sets, ascending, so that a set meets all its partners in one go.
        right: numbers of sets, as many.

    Cost:
        Binary search of the right set's elements in the left one, 10 to 80 us a pair of
        300 to 3,000 shingles; about a million elements in memory beyond the sets.

    Source:
        Broder 1997, section 2: the resemblance itself. Deviates: IIR section 19.6 is
        content with the estimate from sketches.
    """
    found = compiled.intersections(sets.hashes, sets.offsets, left, right)
    if found is not None:
        return found
    shared = np.zeros(left.size, np.int64)
    counts = sets.counts
    for part in _groups(left, counts[right]):
        base = sets[int(left[part.start])]
        partners = right[part]
        if base.size:
            shared[part] = _hits(base, [sets[each] for each in integers(partners)])
    return shared


def _hits(base: UInt64s, partners: list[UInt64s]) -> Int64s:
    """Count for each partner how many of its elements are in ``base``."""
    elements = np.concatenate(partners)
    places = np.searchsorted(base, elements)
    np.minimum(places, base.size - 1, out=places)
    found = offsets((base[places] == elements).astype(np.int64))
    return np.diff(found[offsets(np.array([each.size for each in partners]))])


def _groups(left: Int64s, sizes: Int64s) -> Iterator[slice]:
    """Cut pairs into runs with one left set and a bounded number of right elements."""
    edges = np.flatnonzero(left[1:] != left[:-1]) + 1
    bounds = [0, *integers(edges), left.size] if left.size else [0]
    volume = offsets(sizes)
    ends = integers(np.searchsorted(volume, volume[:-1] + _ELEMENTS_AT_ONCE))
    for start, stop in pairwise(bounds):
        first = start
        while first < stop:
            last = min(stop, max(first + 1, ends[first]))
            yield slice(first, last)
            first = last
