"""A query moved towards pages that were found right, and away from those found wrong.

Source:
    Rocchio, Relevance Feedback in Information Retrieval, 1971; weights as in Manning et al.,
    Introduction to Information Retrieval, section 9.1.1 (alpha 1, beta 0.75, gamma 0.15).
    Deviates: only the heaviest words are kept, so that the new query can be asked and read.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

ALPHA, BETA, GAMMA = 1.0, 0.75, 0.15
MOST = 12
"""Words of the new query."""

Vector = dict[str, float]


def rocchio(
    query: Iterable[str],
    right: Sequence[Sequence[str]],
    wrong: Sequence[Sequence[str]],
    idf: Callable[[str], float],
    most: int = MOST,
) -> Vector:
    """Word -> weight of the moved query, heaviest first, the heaviest 1.

    Args:
        query: its words; all of them stay.
        right: the words of each page that was found right.
        wrong: and of each that was found wrong.
        idf: how telling a word is.
        most: words that are kept.

    Example:
        >>> moved = rocchio(["tide"], [["tide", "pier", "pier"]], [["soap"]], lambda _: 1.0)
        >>> list(moved)
        ['tide', 'pier']
    """
    asked = dict.fromkeys(query, 1.0)
    moved: defaultdict[str, float] = defaultdict(float)
    for weight, vectors in (
        (ALPHA, [_unit(asked)] if asked else []),
        (BETA, [_vector(words, idf) for words in right]),
        (-GAMMA, [_vector(words, idf) for words in wrong]),
    ):
        for vector in vectors:
            for word, value in vector.items():
                moved[word] += weight * value / len(vectors)
    order = sorted(moved, key=lambda word: (word not in asked, -moved[word], word))
    kept = [word for word in order if word in asked or moved[word] > 0][: max(most, len(asked))]
    kept.sort(key=lambda word: (-moved[word], word))
    highest = max((moved[word] for word in kept), default=0.0)
    least = 1e-3  # a word that was typed stays, also where all wrong pages have it
    return {word: max(moved[word] / highest, least) for word in kept} if highest > 0 else asked


def _vector(words: Sequence[str], idf: Callable[[str], float]) -> Vector:
    counts = Counter(words)
    # A word of one letter says nothing, and numbers tie a page to its date.
    telling = {one: n for one, n in counts.items() if len(one) > 1 and not one.isdigit()}
    return _unit({word: (1 + math.log(n)) * idf(word) for word, n in telling.items()})


def _unit(vector: Vector) -> Vector:
    length = math.sqrt(sum(value * value for value in vector.values()))
    return {word: value / length for word, value in vector.items()} if length else {}
