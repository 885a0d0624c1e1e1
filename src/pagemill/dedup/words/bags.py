"""Texts as bags of words in columns, and the product of all bags with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.columns import Float64s, Int64s
from pagemill.dedup.methods.inverted import postings
from pagemill.dedup.methods.ngram import word_ngrams

_WORDS_AT_ONCE = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Bags:
    """How often each word occurs in each text.

    Attributes:
        words: number of a word, 0 to ``vocabulary - 1``; sorted by word, then by text.
        texts: number of the text it occurs in.
        counts: how often.
        size: number of texts.
        vocabulary: number of words.
    """

    words: Int64s
    texts: Int64s
    counts: Int64s
    size: int
    vocabulary: int

    @property
    def nbytes(self) -> int:
        """Bytes of the entries: a word of 4 and a frequency of 4."""
        return 8 * self.words.size

    def totals(self, weights: Float64s) -> Float64s:
        """Add up weights of entries for each text."""
        sums: Float64s = np.bincount(self.texts, weights, self.size).astype(np.float64)
        return sums


def bags(texts: Sequence[str]) -> Bags:
    """Count the words of each text.

    Source:
        IIR section 6.2: the bag of words.
    """
    grams = word_ngrams(texts, 1)
    known, names = np.unique(grams.hashes, return_inverse=True)
    places = names.astype(np.int64) * len(texts) + postings(np.diff(grams.offsets))
    entries, counts = np.unique(places, return_counts=True)
    return Bags(
        words=entries // max(1, len(texts)),
        texts=entries % max(1, len(texts)),
        counts=counts,
        size=len(texts),
        vocabulary=known.size,
    )


def products(found: Bags, weights: Float64s) -> Float64s:
    """Inner product of every two texts.

    Args:
        found: the bags.
        weights: of each entry; whole numbers give exact products.

    Returns:
        Shape (texts, texts).

    Cost:
        O(N^2) for each word that two texts have: this is the comparison of all pairs that
        sketches avoid. 8 bytes a pair.
    """
    result = np.zeros((found.size, found.size))
    frequency = np.bincount(found.words, minlength=found.vocabulary)
    shared = np.flatnonzero(frequency > 1)
    column = np.full(found.vocabulary, -1, np.int64)
    column[shared] = np.arange(shared.size)
    columns = column[found.words]
    for start in range(0, shared.size, _WORDS_AT_ONCE):
        first, last = np.searchsorted(
            found.words,
            [shared[start], shared[min(start + _WORDS_AT_ONCE, shared.size) - 1] + 1],
        )
        part = np.flatnonzero(columns[first:last] >= 0) + first
        block = np.zeros((found.size, min(_WORDS_AT_ONCE, shared.size - start)))
        block[found.texts[part], columns[part] - start] = weights[part]
        result += block @ block.T
    return result
