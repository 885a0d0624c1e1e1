"""Size of an engine with filters: narrow a query by chance until its answer is whole.

Each step picks one value of one filter; the number found, divided by the chance of the path,
is unbiased for the number of all pages that have a value of each filter.

Source: Dasgupta and others 2010, "Unbiased estimation of size and other aggregates over hidden
web databases".
"""

from __future__ import annotations

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal, mean_of

Narrowed = tuple[tuple[str, str], ...]


def by_drill_down(asker: Asker, *, seed: int = 0) -> Estimate:
    """Count exactly while the budget allows, else estimate from random paths.

    Raises:
        UsageError: there are no filters, or they do not narrow enough.
    """
    fields = sorted(asker.engine.filters.items(), key=lambda one: (len(one[1]), one[0]))
    if not fields:
        raise UsageError(
            f"{asker.engine.name}: it has no filters to drill down by; use --method importance"
        )
    chance = np.random.default_rng(seed)
    drawn: list[float] = []
    stuck = unknown = 0
    try:
        while asker.left > 0 and len(drawn) < 4 * asker.terms.budget:
            found, is_whole = _path(asker, fields, chance)
            unknown += found is None
            stuck += not is_whole
            if found is not None:
                drawn.append(found)
            if unknown > asker.terms.budget:
                break
    except BudgetSpentError:
        pass
    if drawn and stuck > 0.2 * len(drawn):
        raise UsageError(
            f"{asker.engine.name}: {stuck} of {len(drawn)} paths still overflow with every "
            "filter set; use --method importance"
        )
    point, se = mean_of(np.array(drawn))
    low, high = log_normal(point, se)
    warnings = (f"{stuck} of {len(drawn)} paths ended in a cut-off answer",) if stuck else ()
    return Estimate(
        what="pages",
        point=point,
        se=se,
        low=low,
        high=high,
        method=f"drill-down by {', '.join(name for name, _ in fields)}",
        samples=len(drawn),
        seed=seed,
        warnings=warnings,
    )


def _path(
    asker: Asker, fields: list[tuple[str, tuple[str, ...]]], chance: np.random.Generator
) -> tuple[float | None, bool]:
    """What one random path counts, and whether it ended in an answer that was whole."""
    narrowed: Narrowed = ()
    inverse = 1.0
    for depth in range(len(fields) + 1):
        answer = asker.search(Query((), filters=narrowed))
        if answer is None:
            return None, True
        if not answer.overflow or depth == len(fields):
            return len(answer.ids) * inverse, not answer.overflow
        name, values = fields[depth]
        narrowed = (*narrowed, (name, values[int(chance.integers(len(values)))]))
        inverse *= len(values)
    raise AssertionError  # the last depth always returns
