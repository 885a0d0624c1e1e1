"""The classic comparison: random hits of two-word queries, checked by strong queries.

Kept to be compared with: long pages answer more queries and are drawn more often, which can
even turn the ratio of two sizes around where one engine prefers long pages.

Source: Bharat, Broder 1998, "A technique for measuring the relative size and overlap of public
Web search engines".
"""

from __future__ import annotations

import numpy as np

from pagemill.measure.asking.asker import Asker, BudgetSpentError
from pagemill.measure.engine import Query
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.sampler import Sample

LISTED = 100


def random_hits(
    asker: Asker, lexicon: Lexicon, count: int, *, seed: int = 0, rarest: int = 2
) -> Sample:
    """Draw pages as random hits among the first hundred of random two-word queries.

    Args:
        asker: the way to the engine.
        lexicon: words to combine.
        count: pages wanted.
        seed: chance.
        rarest: words in fewer pages of the lexicon are not used.
    """
    words = lexicon.between(rarest, max(rarest, len(lexicon.pages) // 10))
    chance = np.random.default_rng(seed)
    drawn: list[str] = []
    try:
        while len(drawn) < count and len(words) > 1 and asker.left > 0:
            one, two = map(int, chance.choice(len(words), 2, replace=False).tolist())
            listed = asker.valid(Query((words[one], words[two]))) or ()
            if listed:
                drawn.append(listed[int(chance.integers(min(len(listed), LISTED)))])
    except BudgetSpentError:
        pass
    return Sample(pages=tuple(drawn), weights=(1.0,) * len(drawn), visible=1.0)
