"""Words that stand side by side more often than chance would have it.

Source:
    Dunning, Accurate Methods for the Statistics of Surprise and Coincidence, 1993 (likelihood
    ratio of a pair of words).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

FEWEST = 3
"""Texts in which a phrase must stand."""

LEAST = 10.83
"""Likelihood ratio at which chance explains one pair in a thousand."""


class Phrase(NamedTuple):
    """Words side by side, or characters in a row.

    Attributes:
        text: the phrase.
        texts: texts in which it stands.
        strength: how far from chance.
    """

    text: str
    texts: int
    strength: float


def collocations(
    texts: Iterable[Sequence[str]], stop_words: Iterable[str] = ()
) -> list[Phrase]:
    """Pairs of words that belong together, the strongest first.

    Args:
        texts: the words of each text.
        stop_words: words that begin and end no phrase.
    """
    stop = frozenset(stop_words)
    single: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    spread: Counter[tuple[str, str]] = Counter()
    for words in texts:
        single.update(words)
        found = Counter(pairwise(words))
        pairs.update(found)
        spread.update(found.keys())
    total = single.total()
    kept = (
        Phrase(" ".join(pair), spread[pair], ratio)
        for pair, count in pairs.items()
        if spread[pair] >= FEWEST
        and not stop.intersection(pair)
        and not any(map(str.isdigit, pair))
        and (ratio := likelihood_ratio(count, single[pair[0]], single[pair[1]], total)) >= LEAST
    )
    return sorted(kept, key=lambda one: (-one.strength, one.text))


def likelihood_ratio(both: int, first: int, second: int, total: int) -> float:
    """Twice the logarithm of how much likelier dependence is; 0 where chance brings more.

    Args:
        both: times the second word follows the first.
        first: times the first word stands.
        second: times the second word stands.
        total: words in all.
    """
    expected = first * second / total
    if both <= expected:
        return 0.0
    cells = (both, first - both, second - both, total - first - second + both)
    sums = (
        (first, second),
        (first, total - second),
        (total - first, second),
        (total - first, total - second),
    )
    return 2 * math.fsum(
        cell * math.log(cell * total / (row * column))
        for cell, (row, column) in zip(cells, sums, strict=True)
        if cell > 0
    )
