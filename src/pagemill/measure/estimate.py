"""A number that never comes alone: with interval, method, cost, and what it is a number of.

Source: Burnham and others 1987 for the log-normal interval on what was not seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

Z95 = 1.959963984540054
"""Standard deviations to each side of a normal mean that hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a measurement took.

    Attributes:
        queries: searches that reached the engine.
        fetches: pages asked for.
        unanswered: requests that stayed without an answer after all tries.
    """

    queries: int = 0
    fetches: int = 0
    unanswered: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The result of one measurement.

    Attributes:
        what: what was measured, such as ``pages``.
        point: the estimate.
        se: its standard error.
        low: lower end of the 95 % interval.
        high: upper end.
        method: name of the method, and why it was chosen.
        visible: what part of the index the method can see at all, as a share; None: unknown.
        samples: independent draws that it rests on.
        cost: requests.
        seed: the seed of its chance.
        warnings: what the reader must know.
    """

    what: str
    point: float
    se: float
    low: float
    high: float
    method: str
    visible: float | None = None
    samples: int = 0
    cost: Cost = field(default_factory=Cost)
    seed: int = 0
    warnings: tuple[str, ...] = ()


def log_normal(point: float, se: float, least: float = 0.0) -> tuple[float, float]:
    """The 95 % interval of a number that cannot be below what was seen.

    Args:
        point: the estimate.
        se: its standard error.
        least: what was seen for certain.

    Example:
        >>> low, high = log_normal(100.0, 20.0)
        >>> round(low), round(high)
        (68, 147)
    """
    unseen = point - least
    if unseen <= 0 or se <= 0:
        return (max(point, least), max(point, least))
    factor = math.exp(Z95 * math.sqrt(math.log1p((se / unseen) ** 2)))
    return (least + unseen / factor, least + unseen * factor)


def mean_of(draws: Floats) -> tuple[float, float]:
    """Mean of independent draws and its standard error; infinite for fewer than two."""
    if len(draws) < 2:
        return (float(draws.mean()) if len(draws) else 0.0, math.inf)
    return float(draws.mean()), float(draws.std(ddof=1) / math.sqrt(len(draws)))


def ratio_of(over: Floats, under: Floats) -> tuple[float, float]:
    """Ratio of two sums over the same draws, and its standard error by the jackknife.

    Example:
        >>> ratio_of(np.array([1.0, 2.0]), np.array([2.0, 4.0]))
        (0.5, 0.0)
    """
    top, bottom, count = float(over.sum()), float(under.sum()), len(over)
    if bottom == 0 or count < 2:
        return (top / bottom if bottom else 0.0, math.inf)
    rest = bottom - under
    without = np.divide(top - over, rest, out=np.zeros_like(over), where=rest > 0)
    spread = float(((without - without.mean()) ** 2).sum()) * (count - 1) / count
    return top / bottom, math.sqrt(spread)


def share_interval(point: float, se: float) -> tuple[float, float]:
    """A 95 % interval of a share from its standard error, kept within 0 and 1."""
    return max(0.0, point - Z95 * se), min(1.0, point + Z95 * se)
