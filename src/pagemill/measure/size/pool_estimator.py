"""Size of an engine that lists every page that matches: each page counts once, in parts.

A query counts each page that it lists by one over the queries of the pool that the page
contains. Over the whole pool every page then counts once, so the mean over drawn queries, times
the size of the pool, is the number of pages that contain any word of it. Drawing words by their
expected number of pages instead of evenly halves the error.

Source: Broder and others 2006, "Estimating corpus size via queries". The draw by size is ours.
"""

from __future__ import annotations

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.asking.audit import Audit
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal, mean_of
from pagemill.measure.lexicon import Lexicon

MOST_OVERFLOW = 0.2
"""Above this share of answers cut off, the method is refused: its result would be half."""


def by_pool(
    asker: Asker, lexicon: Lexicon, audited: Audit, *, seed: int = 0, by_size: bool = True
) -> Estimate:
    """Draw words until the budget is spent, and add up what pages count.

    Args:
        asker: the way to the engine.
        lexicon: its words are the pool.
        audited: what the audit showed.
        seed: chance of the draws.
        by_size: draw words by the number of pages expected, not evenly.

    Raises:
        UsageError: the engine cuts off too many answers.
    """
    if audited.overflow_share > MOST_OVERFLOW:
        raise UsageError(
            f"{asker.engine.name}: {audited.overflow_share:.0%} of its answers are cut off, so "
            "the pool estimator would come out far too low; use --method importance"
        )
    pool = sorted(lexicon.frequencies)
    weights = np.array([lexicon.frequencies[word] if by_size else 1 for word in pool], float)
    chances = weights / weights.sum()
    chance = np.random.default_rng(seed)
    drawn: list[float] = []
    cut = 0
    try:
        while asker.left > 0:
            place = int(chance.choice(len(pool), p=chances))
            answer = asker.search(Query((pool[place],)))
            if answer is None:
                continue
            cut += answer.overflow
            drawn.append(_counted(asker, Query((pool[place],)), lexicon) / chances[place])
            if len(drawn) >= asker.terms.budget * 4:
                break  # nearly every word is known by now
    except BudgetSpentError:
        pass
    point, se = mean_of(np.array(drawn))
    low, high = log_normal(point, se)
    warnings = (f"{cut} of {len(drawn)} answers were cut off: too low",) if cut else ()
    return Estimate(
        what="pages",
        point=point,
        se=se,
        low=low,
        high=high,
        method="pool estimator" + (", words drawn by size" if by_size else ""),
        samples=len(drawn),
        seed=seed,
        warnings=warnings,
    )


def whole_pool(asker: Asker, lexicon: Lexicon) -> float:
    """Pages that contain a word of the pool, each asked for: exact without overflow."""
    return sum(_counted(asker, Query((word,)), lexicon) for word in lexicon.frequencies)


def _counted(asker: Asker, query: Query, lexicon: Lexicon) -> float:
    known = lexicon.frequencies
    return sum(
        1 / sum(word in known for word in asker.words(page))
        for page in asker.valid(query) or ()
    )
