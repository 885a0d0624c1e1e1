"""The few words that mark one page: to find it again, or to test whether an engine has it.

A lexical signature is a handful of words that are rare elsewhere and frequent here. The
frequency here is capped, for a page that repeats a word a hundred times is not a hundred times
more about it.

Source: Phelps, Wilensky 2000, "Robust hyperlinks cost just five words each"; Bharat, Broder
1998 for strong queries of eight rare words, or five queries of six words.
"""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np

from pagemill.measure import words
from pagemill.measure.engine import Query
from pagemill.measure.lexicon import Lexicon, is_usable

SIZE = 5
_CAP = 5


def signature(text: str, lexicon: Lexicon, size: int = SIZE) -> tuple[str, ...]:
    """The words that mark a text, the most telling first.

    Args:
        text: text of a page.
        lexicon: tells how rare words are.
        size: words at most; at least one of them occurs more than once here, if any does.

    Example:
        >>> lexicon = Lexicon((("tide", "turns"), ("tide", "high"), ("tide", "heron")))
        >>> signature("Herons wait: the tide turns, herons sleep", lexicon, 2)
        ('herons', 'sleep')
    """
    counts = Counter(filter(is_usable, words.in_order(text)))
    worth = {word: min(n, _CAP) * _idf(word, lexicon) for word, n in counts.items()}
    ranked = sorted(counts, key=lambda word: (-worth[word], word))
    chosen = ranked[:size]
    if all(counts[word] == 1 for word in chosen):
        # A word that only occurs once may be a slip that the next version corrects.
        repeated = [word for word in ranked if counts[word] > 1]
        chosen = [*chosen[: size - 1], *repeated[:1]] if repeated else chosen
    return tuple(chosen)


def _idf(word: str, lexicon: Lexicon) -> float:
    return log((len(lexicon.pages) + 1) / (lexicon.frequencies[word] + 0.5))


def rarest(text: str, lexicon: Lexicon, size: int = 8) -> Query:
    """One query of the rarest words of a text."""
    frequencies = lexicon.frequencies
    found = filter(is_usable, words.distinct(text))
    return Query(tuple(sorted(found, key=lambda word: (frequencies[word], word))[:size]))


def several(
    text: str, lexicon: Lexicon, seed: int, queries: int = 5, size: int = 6
) -> list[Query]:
    """Queries of words drawn from the rarer half: more chances than a single one.

    Args:
        text: text of a page.
        lexicon: tells how rare words are.
        seed: chance of the draw.
        queries: how many.
        size: words of each.
    """
    frequencies = lexicon.frequencies
    found = filter(is_usable, words.distinct(text))
    ranked = sorted(found, key=lambda word: (frequencies[word], word))
    rarer = ranked[: max(size, len(ranked) // 2)]
    chance = np.random.default_rng(seed)
    drawn: list[Query] = []
    for _ in range(queries if rarer else 0):
        places: list[int] = chance.permutation(len(rarer))[:size].tolist()
        drawn.append(Query(tuple(rarer[place] for place in sorted(places))))
    return drawn


def phrase(text: str, lexicon: Lexicon, size: int = 6) -> Query:
    """The run of words with the rarest of them in its middle, as a phrase."""
    found = words.in_order(text)
    frequencies = lexicon.frequencies
    known = [place for place, word in enumerate(found) if is_usable(word)]
    if not known:
        return Query(found[:size], is_phrase=True)
    middle = min(known, key=lambda place: (frequencies[found[place]], place))
    start = max(0, min(middle - size // 2, len(found) - size))
    return Query(found[start : start + size], is_phrase=True)
