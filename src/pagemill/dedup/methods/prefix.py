"""Exact search for all resembling pairs: such a pair shares one of its rarest shingles."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s, offsets
from pagemill.dedup.methods.inverted import Shared, postings, shared
from pagemill.dedup.methods.method import Shares
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.verify import intersections


def resembling(sets: ShingleSets, threshold: Fraction) -> Shares:
    """List every pair that can reach the threshold, with its exact Jaccard coefficient.

    Two sets that share a part t of their union share t of each of them. So if each set's
    shingles are put in one order, two such sets share one among the first
    ``n - ceil(t n) + 1`` of their ``n``. The rarest stand first, so few pairs meet there.
    Nothing is missed and nothing is estimated: the other methods are held against this one.

    Cost:
        Sorting all shingles twice; then the pairs that share a rare one, each compared.

    Source:
        Chaudhuri, Ganti, Kaushik 2006, "A primitive operator for similarity joins in data
        cleaning"; Bayardo, Ma, Srikant 2007, "Scaling up all pairs similarity search".
    """
    met = _sharing_a_rare_one(sets, threshold)
    part = intersections(sets, met.left, met.right)
    whole = sets.counts[met.left] + sets.counts[met.right] - part
    return Shares(left=met.left, right=met.right, part=part, whole=whole)


def _sharing_a_rare_one(sets: ShingleSets, threshold: Fraction) -> Shared:
    counts = sets.counts
    numerator, denominator = threshold.numerator, threshold.denominator
    texts = postings(counts)
    ranks = rarity(sets.hashes)
    # One sort orders texts, and the shingles of each by their rank.
    packed = texts.astype(np.uint64) << np.uint64(32) | ranks
    packed.sort()
    needed = -(-counts * numerator // denominator)
    place = np.arange(packed.size) - offsets(counts)[texts]
    is_rare = place < (counts - needed + 1)[texts]

    def alike_in_size(left: Int64s, right: Int64s) -> Bools:
        small = np.minimum(counts[left], counts[right])
        large = np.maximum(counts[left], counts[right])
        close: Bools = small * denominator >= large * numerator
        return close

    return shared(packed[is_rare] & np.uint64(0xFFFFFFFF), texts[is_rare], alike_in_size)


def rarity(values: UInt64s) -> UInt64s:
    """The place of each value when all are put in order, those of fewest texts first."""
    known, names, counts = np.unique(values, return_inverse=True, return_counts=True)
    order = np.lexsort((known, counts))
    ranks = np.empty(known.size, np.uint64)
    ranks[order] = np.arange(known.size, dtype=np.uint64)
    return ranks[names]
