"""Words of scripts without spaces, found by how their characters keep together.

A run of characters is a word where its parts seldom stand apart (cohesion) and many different
characters stand before and behind it (freedom).

Source:
    Chinese new word detection by pointwise mutual information inside and by the entropy of the
    neighbours outside, as in Feng, Chen, Deng and Zheng, Accessor Variety Criteria for Chinese
    Word Extraction, 2004 (freedom), and Church and Hanks, 1990 (cohesion).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from pagemill.text.collocations import FEWEST, Phrase

LONGEST = 4
"""Characters of a word."""

COHESION = 2.0
"""Least logarithm of how much more often the parts stand together than by chance."""

FREEDOM = 1.0
"""Least entropy, in nats, of the characters on either side."""

_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")


def new_words(texts: Iterable[str]) -> list[Phrase]:
    """Runs of two to four characters that are words, the most cohesive first.

    Args:
        texts: texts in any script; runs of Han characters are looked at.
    """
    counts: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    before: defaultdict[str, Counter[str]] = defaultdict(Counter)
    behind: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        seen: set[str] = set()
        for left, word, right in _cut(text):
            counts[word] += 1
            seen.add(word)
            if len(word) > 1:
                before[word][left] += 1
                behind[word][right] += 1
        spread.update(seen)
    total = sum(count for word, count in counts.items() if len(word) == 1)
    found = (
        Phrase(word, spread[word], cohesion)
        for word in before
        if spread[word] >= FEWEST
        and (cohesion := _cohesion(word, counts, total)) >= COHESION
        and min(_freedom(before[word], "<"), _freedom(behind[word], ">")) >= FREEDOM
    )
    return sorted(found, key=lambda one: (-one.strength, one.text))


def _cut(text: str) -> Iterator[tuple[str, str, str]]:
    """Every run of characters that could be a word, with its neighbours."""
    for match in _RUN.finditer(text):
        # A border is a neighbour too, and each one is another.
        run = f"<{match.group()}>"
        for at in range(1, len(run) - 1):
            for end in range(at + 1, min(at + LONGEST, len(run) - 1) + 1):
                yield run[at - 1], run[at:end], run[end]


def _cohesion(word: str, counts: Counter[str], total: int) -> float:
    """Of all ways to cut the word in two, the one that explains it best."""
    return min(
        math.log(counts[word] * total / (counts[word[:at]] * counts[word[at:]]))
        for at in range(1, len(word))
    )


def _freedom(neighbours: Counter[str], border: str) -> float:
    total = neighbours.total()
    found = -math.fsum(
        count / total * math.log(count / total)
        for one, count in neighbours.items()
        if one != border
    )
    share = neighbours[border] / total
    return found + (share * math.log(total) if share else 0.0)
