"""Words that go together, learned from the keywords of the pages of a collection.

Two words are related as the cosine of the sets of pages they stand on as keywords.

Source:
    Manning, Raghavan and Schütze, Introduction to Information Retrieval, section 9.2.3
    (automatic thesaurus generation by co-occurrence).
    Deviates: only words that a page has as its keywords are counted, so that no word goes with
    every other.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

FEWEST = 3
"""Pages on which two words must go together."""

LEAST = 0.2
"""Cosine below which words are not related."""

MOST = 5
"""Related words that are kept of each."""

Thesaurus = dict[str, list[str]]


def thesaurus(pages: Iterable[Iterable[str]]) -> Thesaurus:
    """Word -> related words, the most related first.

    Args:
        pages: for each page its keywords, analysed, each once or more.

    Memory: two numbers for each pair of keywords of a page.

    Example:
        >>> thesaurus([["oven", "bread"]] * 3 + [["tide"]] * 3)
        {'bread': ['oven'], 'oven': ['bread']}
    """
    numbers: dict[str, int] = {}
    pieces: list[np.ndarray] = []
    counts: list[int] = []
    for page in pages:
        words = sorted({numbers.setdefault(word, len(numbers)) for word in page})
        counts += [0] * (len(numbers) - len(counts))
        for word in words:
            counts[word] += 1
        first, second = np.triu_indices(len(words), 1)
        held = np.array(words, np.int64)
        pieces.append((held[first] << 32) | held[second])
    if not pieces:
        return {}
    pairs, together = np.unique(np.concatenate(pieces), return_counts=True)
    often = together >= FEWEST
    pairs, together = pairs[often], together[often]
    left, right = pairs >> 32, pairs & 0xFFFFFFFF
    pages_of = np.array(counts, np.float64)
    cosine = together / np.sqrt(pages_of[left] * pages_of[right])
    related = cosine >= LEAST
    names = list(numbers)
    found: dict[str, list[tuple[float, str]]] = {}
    ones: list[int] = left[related].tolist()
    others: list[int] = right[related].tolist()
    values: list[float] = cosine[related].tolist()
    for one, other, value in zip(ones, others, values, strict=True):
        found.setdefault(names[one], []).append((-value, names[other]))
        found.setdefault(names[other], []).append((-value, names[one]))
    return {word: [name for _, name in sorted(found[word])[:MOST]] for word in sorted(found)}
