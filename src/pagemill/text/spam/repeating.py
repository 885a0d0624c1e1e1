"""How much of a text are runs of words that it has said already.

Source: Fetterly, Manasse, Najork 2005, "Detecting phrase-level duplication on the World Wide
    Web"; here within one page, with runs of five words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

RUN: Final = 5
_FEWEST: Final = 50
_HARMLESS, _SPAM = 0.2, 0.7


def repetition(words: Sequence[str]) -> float:
    """0 where hardly a run of five words comes twice, 1 where most are repetitions.

    Example:
        >>> repetition("we sell cheap and safe pills here ".split() * 20)
        1.0
        >>> repetition([f"word{number}" for number in range(100)])
        0.0
    """
    if len(words) < _FEWEST:
        return 0.0
    runs = [tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]
    share = 1 - len(set(runs)) / len(runs)
    return min(1.0, max(0.0, (share - _HARMLESS) / (_SPAM - _HARMLESS)))
