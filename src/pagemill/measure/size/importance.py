"""Size of an engine that cuts its answers off, by weighing each page by how it is found.

A query is drawn, then one of the pages it lists. How many of a page's queries list it is not
known; but if queries of the page are tried in turn until one lists it, the number of tries is
one over that share on average. So each draw is unbiased for the number of all pages that any
query of the pool can show, whatever the ranking.

Source: Bar-Yossef, Gurevich 2007/2011, "Efficient search engine measurements". Splitting a page
over its queries by how well their answers fit, instead of evenly, is ours.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal, mean_of
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.pool import Aim, Pool

MOST_TRIES = 400
TRIED = 0.3
"""Share of the draws whose page is tried for: hardly any page fails to come back at once."""

_PILOT = 12


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw and the page it fell on.

    Attributes:
        mass: what the query listed, over its chance; 0 if it listed nothing.
        page: the page, or ``""``.
        tries: queries tried until the page came back; 0 if it was not tried.
    """

    mass: float
    page: str = ""
    tries: int = 0


def pilot(asker: Asker, lexicon: Lexicon, seed: int = 0) -> float:
    """Pages of the engine for each page of the sample, roughly, by words that are seen whole."""
    frequencies = lexicon.frequencies
    listed = outside = least = 0
    for word in lexicon.spread(_PILOT, seed):
        answer = asker.search(Query((word,)))
        if answer is None:
            continue
        if answer.overflow:
            # All that is known is that there are more: count it if that raises the ratio.
            least = max(least, len(answer.ids) // frequencies[word])
            continue
        listed += len(answer.ids)
        outside += frequencies[word]
    return max((listed + 1) / (outside + 1), float(least))


def draws(asker: Asker, pool: Pool, *, seed: int = 0, tried: float = TRIED) -> list[Draw]:
    """Draw pages until the budget is spent, or four for each search that was allowed.

    Args:
        asker: the way to the engine.
        pool: what to ask for.
        seed: chance of the draws.
        tried: share of the draws whose page is tried for; 1 for the method as published.
    """
    chance = np.random.default_rng(seed)
    made: list[Draw] = []
    try:
        while len(pool) and asker.left > 0 and len(made) < 4 * asker.terms.budget:
            _draw(asker, pool, chance, made)
            last = made[-1]
            if last.page and chance.random() < tried:
                _try(asker, pool, chance, made)
    except BudgetSpentError:
        pass
    return made


def _draw(asker: Asker, pool: Pool, chance: np.random.Generator, made: list[Draw]) -> None:
    place = pool.draw(chance)
    listed = asker.valid(pool.query(place)) or ()
    owned = np.array([_owned(asker, pool, page, place) for page in listed])
    if not owned.sum():
        made.append(Draw(0.0))
        return
    chosen = int(chance.choice(len(listed), p=owned / owned.sum()))
    made.append(Draw(float(owned.sum()) / pool.chance_of(place), listed[chosen]))


def _owned(asker: Asker, pool: Pool, page: str, place: int) -> float:
    places, shares = pool.shares(pool.numbered(asker.words(page)))
    return float(shares[places == place].sum())


def _try(asker: Asker, pool: Pool, chance: np.random.Generator, made: list[Draw]) -> None:
    """Ask queries of the page, drawn by its shares, until one lists it."""
    mass, page = made[-1].mass, made[-1].page
    places, shares = pool.shares(pool.numbered(asker.words(page)))
    for tries in range(1, MOST_TRIES + 1):
        # Kept as far as it came: to drop it when the budget ends would favour easy pages.
        made[-1] = Draw(mass, page, tries)
        found = asker.search(pool.query(int(chance.choice(places, p=shares))))
        if found is not None and page in found.ids:
            return


def counted(made: list[Draw]) -> tuple[float, float]:
    """Pages that the draws stand for, and the standard error.

    The mean mass counts each page by the share of its queries that list it; the pages tried
    for tell by how much that is too little.
    """
    mass = np.array([draw.mass for draw in made])
    some = np.array([(draw.mass, draw.mass * draw.tries) for draw in made if draw.tries])
    point, error = mean_of(mass)
    if len(some) < 2:
        return point, math.inf
    factor = float(some[:, 1].sum() / some[:, 0].sum())
    rest = some[:, 1] - factor * some[:, 0]
    relative = float(rest.std(ddof=1)) / math.sqrt(len(some)) / float(some[:, 0].mean())
    return point * factor, math.hypot(error * factor, point * relative)


def by_importance(
    asker: Asker, lexicon: Lexicon, *, seed: int = 0, alpha: float | None = None
) -> Estimate:
    """Estimate the number of pages that the pool can show.

    Args:
        asker: the way to the engine.
        lexicon: words of an outside sample.
        seed: chance.
        alpha: how a page is split, by frequency to the power of minus this, words alone, every
            page tried for; None to split by how well answers fit, with pairs.
    """
    scale = pilot(asker, lexicon, seed)
    pool = Pool(lexicon, Aim(scale, asker.engine.limit, alpha=alpha))
    made = draws(asker, pool, seed=seed, tried=TRIED if alpha is None else 1.0)
    point, se = counted(made)
    low, high = log_normal(point, se)
    named = "fitting words and pairs" if alpha is None else f"words, alpha {alpha:g}"
    capped = sum(draw.tries >= MOST_TRIES for draw in made)
    warnings = (f"{capped} pages did not come back in {MOST_TRIES} tries",) if capped else ()
    return Estimate(
        what="pages",
        point=point,
        se=se,
        low=low,
        high=high,
        method=f"importance sampling, {named}",
        visible=1 - pool.unseen,
        samples=len(made),
        seed=seed,
        warnings=warnings,
    )
