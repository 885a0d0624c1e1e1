"""One-permutation hashing: one hash of each shingle fills all positions of a sketch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.band import banding, candidates
from pagemill.dedup.columns import Bools, Int64s, UInt32s, UInt64s, mixed, numbers
from pagemill.dedup.methods.inverted import postings
from pagemill.dedup.methods.method import Found, Shares
from pagemill.dedup.minhash import Minima, agreements
from pagemill.dedup.shingle import WIDTH, ShingleSets, shingle_sets
from pagemill.dedup.verify import exact_threshold
from pagemill.errors import UsageError

BINS = 200
VERSION = 1
EMPTY = np.uint32(0xFFFFFFFF)


@dataclass(frozen=True, slots=True)
class OneScheme:
    """How these sketches are made; only sketches of one scheme can be compared.

    A shingle's hash says which bin it falls into and with what value; each bin keeps its
    minimum. An empty bin borrows from another one, which is drawn by the number of the bin
    and of the attempt, not by the data: so two texts whose bin is empty borrow alike, and
    every position agrees with probability J.

    Attributes:
        bins: positions of a sketch.
        seed: decides bins, values and where empty bins borrow.
        width: tokens in a shingle.

    Source:
        Li, Owen, Zhang 2012, "One permutation hashing"; Shrivastava 2017, "Optimal
        densification for fast and accurate minwise hashing".
    """

    bins: int = BINS
    seed: int = 1
    width: int = WIDTH

    @property
    def name(self) -> str:
        """Everything that decides a sketch, in one word."""
        return f"oneperm-v{VERSION}-k{self.bins}-seed{self.seed}-width{self.width}"

    def minima(self, sets: ShingleSets) -> Minima:
        """Sketch each set.

        Returns:
            Shape (sets, bins); all bits set for an empty set, which has no minimum.

        Cost:
            One pass over the shingles, whatever the number of bins; then the empty bins.
        """
        hashes = mixed(sets.hashes ^ numbers(self.seed, 1)[0])
        bins = (hashes >> np.uint64(32)) * np.uint64(self.bins) >> np.uint64(32)
        cells = postings(sets.counts) * self.bins + bins.astype(np.int64)
        result: Minima = np.full((len(sets), self.bins), EMPTY, np.uint32)
        # The empty mark itself is no value.
        values: UInt32s = np.minimum(hashes & np.uint64(0xFFFFFFFF), EMPTY - 1).astype(
            np.uint32
        )
        np.minimum.at(result.reshape(-1), cells, values)
        return self._densified(result)

    def _densified(self, minima: Minima) -> Minima:
        """Let each empty bin borrow from a bin that was filled from the start."""
        filled: Bools = minima != EMPTY
        rows, places = np.nonzero(~filled & filled.any(axis=1, keepdims=True))
        attempt = 0
        while rows.size:
            donors = self._donors(places, attempt)
            lends = filled[rows, donors]
            minima[rows[lends], places[lends]] = minima[rows[lends], donors[lends]]
            rows, places = rows[~lends], places[~lends]
            attempt += 1
        return minima

    def _donors(self, places: Int64s, attempt: int) -> Int64s:
        """Where each of some bins tries to borrow; in the end it tries every bin in turn."""
        if attempt >= 8 * self.bins:
            return (places + attempt) % self.bins
        drawn: UInt64s = numbers(self.seed + 1 + attempt, self.bins) % np.uint64(self.bins)
        return drawn.astype(np.int64)[places]


@dataclass(frozen=True)
class OneSketch:
    """The sketch of one text, with the scheme that made it."""

    minima: UInt32s
    scheme: OneScheme

    def resemblance(self, other: OneSketch) -> float:
        """Estimate the Jaccard coefficient of both texts.

        Raises:
            UsageError: the sketches are of different schemes.
        """
        if self.scheme != other.scheme:
            raise UsageError(
                f"sketch {self.scheme.name}: cannot be compared with {other.scheme.name}; "
                "sketch both texts with one scheme"
            )
        return int(np.count_nonzero(self.minima == other.minima)) / self.scheme.bins


def one_permutation_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Find pairs that share a band and agree in enough positions; nothing is verified."""
    scheme = OneScheme()
    sets = shingle_sets(texts, scheme.width)
    usable = np.flatnonzero(sets.counts)
    minima = scheme.minima(sets)[usable]
    met = candidates(minima, banding(threshold, scheme.bins))
    agreeing = agreements(minima, met.left, met.right)
    return Shares(
        left=usable[met.left],
        right=usable[met.right],
        part=agreeing,
        whole=np.full(agreeing.size, scheme.bins, np.int64),
    ).reaching(exact_threshold(threshold), minima.nbytes)
