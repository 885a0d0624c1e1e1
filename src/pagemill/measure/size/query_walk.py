"""Size without a pool: a walk from words to pages and back, and how often it comes back.

Each step asks for a word of the page where the walk stands, until an answer lists that page,
and goes on to a page of that answer. So pages are visited in proportion to the words that list
them. How many those are is told by the tries that it took; and the fewer pages there are, the
sooner one of them is met again. Words come from the pages themselves: all that is needed from
outside is one word that finds something.

Source: Zhang, Zhang, Das 2011, "Mining a search engine's corpus", for walks on the graph of
queries and pages; Katzir, Liberty, Somekh 2011 for the size from collisions and degrees.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal
from pagemill.measure.lexicon import Lexicon, is_usable

GAP = 2
"""One visit of so many counts: neighbours share a word, and resemble one another."""

_BURN_IN = 5
_STRETCHES = 10
_MOST_TRIES = 50
_MOST_STEPS = 4


@dataclass(frozen=True, slots=True)
class Visit:
    """A page where the walk stood.

    Attributes:
        page: its address.
        words: words that it could be asked for by.
        tries: words tried until an answer listed it.
    """

    page: str
    words: int
    tries: int


def query_walk(asker: Asker, lexicon: Lexicon, *, seed: int = 0) -> list[Visit]:
    """Walk until the budget is spent.

    Args:
        asker: the way to the engine.
        lexicon: where the walk begins: any word of it that finds a page.
        seed: chance.
    """
    chance = np.random.default_rng(seed)
    visits: list[Visit] = []
    page = ""
    try:
        while asker.left > 0 and len(visits) < _MOST_STEPS * asker.terms.budget:
            # A page that no word brings back is a dead end: begin anew.
            page = page or _begun(asker, lexicon, chance)
            page = _step(asker, page, chance, visits) if page else ""
            if not page and not visits and not lexicon.pages:
                break
    except BudgetSpentError:
        pass
    return visits[_BURN_IN:]


def _begun(asker: Asker, lexicon: Lexicon, chance: np.random.Generator) -> str:
    words = sorted(lexicon.frequencies)
    if not words:
        return ""
    listed = asker.valid(Query((words[int(chance.integers(len(words)))],)))
    return listed[int(chance.integers(len(listed)))] if listed else ""


def _step(asker: Asker, page: str, chance: np.random.Generator, visits: list[Visit]) -> str:
    words = sorted(filter(is_usable, asker.words(page)))
    for tries in range(1, _MOST_TRIES + 1 if words else 0):
        listed = asker.valid(Query((words[int(chance.integers(len(words)))],))) or ()
        if page in listed:
            visits.append(Visit(page, len(words), tries))
            return listed[int(chance.integers(len(listed)))]
    return ""


def by_query_walk(asker: Asker, lexicon: Lexicon, *, seed: int = 0) -> Estimate:
    """Estimate the number of pages from a walk.

    Raises:
        UsageError: no page was met twice, so nothing can be said.
    """
    visits = query_walk(asker, lexicon, seed=seed)[::GAP]
    point, pairs = _size(visits)
    if not pairs:
        raise UsageError(
            f"{asker.engine.name}: the walk of {len(visits)} visits met no page twice; "
            "raise --budget"
        )
    # Stretches of the walk are left out in turn: visits that follow one another are alike.
    without = [_size([*visits[:at], *visits[to:]])[0] for at, to in _stretches(len(visits))]
    se = point * max(1 / math.sqrt(pairs), _spread(without))
    low, high = log_normal(point, se, least=float(len({visit.page for visit in visits})))
    warnings = (f"only {pairs} meetings: raise --budget",) if pairs < 20 else ()
    return Estimate(
        what="pages",
        point=point,
        se=se,
        low=low,
        high=high,
        method="walk over words and pages, size by collisions",
        samples=len(visits),
        seed=seed,
        warnings=warnings,
    )


def _spread(without: Sequence[float]) -> float:
    """Relative error by the jackknife; infinite where one stretch held all meetings."""
    if not all(map(math.isfinite, without)):
        return math.inf
    logs = np.log(np.array(without))
    return float(np.std(logs)) * math.sqrt(len(without) - 1)


def _stretches(visits: int) -> list[tuple[int, int]]:
    ends = np.linspace(0, visits, _STRETCHES + 1).astype(int).tolist()
    return list(pairwise(ends))


def _size(visits: Sequence[Visit]) -> tuple[float, int]:
    """Pages by collisions, infinite for none, and how many collisions there were."""
    tries: dict[str, list[float]] = defaultdict(list)
    for visit in visits:
        # One over the words that list a page, on average.
        tries[visit.page].append(visit.tries / visit.words)
    pairs = sum(len(found) * (len(found) - 1) // 2 for found in tries.values())
    degrees = sum(len(found) ** 2 / sum(found) for found in tries.values())
    inverse = sum(map(sum, tries.values()))
    return degrees * inverse / (2 * pairs) if pairs else math.inf, pairs
