"""How often a page changes, from visits that saw only whether it had changed.

A page is taken to change as a Poisson process of rate lambda. A visit after a gap t finds it
changed with probability 1 - exp(-lambda t), however often it changed meanwhile, so the share of
visits that found a change says too little once gaps are long. The estimate here maximises the
likelihood of what was seen, with half an unchanged visit added, which for equal gaps is exactly
the estimator of Cho and Garcia-Molina and stays near the truth when gaps differ.

What a visit cannot say is left out: the first visit has no gap, a failed one joins the gap
before it to the one behind it. An answer "not modified" is an unchanged visit.

Source: Cho, Garcia-Molina 2003, "Estimating frequency of change", sections 4 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_STEPS: Final = 60
_PRIOR_VISITS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Visits:
    """What visits of many pages saw, as columns of equal length.

    Attributes:
        page: number of the page, 0 or more.
        gap: time since the visit before, in the unit of the rates; above 0.
        changed: whether the page differed from what that visit saw.
    """

    page: NDArray[np.int64]
    gap: Floats
    changed: Bools


def regular_rate(visits: int, changes: int, gap: float) -> float:
    """Changes per time from visits at equal gaps.

    Args:
        visits: visits that had one before them.
        changes: those that found a change.
        gap: time between visits.

    Example:
        >>> round(regular_rate(10, 6, 1.0), 3)  # not 0.6, which counts no change twice
        0.847
    """
    return float(-np.log((visits - changes + 0.5) / (visits + 0.5)) / gap)


def rates(visits: Visits, pages: int) -> Floats:
    """Rate of change of each page by maximum likelihood; gaps may differ.

    Args:
        visits: what was seen.
        pages: number of pages; one without a visit that counts has the rate ``nan``.

    Returns:
        One rate a page, changes per unit of the gaps; 0 where no change was ever seen.
    """
    count = np.bincount(visits.page, minlength=pages)
    total = np.bincount(visits.page, weights=visits.gap, minlength=pages)
    mean = np.divide(total, count, out=np.full(pages, np.nan), where=count > 0)
    changed = np.asarray(visits.changed)
    page, gap = visits.page[changed], visits.gap[changed]
    still = np.bincount(
        visits.page[~changed], weights=visits.gap[~changed], minlength=pages
    ) + 0.5 * np.nan_to_num(mean)
    seen = np.bincount(page, minlength=pages)

    # The left side of  sum over changed of t / (exp(l t) - 1) = sum over unchanged of t  falls
    # as l grows, from infinity to 0: the root is found by halving on a scale of powers.
    low = np.full(pages, -40.0)
    high = np.full(pages, 40.0)
    scale = np.where(count > 0, np.nan_to_num(mean, nan=1.0), 1.0)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        rate = np.exp2(middle) / scale
        with np.errstate(over="ignore"):
            left = np.bincount(
                page,
                weights=gap / np.expm1(np.minimum(rate[page] * gap, 700.0)),
                minlength=pages,
            )
        is_below = left > still
        low = np.where(is_below, middle, low)
        high = np.where(is_below, high, middle)
    found = np.exp2((low + high) / 2) / scale
    return np.where(count == 0, np.nan, np.where(seen == 0, 0.0, found))


def declared_rate(ages: Floats, gaps: Floats, changed: Bools) -> float:
    """Rate of a page that says when it was last changed.

    Each visit that finds a change has watched the page since that change, any other since the
    visit before: events divided by the time watched, less the bias of few events.

    Args:
        ages: for each visit, time since the change that the page declares.
        gaps: for each visit, time since the visit before.
        changed: for each visit, whether the page had changed since.

    Source: Cho, Garcia-Molina 2003, section 5.
    """
    events = int(np.count_nonzero(changed))
    watched = float(np.where(changed, np.minimum(ages, gaps), gaps).sum())
    if events == 0 or watched <= 0:
        return 0.0
    return max(events - 1, 0.5) / watched


def pooled(estimates: Floats, visits: NDArray[np.int64], hosts: NDArray[np.int64]) -> Floats:
    """Rates of pages, those of few visits drawn towards what is usual at their host.

    Args:
        estimates: rate of each page; ``nan`` where nothing is known.
        visits: visits behind each.
        hosts: number of each page's host.

    Returns:
        Rates without ``nan`` at hosts where any page is known; elsewhere the mean of all.
    """
    known = ~np.isnan(estimates)
    weight = np.where(known, visits, 0).astype(np.float64)
    value = np.nan_to_num(estimates)
    count = int(hosts.max()) + 1 if len(hosts) else 0
    total = np.bincount(hosts, weights=weight, minlength=count)
    whole = float((weight * value).sum() / weight.sum()) if weight.sum() else np.nan
    usual = np.bincount(hosts, weights=weight * value, minlength=count) + _PRIOR_VISITS * whole
    usual = usual / (total + _PRIOR_VISITS)
    return (weight * value + _PRIOR_VISITS * usual[hosts]) / (weight + _PRIOR_VISITS)
