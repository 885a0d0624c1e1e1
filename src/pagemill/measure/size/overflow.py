"""Size from how often the same pages come back, and how much is cut off.

Cheap, and biased upwards by half under a ranking: for comparison only.

Source: Lu 2010, "Ranking bias in deep web size estimation using capture recapture method";
Lu, Li 2010. Needs true totals.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

RANKED = 1.1
UNIFORM = 2.1


def overlapping_rate(samples: Sequence[Sequence[T]]) -> float:
    """Results returned for each distinct one."""
    distinct = {page for sample in samples for page in sample}
    return sum(map(len, samples)) / len(distinct) if distinct else 1.0


def lu(samples: Sequence[Sequence[T]], matched: int, exponent: float = RANKED) -> float:
    """Pages in all; infinite if none came back twice.

    Args:
        samples: what each query returned.
        matched: sum of the totals of these queries.
        exponent: 1.1 for the results of queries, 2.1 for uniform draws.

    Example:
        >>> round(lu([["a", "b"], ["b", "c"]], matched=4, exponent=UNIFORM), 1)
        6.6
    """
    rate = overlapping_rate(samples)
    if rate <= 1:
        return math.inf
    returned = sum(map(len, samples))
    distinct = returned / rate
    return float(distinct / (1 - rate**-exponent) * (matched / returned))
