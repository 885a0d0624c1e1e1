"""The Tianwang fingerprint: MD5 of a text's most frequent words, compared for equality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import md5
from itertools import pairwise

import numpy as np

from pagemill.dedup.columns import Int64s
from pagemill.dedup.methods.inverted import shared
from pagemill.dedup.methods.method import Found, Shares, ordered
from pagemill.dedup.shingle import shingle_sets
from pagemill.dedup.verify import exact_threshold, intersections
from pagemill.text.stopwords import STOP_WORDS
from pagemill.text.tokenize import is_unspaced, words

ALPHA = 10
ALPHAS = (5, 10, 20)

Choice = Callable[[Mapping[str, int]], list[str]]
"""Chooses the keywords of a text from its words and their frequencies."""


@dataclass(frozen=True, slots=True)
class Heaviest:
    """The absolute choice: the alpha heaviest words, ties in the order of characters.

    Source:
        Tianwang lecture, steps 2 and 3 of the fingerprint; strategy a of choosing keywords.
    """

    alpha: int = ALPHA

    def __call__(self, weights: Mapping[str, int]) -> list[str]:
        """Choose the keywords."""
        return sorted(weights, key=lambda word: (-weights[word], word))[: self.alpha]


@dataclass(frozen=True, slots=True)
class AboveAverage:
    """The relative choice: words whose weight is above the average by a part beta.

    Attributes:
        beta: a word of weight ``w`` is kept if ``w > average * (1 + beta)``.
        most: keywords at most, the heaviest.

    Source:
        Tianwang lecture, strategy b. The rule is restored: only the average and the name
        of beta are left of it in the text.
    """

    beta: float = 1.0
    most: int = 20

    def __call__(self, weights: Mapping[str, int]) -> list[str]:
        """Choose the keywords."""
        if not weights:
            return []
        least = sum(weights.values()) / len(weights) * (1 + self.beta)
        heavy = {word: weight for word, weight in weights.items() if weight > least}
        return Heaviest(self.most)(heavy)


def terms(text: str) -> Counter[str]:
    """Words with their frequencies, without stop words.

    Of scripts without spaces, pairs of neighbouring characters stand for words.
    """
    found = words(text)
    if text.isascii():
        return Counter(word for word in found if word not in STOP_WORDS)
    alone = [is_unspaced(word) for word in found]
    counted = Counter(
        word
        for word, single in zip(found, alone, strict=True)
        if not single and word not in STOP_WORDS
    )
    both = zip(pairwise(found), pairwise(alone), strict=True)
    counted.update(one + two for (one, two), singles in both if all(singles))
    return counted


def keyword_digest(weights: Mapping[str, int], choice: Choice) -> bytes:
    """MD5 of the chosen words in the order of characters, one on a line; b"" without any.

    Frequencies do not enter: texts with the same keywords have the same fingerprint. One
    other keyword changes it altogether.

    Source:
        Tianwang lecture: steps 1 to 4 of the fingerprint.

    Example:
        >>> found = Counter("天网 搜索 引擎 天网 网页 搜索 天网 预处理".split())
        >>> keyword_digest(found, Heaviest(3)).hex()
        'd981f58a53d52d6639a429f3894b7f90'
    """
    chosen = sorted(choice(weights))
    line = "\n".join(chosen).encode("utf-8", "surrogatepass")
    return md5(line, usedforsecurity=False).digest() if chosen else b""


def keyword_pairs(
    texts: Sequence[str], threshold: float, *, choices: Sequence[Choice] = (Heaviest(),)
) -> Found:
    """Find pairs with an equal fingerprint, whatever the threshold.

    Args:
        texts: any.
        threshold: not used: the fingerprint knows no degree.
        choices: one fingerprint is made by each; one that is equal is enough.

    Cost:
        O(N) fingerprints of 16 bytes and a sort; equality is an equivalence, so parts of a
        collection can be grouped apart and merged.
    """
    del threshold
    left, right = _equal(texts, choices)
    return ordered(left, right, np.ones(left.size), 16 * len(texts) * len(choices))


def verified_keyword_pairs(texts: Sequence[str], threshold: float) -> Found:
    """Let fingerprints of several alpha say which pairs to look at, then compare exactly."""
    choices = [Heaviest(alpha) for alpha in ALPHAS]
    left, right = _equal(texts, choices)
    sets = shingle_sets(texts)
    part = intersections(sets, left, right)
    whole = sets.counts[left] + sets.counts[right] - part
    return Shares(left=left, right=right, part=part, whole=whole).reaching(
        exact_threshold(threshold), 16 * len(texts) * len(choices)
    )


def _equal(texts: Sequence[str], choices: Sequence[Choice]) -> tuple[Int64s, Int64s]:
    keys: list[int] = []
    owners: list[int] = []
    for number, text in enumerate(texts):
        weights = terms(text)
        digests = sorted({keyword_digest(weights, choice) for choice in choices} - {b""})
        keys += [int.from_bytes(digest[:8], "big") for digest in digests]
        owners += [number] * len(digests)
    found = shared(np.array(keys, np.uint64), np.array(owners, np.int64))
    return found.left, found.right
