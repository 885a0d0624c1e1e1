"""Size from the totals that an engine reports for words of known frequency.

Only for engines whose totals pass the audit. Words are chosen in one half of the lexicon and
their frequency is read off the other, else the result is a quarter too low.

Source: van den Bosch, Bogers, de Kunder 2016, "Estimating search engine index size
variability".
"""

from __future__ import annotations

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker
from pagemill.measure.asking.audit import Audit
from pagemill.measure.engine import Query
from pagemill.measure.estimate import Estimate, log_normal, ratio_of
from pagemill.measure.lexicon import Lexicon

WORDS = 28


def by_word_frequency(
    asker: Asker, lexicon: Lexicon, audited: Audit, *, seed: int = 0, count: int = WORDS
) -> Estimate:
    """Multiply the sample by how much more often words occur in the engine.

    Raises:
        UsageError: the engine's totals cannot be trusted.
    """
    if not audited.trusts_totals or audited.capped:
        raise UsageError(
            f"{asker.engine.name}: its totals failed the audit, so word frequencies cannot "
            "size it; choose another --method"
        )
    choosing, telling = lexicon.halves()
    found: list[tuple[int, int]] = []
    for word in choosing.spread(count, seed):
        answer = asker.search(Query((word,)))
        if answer is not None and answer.total is not None:
            found.append((answer.total, telling.frequencies[word]))
    totals, outside = np.array(found, np.float64).reshape(-1, 2).T
    factor, error = ratio_of(totals, outside)
    point, se = factor * len(telling.pages), error * len(telling.pages)
    low, high = log_normal(point, se)
    return Estimate(
        what="pages",
        point=point,
        se=se,
        low=low,
        high=high,
        method=f"word frequencies, {len(found)} words, chosen and counted on separate halves",
        samples=len(found),
        seed=seed,
        warnings=("rests on the engine's pages being like those of the lexicon",),
    )
