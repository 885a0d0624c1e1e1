"""b-bit sketches: of each minimum only the lowest bits are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from pagemill.dedup.columns import Float64s, Int64s, UInt8s, mixed
from pagemill.dedup.methods.method import Found, ordered
from pagemill.dedup.methods.sort_count import sketched
from pagemill.dedup.minhash import Minima, Scheme
from pagemill.errors import UsageError

BITS = 1
VERSION = 1

_CELLS_AT_ONCE = 1 << 22


@dataclass(frozen=True, slots=True)
class BbitScheme:
    """How b-bit sketches are made; only sketches of one scheme can be compared.

    Two minima that are equal agree in all bits, and two that differ agree in ``b`` bits with
    probability ``2^-b``. So positions agree with ``p = 2^-b + (1 - 2^-b) J``, and J can be
    told from p. 200 sketches of one bit take 25 bytes in place of 1,600 of 64-bit minima.

    Attributes:
        minima: how the minima are made.
        bits: kept of each minimum, 1 to 8.

    Source:
        Li, König 2010, "b-bit minwise hashing". Deviates: the minima are mixed first, for
        an affine permutation leaves the lowest bit as it is.
    """

    minima: Scheme = field(default_factory=Scheme)
    bits: int = BITS

    @property
    def name(self) -> str:
        """Everything that decides a sketch, in one word."""
        return f"bbit{self.bits}-v{VERSION}-{self.minima.name}"

    def cut(self, minima: Minima) -> UInt8s:
        """Keep the lowest bits of each minimum.

        Returns:
            Shape (texts, bits, bytes): one bit of eight positions to a byte, so that equal
            positions can be counted by exclusive or.
        """
        low = mixed(minima.astype(np.uint64)).astype(np.uint8)
        planes = [np.packbits(low >> bit & 1, axis=1) for bit in range(self.bits)]
        return np.stack(planes, axis=1)

    def estimate(self, agreeing: Float64s) -> Float64s:
        """The Jaccard coefficient that a share of agreeing positions stands for.

        Example:
            >>> BbitScheme().estimate(np.array([0.5, 0.9, 1.0])).round(3).tolist()
            [0.0, 0.8, 1.0]
        """
        chance = 2.0**-self.bits
        return np.maximum((agreeing - chance) / (1 - chance), 0.0)

    def p_agree(self, similarity: float) -> float:
        """Probability that two sketches agree at a position."""
        chance: float = 2.0**-self.bits
        return chance + (1 - chance) * similarity

    def standard_error(self, similarity: float) -> float:
        """Standard deviation of the estimate at a true similarity.

        Example:
            >>> round(BbitScheme().standard_error(0.8), 4)
            0.0424
        """
        p = self.p_agree(similarity)
        error: float = sqrt(p * (1 - p) / self.minima.permutations)
        return error / (1 - 2.0**-self.bits)


@dataclass(frozen=True)
class BbitSketch:
    """The b-bit sketch of one text, with the scheme that made it."""

    planes: UInt8s
    scheme: BbitScheme

    def resemblance(self, other: BbitSketch) -> tuple[float, float]:
        """Estimate the Jaccard coefficient of both texts and its standard error.

        Raises:
            UsageError: the sketches are of different schemes.
        """
        if self.scheme != other.scheme:
            raise UsageError(
                f"sketch {self.scheme.name}: cannot be compared with {other.scheme.name}; "
                "sketch both texts with one scheme"
            )
        agreeing = _agreeing(self.planes[None], other.planes[None], self.scheme)
        estimate = float(self.scheme.estimate(agreeing / self.scheme.minima.permutations)[0])
        return estimate, self.scheme.standard_error(estimate)


def _agreeing(one: UInt8s, other: UInt8s, scheme: BbitScheme) -> Int64s:
    """Count the positions at which all bits of each pair of sketches agree."""
    differ = np.bitwise_or.reduce(one ^ other, axis=1)
    apart = np.bitwise_count(differ).sum(axis=1, dtype=np.int64)
    agreeing: Int64s = scheme.minima.permutations - apart
    return agreeing


def bbit_pairs(texts: Sequence[str], threshold: float, *, bits: int = BITS) -> Found:
    """Find pairs by comparing all sketches with each other; nothing is verified.

    Cost:
        O(N^2) exclusive ors, ``bits`` times 25 bytes each.
    """
    scheme = BbitScheme(bits=bits)
    made = sketched(texts, scheme.minima.permutations)
    planes = scheme.cut(made.minima)
    parts = list(_reaching(planes, threshold, scheme))
    left = np.concatenate([part[0] for part in parts])
    right = np.concatenate([part[1] for part in parts])
    similarity = np.concatenate([part[2] for part in parts])
    return ordered(made.texts[left], made.texts[right], similarity, planes.nbytes)


def _reaching(
    planes: UInt8s, threshold: float, scheme: BbitScheme
) -> Iterator[tuple[Int64s, Int64s, Float64s]]:
    yield np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
    rows = max(1, _CELLS_AT_ONCE // max(1, planes.size))
    for start in range(0, len(planes), rows):
        block = planes[start : start + rows]
        differ = np.bitwise_or.reduce(block[:, None] ^ planes[None, start:], axis=2)
        apart = np.bitwise_count(differ).sum(axis=2, dtype=np.int64)
        similarity = scheme.estimate(1 - apart / scheme.minima.permutations)
        # Rounding must not lose a pair that stands at the threshold itself.
        enough = np.triu(similarity >= threshold - 1e-12, 1)
        one, two = np.nonzero(enough)
        yield one + start, two + start, similarity[one, two]
