"""Any property of a page, averaged over the whole index: one sampler for many questions.

Pages are drawn as in ``size/importance``: each draw carries a weight that makes up for how
easily its page is found. The share of pages with a property is the weighted mean over the
draws. So what holds for the size holds here: pages that no query of the pool shows are not
seen.

Source: Bar-Yossef, Gurevich 2007/2011, "Efficient search engine measurements".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.estimate import Estimate, ratio_of, share_interval
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.importance import Draw, draws, pilot
from pagemill.measure.size.pool import Aim, Pool

Property = Callable[[str], float | None]
"""Takes the address of a page and gives a number, or None where it cannot be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Pages drawn, with weights that make them stand for the index.

    Attributes:
        pages: their addresses, one for each draw that found one.
        weights: pages that each stands for, up to a common factor.
        visible: share of pages like those of the lexicon that the pool can show.
    """

    pages: tuple[str, ...]
    weights: tuple[float, ...]
    visible: float


def sample(asker: Asker, lexicon: Lexicon, *, seed: int = 0) -> Sample:
    """Draw pages until the budget of the asker is spent."""
    found = pilot(asker, lexicon, seed)
    pool = Pool(lexicon, Aim(found.scale, asker.engine.limit))
    made: list[Draw] = draws(asker, pool, seed=seed, tried=1.0)
    drawn = [draw for draw in made if draw.page and draw.tries]
    return Sample(
        pages=tuple(draw.page for draw in drawn),
        weights=tuple(draw.mass * draw.tries for draw in drawn),
        visible=1 - pool.unseen,
    )


def mean(drawn: Sample, what: str, tell: Property, *, is_share: bool = True) -> Estimate:
    """The mean of a property over the index.

    Args:
        drawn: pages with weights.
        what: name of the property.
        tell: gives the property of a page; unknown ones leave the mean.
        is_share: whether it lies between 0 and 1.
    """
    known: list[tuple[float, float]] = []
    unknown = 0
    values: dict[str, float | None] = {}
    try:
        for page, weight in zip(drawn.pages, drawn.weights, strict=True):
            if page not in values:
                values[page] = tell(page)
            value = values[page]
            unknown += value is None
            if value is not None:
                known.append((weight * value, weight))
    except BudgetSpentError:
        pass
    over, under = np.array(known, np.float64).reshape(-1, 2).T
    point, se = ratio_of(over, under)
    low, high = share_interval(point, se) if is_share else (point - 2 * se, point + 2 * se)
    warnings = [f"{unknown} of {len(drawn.pages)} pages could not be judged"] if unknown else []
    if not known:
        warnings.append("no page was drawn: nothing can be said")
    return Estimate(
        what=what,
        point=point,
        se=se,
        low=low,
        high=high,
        method="importance sampling, ratio of weights",
        visible=drawn.visible,
        samples=len(known),
        warnings=tuple(warnings),
    )
