"""What a method is: texts in, pairs with a similarity out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pagemill.dedup.columns import Bools, Float64s, Int64s
from pagemill.dedup.verify import reaches

DEFAULT = "bands"
"""Name of the method that is taken unless another is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Pairs of texts by number, ``left < right``, ascending, with what they cost to keep.

    Attributes:
        left: number of the first text.
        right: number of the second.
        similarity: by the method's own measure, 0 to 1; where it gives no degree, 1.
        kept_bytes: what the method must store of all texts to find these pairs.
    """

    left: Int64s
    right: Int64s
    similarity: Float64s
    kept_bytes: int

    def __len__(self) -> int:
        return self.left.size

    def only(self, wanted: Bools) -> Found:
        """Those pairs that are marked."""
        return Found(
            left=self.left[wanted],
            right=self.right[wanted],
            similarity=self.similarity[wanted],
            kept_bytes=self.kept_bytes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One way to find duplicates.

    Attributes:
        name: what it is called on the command line.
        says: what it does, in one line.
        pairs: texts and a threshold to pairs; a text without words is in none.
        p_found: chance that a pair is found, from its Jaccard coefficient and the threshold;
            None where no formula is known.
    """

    name: str
    says: str
    pairs: Callable[[Sequence[str], float], Found]
    p_found: Callable[[float, float], float] | None = None


def ordered(left: Int64s, right: Int64s, similarity: Float64s, kept_bytes: int) -> Found:
    """Put pairs in order."""
    order = np.lexsort((right, left))
    return Found(
        left=left[order],
        right=right[order],
        similarity=similarity[order],
        kept_bytes=kept_bytes,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """Pairs whose similarity is a share of two whole numbers.

    Attributes:
        left: number of the first text of each pair.
        right: number of the second.
        part: numerator.
        whole: denominator.
    """

    left: Int64s
    right: Int64s
    part: Int64s
    whole: Int64s

    def reaching(self, threshold: Fraction, kept_bytes: int) -> Found:
        """The pairs that reach the threshold, compared in whole numbers."""
        found = self.only_reaching(threshold)
        return ordered(found.left, found.right, found.part / found.whole, kept_bytes)

    def only_reaching(self, threshold: Fraction) -> Shares:
        """The same without the similarity worked out."""
        enough = reaches(self.part, self.whole, threshold)
        return Shares(
            left=self.left[enough],
            right=self.right[enough],
            part=self.part[enough],
            whole=self.whole[enough],
        )
