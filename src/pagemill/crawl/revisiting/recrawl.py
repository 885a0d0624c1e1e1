"""How often each page should be asked for again, given what can be asked for in all.

With a budget of B visits per unit of time, pages that change at known rates and matter by known
weights, the plan that keeps most of the copy fresh is not the one that visits in proportion to
change: pages that change too fast to be caught get nothing, and the visits go where they help.
The plan that keeps age low visits everything.

Source: Cho, Garcia-Molina 2003, "Effective page refresh policies for Web crawlers"; for
politeness caps Kolobov and others 2019, "Optimal freshness crawl under politeness constraints".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_HALVINGS: Final = 100
_BINS: Final = 1 << 16
_NEWTON_STEPS: Final = 3
# Changes between two visits, x: below, a page is visited as good as always; above, never.
_GRID: Final = np.geomspace(1e-5, 1e7, 1 << 15)


def freshness(rate: Floats, visits: Floats) -> Floats:
    """Share of the time in which a copy is up to date.

    Args:
        rate: changes per unit of time, above 0.
        visits: visits per unit of time at equal intervals, 0 or more.

    Example:
        >>> float(freshness(np.array([1 / 7]), np.array([1 / 7]))[0].round(4))
        0.6321
    """
    ratio = np.divide(rate, visits, out=np.full_like(rate, np.inf), where=visits > 0)
    return np.where(np.isinf(ratio), 0.0, -np.expm1(-ratio) / ratio)


def age(rate: Floats, visits: Floats) -> Floats:
    """Mean time for which a copy has been out of date; infinite without visits.

    Example:
        >>> float(age(np.array([1 / 7]), np.array([1 / 7]))[0].round(4))  # visited weekly
        0.9248
    """
    interval = np.divide(1.0, visits, out=np.full_like(rate, np.inf), where=visits > 0)
    product = rate * interval
    mean = interval / 2 - 1 / rate - np.expm1(-product) / (rate * product)
    return np.where(np.isinf(interval), np.inf, mean)


def age_after(rate: float, elapsed: float) -> float:
    """Expected age of a copy some time after it was made.

    Example:
        >>> round(age_after(1 / 7, 7.0), 4)
        2.5752
    """
    return elapsed - float(-np.expm1(-rate * elapsed)) / rate


def freshest_plan(rate: Floats, weight: Floats, budget: float) -> Floats:
    """Visits per unit of time that keep the largest weighted share of a copy fresh.

    Args:
        rate: changes per unit of time of each page, above 0.
        weight: how much each page matters.
        budget: visits per unit of time in all.

    Returns:
        Visits per unit of time of each page; they add up to the budget.

    Example:
        >>> rates = np.arange(1.0, 6.0)
        >>> [float(x) for x in freshest_plan(rates, np.ones(5), 5.0).round(2)]
        [1.15, 1.36, 1.35, 1.14, 0.0]
    """
    return _planned(rate, weight, budget, _FRESHNESS)


def youngest_plan(rate: Floats, weight: Floats, budget: float) -> Floats:
    """Visits per unit of time that keep the weighted mean age of a copy lowest.

    Args and returns are those of :func:`freshest_plan`; no page is left out.

    Example:
        >>> rates = np.arange(1.0, 6.0)
        >>> [float(x) for x in youngest_plan(rates, np.ones(5), 5.0).round(2)]
        [0.83, 0.97, 1.03, 1.07, 1.09]
    """
    return _planned(rate, weight, budget, _AGE)


def capped(
    plan: Callable[[Floats, Floats, float], Floats],
    rate: Floats,
    weight: Floats,
    budget: float,
    host: NDArray[np.int64],
    cap: Floats,
) -> Floats:
    """A plan in which no host is visited more often than politeness allows.

    What a host's cap takes away is given to the others, as often as that fills another cap.

    Args:
        plan: :func:`freshest_plan` or :func:`youngest_plan`.
        rate: changes per unit of time of each page.
        weight: how much each page matters.
        budget: visits per unit of time in all.
        host: number of each page's host.
        cap: visits per unit of time that each host allows.
    """
    visits = np.zeros_like(rate)
    is_full = np.zeros(len(cap), np.bool_)
    while not is_full.all():
        free = ~is_full[host]
        visits[free] = plan(rate[free], weight[free], max(budget - cap[is_full].sum(), 0.0))
        asked = np.bincount(host, weights=visits, minlength=len(cap))
        over = ~is_full & (asked > cap * (1 + 1e-9))
        if not over.any():
            break
        for number in np.flatnonzero(over):
            own = host == number
            visits[own] = plan(rate[own], weight[own], float(cap[number]))
        is_full |= over
    return visits


@dataclass(frozen=True, slots=True)
class _Objective:
    """What a visit is worth.

    With x changes between two visits, one more visit a unit of time is worth
    ``worth(x) / key``, which at the optimum is the same for all pages that are visited.

    Attributes:
        key: of rate and weight.
        worth: of x; rising from 0.
        slope: its derivative.
    """

    key: Callable[[Floats, Floats], Floats]
    worth: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]


def _worth_of_freshness(x: Floats) -> Floats:
    # 1 - (1 + x) exp(-x), in a form that keeps its digits for small x.
    return -np.expm1(-x) - x * np.exp(-x)


_FRESHNESS: Final = _Objective(
    key=lambda rate, weight: rate / weight,
    worth=_worth_of_freshness,
    slope=lambda x: x * np.exp(-x),
)
_AGE: Final = _Objective(
    key=lambda rate, weight: rate * rate / weight,
    worth=lambda x: x * x / 2 - _worth_of_freshness(x),
    slope=lambda x: -x * np.expm1(-x),
)


def _planned(rate: Floats, weight: Floats, budget: float, objective: _Objective) -> Floats:
    matters = (weight > 0) & (rate > 0)
    visits = np.zeros_like(rate)
    if budget <= 0 or not matters.any():
        return visits
    rate = rate[matters]
    key = objective.key(rate, weight[matters])
    worth = objective.worth(_GRID)
    multiplier = _multiplier(rate, key, budget, worth)
    level = multiplier * key
    x = np.interp(level, worth, _GRID, right=np.inf)
    inside = (level > worth[0]) & (level < worth[-1])
    y, goal = x[inside], level[inside]
    for _ in range(_NEWTON_STEPS):
        y = np.clip(y - (objective.worth(y) - goal) / objective.slope(y), _GRID[0], _GRID[-1])
    x[inside] = y
    found = rate / x
    # The multiplier was found on bins; what that leaves over is spread in proportion.
    visits[matters] = found * (budget / found.sum())
    return visits


def _multiplier(rate: Floats, key: Floats, budget: float, worth: Floats) -> float:
    """The worth of the last visit at which the budget is spent: found by halving.

    Pages of nearly equal keys are taken together, so a try costs as much as there are bins.
    """
    logs = np.log(key)
    low, high = float(logs.min()), float(logs.max())
    width = (high - low) / _BINS or 1.0
    number = np.minimum(((logs - low) / width).astype(np.int64), _BINS - 1)
    weight = np.bincount(number, weights=rate, minlength=_BINS)
    used = np.flatnonzero(weight)
    weight, centre = weight[used], low + (used + 0.5) * width
    least = float(np.log(worth[0])) - high
    most = float(np.log(worth[-1])) - low
    for _ in range(_HALVINGS):
        middle = (least + most) / 2
        x = np.interp(np.exp(centre + middle), worth, _GRID, right=np.inf)
        if (weight / x).sum() > budget:
            least = middle
        else:
            most = middle
    return float(np.exp(least))
