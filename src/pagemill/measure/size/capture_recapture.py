"""Counting by marking: what is drawn twice tells how much there is.

All of these assume that every page is as likely to be drawn as any other. Where some are more
likely in both draws, all come out too low; take them as lower bounds.

Source: Chapman 1951; Chao 1987; Schumacher, Eschmeyer 1943; Shokouhi and others 2006 for
multiple capture-recapture of search engines; Burnham and others 1987 for the interval.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

import numpy as np

from pagemill.measure.estimate import Estimate, log_normal

T = TypeVar("T", bound=Hashable)


def lincoln_petersen(first: int, second: int, both: int) -> float:
    """Pages in all, from two samples; infinite if nothing was drawn twice.

    Example:
        >>> lincoln_petersen(200, 300, 20)
        3000.0
    """
    return first * second / both if both else math.inf


def chapman(first: int, second: int, both: int) -> Estimate:
    """The same with little bias, with an interval.

    Args:
        first: distinct pages of one sample.
        second: of the other.
        both: pages in both.

    Example:
        >>> round(chapman(150, 150, 11).point)
        1899
    """
    c, r, t = first, second, both
    point = (c + 1) * (r + 1) / (t + 1) - 1
    variance = (c + 1) * (r + 1) * (c - t) * (r - t) / ((t + 1) ** 2 * (t + 2))
    low, high = log_normal(point, math.sqrt(variance), least=c + r - t)
    warnings = () if t else ("nothing was drawn twice: the true number may be far larger",)
    return Estimate(
        what="pages",
        point=point,
        se=math.sqrt(variance),
        low=low,
        high=high,
        method="capture-recapture (Chapman)",
        samples=c + r,
        warnings=warnings,
    )


def relative_size(a_in_b: float, b_in_a: float) -> float:
    """Size of A next to B, from the shares of each that are in the other.

    Example:
        >>> relative_size(1 / 2, 1 / 6) == 1 / 3  # half of A in B, a sixth of B in A
        True
        >>> round(relative_size(0.3, 0.5), 3)
        1.667
    """
    return b_in_a / a_in_b if a_in_b else math.inf


def chao(draws: Sequence[T]) -> Estimate:
    """A lower bound from how many pages were drawn once and how many twice."""
    times = Counter(Counter(draws).values())
    seen, once, twice = sum(times.values()), times[1], times[2]
    point = seen + once * (once - 1) / (2 * (twice + 1))
    ratio = once / twice if twice else 0.0
    variance = (
        twice * (ratio**2 / 2 + ratio**3 + ratio**4 / 4)
        if twice
        else max(0.0, once * (once - 1) / 2 + once * (2 * once - 1) ** 2 / 4)
    )
    low, high = log_normal(point, math.sqrt(variance), least=seen)
    return Estimate(
        what="pages",
        point=point,
        se=math.sqrt(variance),
        low=low,
        high=high,
        method="Chao's lower bound",
        samples=len(draws),
    )


def coverage(draws: Sequence[T]) -> float:
    """Pages in all by the coverage of the draws, corrected for unequal chances (Chao, Lee)."""
    count = len(draws)
    times = Counter(Counter(draws).values())
    seen, once = sum(times.values()), times[1]
    if not count or once == count:
        return math.inf
    covered = 1 - once / count
    pairs = sum(i * (i - 1) * f for i, f in times.items())
    spread = max(0.0, seen / covered * pairs / (count * (count - 1)) - 1)
    return seen / covered + count * (1 - covered) / covered * spread


def capture_history(samples: Sequence[Sequence[T]]) -> float:
    """Pages in all from a row of samples: a regression of what came back on what was marked.

    Args:
        samples: addresses of each sample, in the order they were drawn.
    """
    marked: set[T] = set()
    over = under = 0.0
    for sample in samples:
        drawn = set(sample)
        again = len(drawn & marked)
        over += len(drawn) * len(marked) ** 2
        under += again * len(marked)
        marked |= drawn
    return over / under if under else math.inf


def multiple(samples: Sequence[Sequence[T]]) -> float:
    """Pages in all from the pages that any two samples share."""
    sizes = np.array([len(set(sample)) for sample in samples], np.float64)
    total = float((sizes.sum() ** 2 - (sizes**2).sum()) / 2)
    times = Counter(page for sample in samples for page in set(sample))
    shared = sum(n * (n - 1) // 2 for n in times.values())
    return total / shared if shared else math.inf


def planned_sample(size: float, relative_error: float) -> float:
    """Draws that each of two samples needs for a relative standard error.

    Example:
        >>> round(planned_sample(1e6, 0.05))
        20000
    """
    return math.sqrt(size) / relative_error
