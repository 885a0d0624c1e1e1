"""How well a ranking finds known items: reciprocal rank and discounted gain, with intervals.

Source:
    Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques, 2002 (nDCG);
    Voorhees, The TREC-8 Question Answering Track Report, 1999 (mean reciprocal rank); Efron,
    Bootstrap Methods, 1979 (percentile intervals over queries).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

DEPTH = 10
"""Hits that count for nDCG."""

RESAMPLED = 1000


class Estimate(NamedTuple):
    """A mean with the interval that holds it in 95 of 100 samples of queries."""

    mean: float
    low: float
    high: float


def reciprocal(rank: int | None) -> float:
    """1 / rank, 0 where the item was not found."""
    return 1.0 / rank if rank else 0.0


def gain(rank: int | None, depth: int = DEPTH) -> float:
    """NDCG of a list whose only right item stands at this rank.

    Example:
        >>> gain(1), gain(3), gain(11), gain(None)
        (1.0, 0.5, 0.0, 0.0)
    """
    return 1.0 / math.log2(1 + rank) if rank and rank <= depth else 0.0


def estimate(values: Sequence[float], seed: int = 1) -> Estimate:
    """The mean of some values with its interval; all 0 without values."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    found = np.array(values)
    chance = np.random.default_rng(seed)
    means = found[chance.integers(0, len(found), (RESAMPLED, len(found)))].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5]).tolist()
    return Estimate(float(found.mean()), low, high)
