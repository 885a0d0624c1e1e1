"""Simhash: a fingerprint whose bits agree the more, the smaller the angle of two texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import acos, cos, pi, sqrt

import numpy as np

from pagemill.dedup.columns import Bools, Float64s, Int64s, UInt64s, integers, mixed, numbers
from pagemill.dedup.methods.hamming import distances, pairs_within
from pagemill.dedup.methods.method import Found, ordered
from pagemill.dedup.methods.ngram import word_ngrams
from pagemill.dedup.near import verified
from pagemill.dedup.shingle import ShingleSets, shingle_sets
from pagemill.dedup.verify import exact_threshold, reaches
from pagemill.errors import UsageError

BITS = 64
DISTANCE = 3
VERSION = 1

FARTHEST = 12
"""Largest distance that calibration looks at."""

_TEXTS_JUDGED = 4000
_PAIRS_JUDGED = 200


@dataclass(frozen=True, slots=True)
class SimhashScheme:
    """How fingerprints are made; only those of one scheme can be compared.

    Attributes:
        bits: of a fingerprint, at most 64.
        width: words in a feature; 1 takes the words themselves, weighted by how often each
            occurs.
        seed: decides the hash of each feature.
    """

    bits: int = BITS
    width: int = 2
    seed: int = 1

    @property
    def name(self) -> str:
        """Everything that decides a fingerprint, in one word."""
        return f"simhash-v{VERSION}-b{self.bits}-width{self.width}-seed{self.seed}"

    def fingerprints(self, texts: Sequence[str]) -> tuple[UInt64s, Bools]:
        """Fingerprint each text.

        Returns:
            The fingerprints, and which texts have any feature at all.
        """
        grams = word_ngrams(texts, self.width)
        hashes = mixed(grams.hashes ^ numbers(self.seed, 1)[0])
        ones = np.ones(hashes.size)
        return signs(weighted_bits(hashes, ones, grams.offsets, self.bits)), np.diff(
            grams.offsets
        ) > 0


@dataclass(frozen=True, slots=True)
class Simhash:
    """The fingerprint of one text, with the scheme that made it."""

    value: int
    scheme: SimhashScheme

    def distance(self, other: Simhash) -> int:
        """Count the bits in which two fingerprints differ.

        Raises:
            UsageError: they are of different schemes.
        """
        if self.scheme != other.scheme:
            raise UsageError(
                f"fingerprint {self.scheme.name}: cannot be compared with "
                f"{other.scheme.name}; fingerprint both texts with one scheme"
            )
        return (self.value ^ other.value).bit_count()


def weighted_bits(hashes: UInt64s, weights: Float64s, bounds: Int64s, bits: int) -> Float64s:
    """Add up, bit by bit, the weights of features: plus where the bit is 1, minus where 0.

    Args:
        hashes: of each feature of each text; only the lowest ``bits`` count. A feature needs
            the same hash in every text; that it is unique, as is often said, is neither
            needed nor, with few bits, possible.
        weights: of each feature. One that stands twice counts twice, so that plain words
            with weight 1 are weighted by their frequency.
        bounds: shape (texts + 1,).
        bits: of the fingerprint.

    Returns:
        Shape (texts, bits), the highest bit first.

    Cost:
        A product of a vector and a matrix for each text; 512 bytes a feature of one text.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7, after Charikar 2002.
    """
    totals = np.zeros((bounds.size - 1, bits))
    octets = hashes.astype(">u8").view(np.uint8).reshape(-1, 8)
    for text, (start, stop) in enumerate(pairwise(integers(bounds))):
        is_one = np.unpackbits(octets[start:stop], axis=1)[:, 64 - bits :]
        own = weights[start:stop]
        totals[text] = 2 * (own @ is_one.astype(np.float64)) - own.sum()
    return totals


def signs(totals: Float64s) -> UInt64s:
    """Turn sums into bits: 1 where the sum is positive; zero counts as 0.

    Example:
        >>> sums = np.array([[1.0, -5, 9, -9, 3, 1, 3, 3]])
        >>> format(int(signs(sums)[0]), "08b")
        '10101111'
    """
    bits = totals.shape[1]
    padded = np.zeros((len(totals), 64), np.uint8)
    padded[:, 64 - bits :] = totals > 0
    return np.packbits(padded, axis=1).view(">u8")[:, 0].astype(np.uint64)


def p_bit_equal(cosine: float) -> float:
    """Probability that a bit of two fingerprints agrees.

    Monotone in the cosine, but not proportional to it, as is often said.

    Source:
        Charikar 2002, "Similarity estimation techniques from rounding algorithms":
        ``1 - theta / pi``.

    Example:
        >>> [round(p_bit_equal(cosine), 3) for cosine in (0.0, 0.5, 0.9, 1.0)]
        [0.5, 0.667, 0.856, 1.0]
    """
    return 1 - acos(max(-1.0, min(1.0, cosine))) / pi


def standard_error(cosine: float, bits: int = BITS) -> float:
    """Standard deviation of the share of agreeing bits."""
    p = p_bit_equal(cosine)
    return sqrt(p * (1 - p) / bits)


def angle(distance: float, bits: int = BITS) -> float:
    """The angle, in degrees, that a Hamming distance stands for.

    Example:
        >>> round(angle(3), 2)
        8.44
    """
    return 180 * distance / bits


def simhash_pairs(
    texts: Sequence[str], threshold: float, *, width: int = 2, distance: int | None = DISTANCE
) -> Found:
    """Find pairs whose fingerprints differ in few bits.

    Args:
        texts: any.
        threshold: of the Jaccard coefficient; used for calibration only.
        width: words in a feature.
        distance: bits that may differ; None chooses by looking at some of the texts.
    """
    prints, has_features = SimhashScheme(width=width).fingerprints(texts)
    usable = np.flatnonzero(has_features)
    if distance is None:
        chosen = [texts[number] for number in integers(usable[:_TEXTS_JUDGED])]
        distance = calibrated(chosen, prints[usable[:_TEXTS_JUDGED]], threshold)
    left, right, apart = pairs_within(prints[usable], distance)
    cosines = np.cos(pi * apart / BITS)
    return ordered(usable[left], usable[right], cosines, prints.nbytes)


def calibrated(texts: Sequence[str], prints: UInt64s, threshold: float) -> int:
    """Choose how many bits may differ, so that precision and recall are best together.

    At each distance some pairs are compared exactly; that gives how many of all pairs at that
    distance are duplicates. The distance with the best F1 is taken, the smallest among equals,
    or the usual 3 where there are no duplicates to learn from.

    Args:
        texts: a part of the collection.
        prints: their fingerprints.
        threshold: exact Jaccard coefficient that makes a pair a duplicate.

    Source:
        Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section
        4.1, where people judged samples of pairs at each distance and 3 of 64 was chosen.
        Deviates: exact resemblance judges.
    """
    left, right, apart = pairs_within(prints, FARTHEST)
    found = np.zeros(FARTHEST + 1)
    right_ones = np.zeros(FARTHEST + 1)
    for distance in range(FARTHEST + 1):
        rows = np.flatnonzero(apart == distance)
        judged = rows[:: max(1, rows.size // _PAIRS_JUDGED)]
        if judged.size:
            share = _share_of_duplicates(texts, left[judged], right[judged], threshold)
            found[distance], right_ones[distance] = rows.size, rows.size * share
    if not right_ones.any():
        return DISTANCE
    f1 = 2 * np.cumsum(right_ones) / (np.cumsum(found) + right_ones.sum())
    return int(np.argmax(f1.round(9)))


def _share_of_duplicates(
    texts: Sequence[str], left: Int64s, right: Int64s, threshold: float
) -> float:
    def sets(wanted: Int64s) -> ShingleSets:
        return shingle_sets([texts[number] for number in integers(wanted)])

    counts = shingle_counts(texts, np.unique(np.concatenate((left, right))))
    enough = partial(reaches, threshold=exact_threshold(threshold))
    checked = verified(left, right, counts, sets, enough)
    return float(enough(checked.intersection, checked.union).mean())


def shingle_counts(texts: Sequence[str], wanted: Int64s) -> Int64s:
    """Number of distinct shingles of some texts; 0 for all others."""
    counts = np.zeros(len(texts), np.int64)
    counts[wanted] = shingle_sets([texts[number] for number in integers(wanted)]).counts
    return counts


def agreeing(prints: UInt64s, left: Int64s, right: Int64s, distance: int) -> Bools:
    """Tell which pairs differ in at most so many bits."""
    near: Bools = distances(prints, left, right) <= distance
    return near


def cosine_of(distance: float, bits: int = BITS) -> float:
    """The cosine that a Hamming distance stands for."""
    return cos(pi * distance / bits)
