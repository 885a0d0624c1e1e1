"""How up to date a copy of the web is now, will be, and could be for what budget.

Of each page it is known when it was last visited and how often it changes. Then it is fresh
now with a chance that falls with the time since, and its age grows faster than that time.

Source: Cho, Garcia-Molina 2003; IIR 20 and CMS 3.2 for freshness and age.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.crawl.revisiting.recrawl import freshest_plan
from pagemill.crawl.revisiting.recrawl import freshness as kept_fresh

Floats = NDArray[np.float64]
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.99)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshnessReport:
    """How up to date a copy is.

    Attributes:
        pages: pages with a visit.
        fresh: expected share of pages that are up to date now.
        age: expected mean time for which a page has been out of date, in days.
        since_visit: quantile -> days since the last visit.
        ages: quantile -> expected age in days.
        backlog: expected number of pages that have changed since their visit.
        backlog_next_week: the same in seven days if nothing is visited.
        budget: visits a day -> share of pages kept fresh by the best plan.
        rates: pages whose change rate was measured; the others have the mean rate.
    """

    pages: int
    fresh: float
    age: float
    since_visit: dict[str, float]
    ages: dict[str, float]
    backlog: float
    backlog_next_week: float
    budget: dict[str, float]
    rates: int


def freshness_now(rate: Floats, elapsed: Floats) -> Floats:
    """Chance that a page has not changed since its visit.

    Example:
        >>> float(freshness_now(np.array([1 / 7]), np.array([7.0]))[0].round(4))
        0.3679
    """
    return np.exp(-rate * elapsed)


def age_now(rate: Floats, elapsed: Floats) -> Floats:
    """Expected age of a page whose last visit was so long ago.

    Example:
        >>> ages = age_now(np.full(4, 1 / 7), np.array([1.0, 7.0, 14.0, 30.0]))
        >>> ages.round(4).tolist()
        [0.0681, 2.5752, 7.9473, 23.0963]
    """
    return elapsed + np.expm1(-rate * elapsed) / rate


def report(rate: Floats, elapsed: Floats, measured: int) -> FreshnessReport:
    """Sum up a collection.

    Args:
        rate: changes a day of each page, above 0.
        elapsed: days since the last visit of each page.
        measured: pages whose rate was measured.
    """
    if not len(rate):
        return FreshnessReport(
            pages=0,
            fresh=0.0,
            age=0.0,
            since_visit={},
            ages={},
            backlog=0.0,
            backlog_next_week=0.0,
            budget={},
            rates=0,
        )
    fresh, ages = freshness_now(rate, elapsed), age_now(rate, elapsed)
    return FreshnessReport(
        pages=len(rate),
        fresh=float(fresh.mean()),
        age=float(ages.mean()),
        since_visit=_quantiles(elapsed),
        ages=_quantiles(ages),
        backlog=float((1 - fresh).sum()),
        backlog_next_week=float((1 - freshness_now(rate, elapsed + 7)).sum()),
        budget=dict(budget_curve(rate, [len(rate) / days for days in (30, 14, 7, 3, 1)])),
        rates=measured,
    )


def budget_curve(rate: Floats, budgets: Sequence[float]) -> list[tuple[str, float]]:
    """Share of pages that the best plan keeps fresh, for each number of visits a day."""
    even = np.ones(len(rate))
    return [
        (
            f"{budget:g}",
            float(kept_fresh(rate, freshest_plan(rate, even, budget)).mean()),
        )
        for budget in budgets
    ]


def _quantiles(values: Floats) -> dict[str, float]:
    found = np.quantile(values, QUANTILES)
    return {f"{q:g}": float(one) for q, one in zip(QUANTILES, found, strict=True)}
