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
from pagemill.measure.size.pool import Aim, Floats, Int64s, Pool

MOST_TRIES = 400
TRIED = 0.3
"""Share of the draws whose page is tried for where hardly any fails to come back at once."""

TRIED_IF_CUT = 0.9
"""The same where all answers are cut off: then the tries err as much as the draws do."""

PILOT = 24
_DRAWS_A_SEARCH = 2
_USUAL = 2.0


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


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a few words of spread frequency showed.

    Attributes:
        scale: pages of the engine for each page of the sample, roughly.
        cut: share of the answers that were cut off.
    """

    scale: float
    cut: float


def pilot(asker: Asker, lexicon: Lexicon, seed: int = 0) -> Pilot:
    """Ask for the words that an audit with the same seed asked for, which costs nothing then.

    Of what may be asked for otherwise, a quarter at most is spent.
    """
    frequencies = lexicon.frequencies
    listed = outside = least = asked = cut = 0
    enough = asker.left - asker.left // 4
    for word in lexicon.spread(PILOT, seed):
        if asker.left <= enough:
            break
        answer = asker.search(Query((word,)))
        if answer is None:
            continue
        asked += 1
        cut += answer.overflow
        if answer.overflow:
            # All that is known is that there are more: count it if that raises the ratio.
            least = max(least, len(answer.ids) // frequencies[word])
            continue
        listed += len(answer.ids)
        outside += frequencies[word]
    scale = max((listed + 1) / (outside + 1), float(least))
    return Pilot(scale, cut / asked if asked else 0.0)


def draws(asker: Asker, pool: Pool, *, seed: int = 0, tried: float = TRIED) -> list[Draw]:
    """Draw pages until the budget is spent, or two for each search that was allowed.

    Args:
        asker: the way to the engine.
        pool: what to ask for.
        seed: chance of the draws.
        tried: share of the draws whose page is tried for; 1 for the method as published.
    """
    chance = np.random.default_rng(seed)
    made: list[Draw] = []
    owners = _Owners(asker, pool)
    most = _DRAWS_A_SEARCH * max(asker.left, 0)
    try:
        while len(pool) and asker.left > 0 and len(made) < most:
            _draw(owners, chance, made)
            last = made[-1]
            if last.page and chance.random() < tried:
                _try(owners, chance, made)
    except BudgetSpentError:
        pass
    return made


class _Owners:
    """An engine and a pool, with the shares of every page that was met."""

    def __init__(self, asker: Asker, pool: Pool) -> None:
        self.asker = asker
        self.pool = pool
        self._shares: dict[str, tuple[Int64s, Floats]] = {}

    def shares(self, page: str) -> tuple[Int64s, Floats]:
        """Places of a page's queries, ascending, and its shares."""
        if page not in self._shares:
            words = self.pool.numbered(self.asker.words(page))
            self._shares[page] = self.pool.shares(words)
        return self._shares[page]

    def owned(self, page: str, place: int) -> float:
        """The share that a query owns of a page."""
        places, shares = self.shares(page)
        at = int(np.searchsorted(places, place))
        return float(shares[at]) if at < len(places) and places[at] == place else 0.0


def _draw(owners: _Owners, chance: np.random.Generator, made: list[Draw]) -> None:
    pool = owners.pool
    place = pool.draw(chance)
    listed = owners.asker.valid(pool.query(place)) or ()
    owned = np.array([owners.owned(page, place) for page in listed])
    if not owned.sum():
        made.append(Draw(0.0))
        return
    chosen = int(chance.choice(len(listed), p=owned / owned.sum()))
    made.append(Draw(float(owned.sum()) / pool.chance_of(place), listed[chosen]))


def _try(owners: _Owners, chance: np.random.Generator, made: list[Draw]) -> None:
    """Ask queries of the page, drawn by its shares, until one lists it."""
    mass, page = made[-1].mass, made[-1].page
    places, shares = owners.shares(page)
    for tries in range(1, MOST_TRIES + 1):
        # Kept as far as it came: to drop it when the budget ends would favour easy pages.
        made[-1] = Draw(mass, page, tries)
        query = owners.pool.query(int(chance.choice(places, p=shares)))
        found = owners.asker.search(query)
        if found is not None and page in found.ids:
            return


def counted(made: list[Draw], cut: float = 0.0) -> tuple[float, float]:
    """Pages that the draws stand for, and the standard error.

    The mean mass counts each page by the share of its queries that list it; the pages tried
    for tell by how much that is too little. A few pages take very many tries. A sample that
    missed them comes out too low, and would be too sure of it: so half of the variance of the
    tries is what is usual where so many answers are cut off.

    Args:
        made: the draws.
        cut: share of the answers that are cut off.
    """
    mass = np.array([draw.mass for draw in made])
    some = np.array([(draw.mass, draw.mass * draw.tries) for draw in made if draw.tries])
    point, error = mean_of(mass)
    if len(some) < 2:
        return point, math.inf
    factor = float(some[:, 1].sum() / some[:, 0].sum())
    rest = some[:, 1] - factor * some[:, 0]
    own = (float(rest.std(ddof=1)) / float(some[:, 0].mean())) ** 2
    relative = math.sqrt((own + max(own, _USUAL * cut)) / 2 / len(some))
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
    found = pilot(asker, lexicon, seed)
    pool = Pool(lexicon, Aim(found.scale, asker.engine.limit, alpha=alpha))
    tried = TRIED + (TRIED_IF_CUT - TRIED) * found.cut if alpha is None else 1.0
    made = draws(asker, pool, seed=seed, tried=tried)
    point, se = counted(made, found.cut)
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
