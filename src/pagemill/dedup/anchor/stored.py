"""One text compared exactly with others, by shingle sets that are there already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagemill.dedup.columns import Int64s, offsets
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.verify import intersections


@dataclass(frozen=True, slots=True)
class StoredComparison:
    """Compares texts whose shingles were made before.

    Attributes:
        sets: the shingle sets.
        numbers: of every text there is, which set it has; of those without, any.

    Source:
        Broder 1997, section 2, as :func:`~pagemill.dedup.verify.intersections`.
    """

    sets: ShingleSets
    numbers: Int64s

    def __call__(self, text: int, others: Int64s) -> tuple[Int64s, Int64s]:
        """Sizes of the intersections and unions of one text's shingles with those of others."""
        left = np.full(others.size, self.numbers[text])
        right = self.numbers[others]
        shared = intersections(self.sets, left, right)
        return shared, self.sets.counts[left] + self.sets.counts[right] - shared

    def some(self, texts: Int64s) -> ShingleSets:
        """The sets of some texts, in their order."""
        rows = self.numbers[texts]
        sizes = self.sets.counts[rows]
        bounds = offsets(sizes)
        places = np.arange(int(bounds[-1])) + np.repeat(
            self.sets.offsets[rows] - bounds[:-1], sizes
        )
        return ShingleSets(hashes=self.sets.hashes[places], offsets=bounds)
