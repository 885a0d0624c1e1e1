"""Shares of a sample: exact intervals, and what a test that errs does to them.

Source: Clopper, Pearson 1934; Rogan, Gladen 1978 for the correction by sensitivity and
specificity; Hanley, Lippman-Hand 1983 for three over n.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pagemill.errors import UsageError

_HALVINGS = 60


def clopper_pearson(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """An interval of a share that covers at least ``level``, whatever the share.

    Example:
        >>> low, high = clopper_pearson(0, 3000)
        >>> low, round(high, 5)
        (0.0, 0.00123)
    """
    if not trials:
        return 0.0, 1.0
    tail = (1 - level) / 2
    low = 0.0 if hits == 0 else _solved(lambda p: 1 - _below(hits - 1, trials, p), tail)
    high = 1.0 if hits == trials else _solved(lambda p: 1 - _below(hits, trials, p), 1 - tail)
    return low, high


def none_missing(trials: int) -> float:
    """Upper 95 % bound of a share of which not one case was seen: about 3 over n.

    Example:
        >>> round(none_missing(3000), 4)
        0.001
    """
    return float(1 - 0.05 ** (1 / trials)) if trials else 1.0


def corrected(share: float, sensitivity: float, specificity: float = 1.0) -> float:
    """A share as it would be if the test had not erred, within 0 and 1.

    Args:
        share: as the test found it.
        sensitivity: share of pages known to be there that the test finds.
        specificity: share of pages known to be absent that it does not find.

    Raises:
        UsageError: the test is no better than chance.

    Example:
        >>> round(corrected(0.220, 0.333), 3)
        0.661
    """
    power = sensitivity + specificity - 1
    if power <= 0:
        raise UsageError("the test finds pages no better than chance: nothing can be said")
    return min(1.0, max(0.0, (share + specificity - 1) / power))


def _below(hits: int, trials: int, p: float) -> float:
    """Chance of at most so many hits."""
    if p <= 0:
        return 1.0
    if p >= 1:
        return float(hits >= trials)
    start = math.lgamma(trials + 1)
    logs = (
        start
        - math.lgamma(k + 1)
        - math.lgamma(trials - k + 1)
        + k * math.log(p)
        + (trials - k) * math.log1p(-p)
        for k in range(hits + 1)
    )
    return min(1.0, math.fsum(map(math.exp, logs)))


def _solved(rising: Callable[[float], float], wanted: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return (low + high) / 2
