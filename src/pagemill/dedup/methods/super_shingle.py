"""Super-shingles: shingles of a sketch; texts that share one are nearly equal."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s, mixed
from pagemill.dedup.methods.inverted import Shared, postings, shared
from pagemill.dedup.methods.method import Found, Shares, ordered
from pagemill.dedup.methods.sort_count import sketched
from pagemill.dedup.minhash import Minima, Scheme
from pagemill.dedup.shingle import ShingleSets, distinct, windows
from pagemill.dedup.tokens import Tokens
from pagemill.dedup.verify import exact_threshold

GROUPS = 6
GROUP_SIZE = 14
NEEDED = 2
SORTED_WIDTH = 4
"""Neighbours of a sorted sketch in one super-shingle; IIR names no number."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def p_found(
    similarity: float, groups: int = GROUPS, size: int = GROUP_SIZE, needed: int = NEEDED
) -> float:
    """Probability that two texts have ``needed`` of their super-shingles in common.

    Source:
        Binomial, with ``J^size`` for one group. Half of the pairs at .9 are missed.

    Example:
        >>> [round(p_found(similarity), 3) for similarity in (0.8, 0.85, 0.9, 0.95)]
        [0.026, 0.12, 0.415, 0.879]
    """
    p = similarity**size
    return sum(
        comb(groups, hits) * p**hits * (1 - p) ** (groups - hits)
        for hits in range(needed, groups + 1)
    )


def super_shingles(minima: Minima, groups: int = GROUPS) -> UInt64s:
    """Hash each group of neighbouring positions of a sketch.

    Returns:
        Shape (texts, groups).

    Source:
        Broder, Glassman, Manasse, Zweig 1997, "Syntactic clustering of the web"; 84 minima
        in 6 groups of 14, of which two must agree, as used for AltaVista.
    """
    size = minima.shape[1] // groups
    cut = minima[:, : groups * size].reshape(len(minima), groups, size)
    sums = np.broadcast_to(np.arange(groups, dtype=np.uint64), cut.shape[:2]).copy()
    for place in range(size):
        sums = mixed(sums * _MULTIPLIER + cut[:, :, place])
    return sums


def sharing(minima: Minima, groups: int = GROUPS, needed: int = NEEDED) -> Shared:
    """The pairs of sketches that agree in enough groups."""
    marks = super_shingles(minima, groups)
    found = shared(marks.ravel(), postings(np.full(len(marks), groups)))
    enough = found.count >= needed
    return Shared(left=found.left[enough], right=found.right[enough], count=found.count[enough])


def sorted_super_shingles(minima: Minima, width: int = SORTED_WIDTH) -> ShingleSets:
    """Sort each sketch and shingle the sorted sequence.

    Source:
        IIR section 19.6: "sort the x in the sketch, then shingle this sorted sequence".
    """
    rows = np.sort(minima, axis=1).astype(np.uint64).ravel()
    bounds = np.arange(len(minima) + 1, dtype=np.int64) * int(minima.shape[1])
    return distinct(*windows(Tokens(hashes=mixed(rows), offsets=bounds), width))


def super_shingle_pairs(
    texts: Sequence[str],
    threshold: float,
    *,
    needed: int = NEEDED,
) -> Found:
    """Find pairs with enough of six super-shingles in common, whatever the threshold."""
    del threshold
    made = sketched(texts, GROUPS * GROUP_SIZE)
    found = sharing(made.minima, needed=needed)
    return ordered(
        made.texts[found.left],
        made.texts[found.right],
        found.count / GROUPS,
        len(made.texts) * GROUPS * 8,
    )


def sorted_super_shingle_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Find pairs that share a super-shingle of the sorted sketch, then compare the sketches.

    The sketches are compared as sets of numbers, as the textbook has it.
    """
    made = sketched(texts, Scheme().permutations)
    marks = sorted_super_shingles(made.minima)
    met = shared(marks.hashes, postings(marks.counts))
    common = _common(made.minima, met.left, met.right)
    return Shares(
        left=made.texts[met.left],
        right=made.texts[met.right],
        part=common,
        whole=np.full(common.size, made.minima.shape[1], np.int64),
    ).reaching(exact_threshold(threshold), made.minima.nbytes + marks.hashes.nbytes)


def _common(minima: Minima, left: Int64s, right: Int64s) -> Int64s:
    """Count the numbers that both sketches of each pair hold, wherever they stand."""
    counts = np.zeros(left.size, np.int64)
    for start in range(0, left.size, 1 << 13):
        part = slice(start, start + (1 << 13))
        both = np.concatenate(
            (_unrepeated(minima[left[part]], -1), _unrepeated(minima[right[part]], -2)), axis=1
        )
        both.sort(axis=1)
        counts[part] = (both[:, 1:] == both[:, :-1]).sum(axis=1)
    return counts


def _unrepeated(rows: Minima, first: int) -> Int64s:
    """Rows sorted, each repeat replaced by a number of its own: first, first - 2, ..."""
    ascending = np.sort(rows, axis=1).astype(np.int64)
    repeats = ascending[:, 1:] == ascending[:, :-1]
    count = int(np.count_nonzero(repeats))
    ascending[:, 1:][repeats] = first - 2 * np.arange(count, dtype=np.int64)
    return ascending
