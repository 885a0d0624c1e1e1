"""The exponent of a power law in counts: links to a page, pages of a host.

The exponent is fitted by greatest likelihood to counts from a least one on, which is chosen so
that the fit lies closest to the counts.

Source: Clauset, Shalizi, Newman 2009, "Power-law distributions in empirical data"; in-degrees
of the web follow an exponent near 2.1 (Broder and others 2000).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.measure.estimate import Z95

_FEWEST = 50
_MOST_STARTS = 50


@dataclass(frozen=True, slots=True)
class PowerLaw:
    """A fitted power law.

    Attributes:
        exponent: of the chance of a count, positive.
        low: lower end of its 95 % interval.
        high: upper end.
        least: counts from here on follow it.
        fitted: how many counts that are.
        distance: greatest distance of the fitted and the found distribution.
    """

    exponent: float
    low: float
    high: float
    least: int
    fitted: int
    distance: float


def power_law(counts: Sequence[int]) -> PowerLaw | None:
    """Fit counts; None where there are too few to fit.

    Args:
        counts: at least 50 of them must be positive.
    """
    values = np.sort(np.array([count for count in counts if count > 0], np.float64))
    if len(values) < _FEWEST:
        return None
    starts = np.unique(values)
    starts = starts[np.searchsorted(values, starts) <= len(values) - _FEWEST][:_MOST_STARTS]
    fits = [_fit(values, float(start)) for start in starts]
    return min(fits, key=lambda one: one.distance) if fits else None


def _fit(values: NDArray[np.float64], least: float) -> PowerLaw:
    tail = values[values >= least]
    # Counts are whole numbers: half a step below the least one stands for the integral.
    logs = np.log(tail / (least - 0.5))
    exponent = 1 + len(tail) / float(logs.sum())
    error = (exponent - 1) / len(tail) ** 0.5
    steps = np.unique(tail)
    fitted = 1 - ((steps + 0.5) / (least - 0.5)) ** (1 - exponent)
    found = np.searchsorted(tail, steps, "right") / len(tail)
    return PowerLaw(
        exponent=exponent,
        low=exponent - Z95 * error,
        high=exponent + Z95 * error,
        least=int(least),
        fitted=len(tail),
        distance=float(np.abs(fitted - found).max()),
    )
