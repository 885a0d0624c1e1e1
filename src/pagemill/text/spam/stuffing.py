"""How much of a text are a few words of content: keywords put in for a search engine to count.

Source: Ntoulas and others 2006, section 4.7 (share of the most frequent words). Short words are
    left out, which in most scripts are those that every text is full of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

FEW: Final = 4
"""Words that may make up a text."""

_FEWEST: Final = 40
_SHORT: Final = 3
_HARMLESS, _SPAM = 0.25, 0.5


def stuffing(words: Sequence[str]) -> float:
    """0 for a text whose four most frequent longer words are a quarter of them at most.

    Example:
        >>> stuffing("casino bonus poker credit".split() * 20)
        1.0
        >>> stuffing([f"word{number}" for number in range(100)])
        0.0
    """
    telling = [word for word in words if len(word) > _SHORT]
    if len(telling) < _FEWEST:
        return 0.0
    share = sum(count for _, count in Counter(telling).most_common(FEW)) / len(telling)
    return min(1.0, max(0.0, (share - _HARMLESS) / (_SPAM - _HARMLESS)))
