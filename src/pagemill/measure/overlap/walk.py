"""A random walk over pages that comes to rest on all pages alike.

Two pages are neighbours if one query of the pool lists both. A step picks a query of the page
and a page of its answer; it is taken with a chance that makes up for pages with more queries
being reached more often. No weights are needed, but the first steps are lost, and neighbours
resemble one another.

Source: Bar-Yossef, Gurevich 2006/2008, "Random sampling from a search engine's index";
Metropolis and others 1953; Geweke 1992 for the test.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.sampler import Sample

BURN_IN = 0.1
"""Share of the steps that are dropped at the beginning."""


def walk(
    asker: Asker, lexicon: Lexicon, *, seed: int = 0, rarest: int = 2, commonest: float = 0.1
) -> Sample:
    """Walk until the budget is spent; every step counts, also one that stays.

    Args:
        asker: the way to the engine.
        lexicon: its words are the queries.
        seed: chance.
        rarest: words in fewer pages of the lexicon are not asked for.
        commonest: nor are those in a larger share of them, for they overflow.
    """
    pool = set(lexicon.between(rarest, max(rarest, int(commonest * len(lexicon.pages)))))
    chance = np.random.default_rng(seed)
    steps: list[str] = []
    try:
        page = _start(asker, sorted(pool), chance)
        while page and asker.left > 0 and len(steps) < 4 * asker.terms.budget:
            page = _step(asker, pool, page, chance)
            steps.append(page)
    except BudgetSpentError:
        pass
    kept = steps[int(BURN_IN * len(steps)) :]
    return Sample(pages=tuple(kept), weights=(1.0,) * len(kept), visible=1.0)


def _start(asker: Asker, pool: list[str], chance: np.random.Generator) -> str:
    while pool and asker.left > 0:
        listed = asker.valid(Query((pool[int(chance.integers(len(pool)))],)))
        if listed:
            return listed[int(chance.integers(len(listed)))]
    return ""


def _step(asker: Asker, pool: set[str], page: str, chance: np.random.Generator) -> str:
    here = sorted(asker.words(page) & pool)
    listed = asker.valid(Query((here[int(chance.integers(len(here)))],))) if here else ()
    if not listed:
        return page
    other = listed[int(chance.integers(len(listed)))]
    there = len(asker.words(other) & pool)
    return other if chance.random() < len(here) / max(there, 1) else page


def geweke(values: Sequence[float]) -> float:
    """How far the first tenth of a walk lies from its last half, in standard errors.

    Above 2 the walk had not settled. Neighbouring steps resemble one another, so errors are
    taken from the means of batches.
    """
    whole = np.array(values, np.float64)
    first, last = whole[: len(whole) // 10], whole[len(whole) // 2 :]
    if len(first) < 10:
        return 0.0
    spread = np.hypot(_error(first), _error(last))
    return float(abs(first.mean() - last.mean()) / spread) if spread else 0.0


def _error(values: np.ndarray) -> float:
    count = max(2, int(len(values) ** 0.5))
    means = np.array([batch.mean() for batch in np.array_split(values, count)])
    return float(means.std(ddof=1) / count**0.5)
