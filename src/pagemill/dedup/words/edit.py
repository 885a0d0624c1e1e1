"""Edit distance: the fewest words to insert, delete or replace to make two texts equal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance import Levenshtein

from pagemill.dedup.columns import Int64s
from pagemill.dedup.methods.method import Found, Shares
from pagemill.dedup.methods.ngram import word_ngrams
from pagemill.dedup.verify import exact_threshold
from pagemill.dedup.words.word_overlap import likely_by_words


def edit_distance(
    left: str | Sequence[int], right: str | Sequence[int], most: int | None = None
) -> int:
    """Fewest insertions, deletions and replacements of one element.

    Args:
        left: a text, compared by characters, or a sequence of any numbered elements.
        right: as ``left``.
        most: a larger distance need not be known: ``most + 1`` stands for it.

    Source:
        Levenshtein 1966; IIR section 3.3.3. Computed by bit-parallel dynamic programming,
        Myers 1999.

    Example:
        >>> edit_distance("kitten", "sitting")
        3
    """
    return Levenshtein.distance(left, right, score_cutoff=most)


def edit_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Find pairs for which ``1 - distance / words of the longer`` reaches the threshold.

    Words that one text has and the other has not must all be edited. So only pairs whose
    multisets of words overlap by the threshold can reach it, and only those are compared.

    Cost:
        O(N^2) to compare the multisets; then O(n m / 64) for each pair left.

    Source:
        Lecture on near-duplicates: "compute syntactic similarity with an edit-distance
        measure"; Ukkonen 1992 for the bound by counts.
    """
    grams = word_ngrams(texts, 1)
    _, names = np.unique(grams.hashes, return_inverse=True)
    left, right = likely_by_words(texts, threshold)
    sequences = _sequences(names.astype(np.int64), grams.offsets, np.union1d(left, right))
    sizes = np.diff(grams.offsets)
    whole = np.maximum(sizes[left], sizes[right])
    limit = exact_threshold(threshold)
    may_differ = whole - -(-whole * limit.numerator // limit.denominator)
    apart = np.array(
        [
            edit_distance(sequences[one], sequences[two], most)
            for one, two, most in zip(
                left.tolist(), right.tolist(), may_differ.tolist(), strict=True
            )
        ],
        np.int64,
    )
    return Shares(left=left, right=right, part=whole - apart, whole=whole).reaching(
        limit, 4 * names.size
    )


def _sequences(names: Int64s, bounds: Int64s, wanted: Int64s) -> dict[int, list[int]]:
    return {text: names[bounds[text] : bounds[text + 1]].tolist() for text in wanted.tolist()}
