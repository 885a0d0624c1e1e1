"""How much a page is about a topic that a few words describe.

A page's score is the share of the topic's weight that its words carry. A word weighs the more,
the fewer of the pages met so far hold it, so that words of every page decide nothing.

Source:
    Chakrabarti, van den Berg, Dom 1999, "Focused crawling", for following first what stands on
    relevant pages and for the harvest rate; weights are inverse document frequencies.
"""

from __future__ import annotations

import math
import re
from typing import Final

_WORD: Final = re.compile(r"\w+")
_ENOUGH: Final = 0.6


class Topic:
    """Scores pages by the words of a topic.

    Args:
        text: words that describe it, such as a query or the text of a page about it.

    Raises:
        ValueError: it holds no word.
    """

    def __init__(self, text: str) -> None:
        self._words = frozenset(_WORD.findall(text.casefold()))
        if not self._words:
            raise ValueError(f"topic is '{text}'; it must hold at least one word")
        self._pages = 0
        self._holding = dict.fromkeys(self._words, 0)

    def score(self, url: str, words: frozenset[str]) -> float:
        """See :class:`pagemill.crawl.ordering.scorer.Scorer`."""
        del url
        said = self._words.intersection(_WORD.findall(" ".join(words).casefold()))
        self._pages += 1
        for word in said:
            self._holding[word] += 1
        weights = {word: self._weight(word) for word in self._words}
        share = sum(weights[word] for word in said) / sum(weights.values())
        # A page need not say every word of a topic to be about it.
        return min(1.0, share / _ENOUGH)

    def _weight(self, word: str) -> float:
        return math.log((self._pages + 2) / (self._holding[word] + 1))
