"""Cosine of word vectors, weighted by presence, frequency, rarity, or frequency and rarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from pagemill.dedup.columns import Float64s
from pagemill.dedup.methods.method import Found, ordered
from pagemill.dedup.words.bags import Bags, bags, products

Weighting = Literal["binary", "tf", "df", "tf-idf"]
"""What a word weighs in a text that has it: 1; how often it stands there; how few texts have
it, however often; or both."""


def weights(found: Bags, weighting: Weighting) -> Float64s:
    """Weight of each word in each text.

    Source:
        IIR sections 6.2 and 6.3: ``tf``, and ``tf * log10(N / df)``. Without ``tf`` this is
        ``df``: as a factor the number of texts itself would make the words that all have the
        heaviest.
    """
    counts = np.ones(found.counts.size) if weighting in {"binary", "df"} else found.counts
    tf = counts.astype(np.float64)
    if weighting in {"binary", "tf"}:
        return tf
    df = np.bincount(found.words, minlength=found.vocabulary)
    return tf * np.log10(found.size / df[found.words])


def cosines(found: Bags, weighting: Weighting) -> Float64s:
    """Cosine of every two texts; 0 where one has no weight at all.

    Returns:
        Shape (texts, texts), rounded to nine digits, so that the order in which products
        were added cannot be seen.

    Source:
        IIR section 6.3.1.
    """
    weight = weights(found, weighting)
    norms = np.sqrt(found.totals(weight * weight))
    scale = np.divide(1.0, norms, out=np.zeros(norms.size), where=norms > 0)
    result: Float64s = np.round(products(found, weight) * scale[:, None] * scale, 9)
    return result


def cosine_pairs(
    texts: Sequence[str], threshold: float, *, weighting: Weighting = "tf"
) -> Found:
    """Find pairs whose cosine reaches the threshold, by comparing all."""
    found = bags(texts)
    similarity = np.triu(cosines(found, weighting), 1)
    left, right = np.nonzero(similarity >= threshold)
    return ordered(left, right, similarity[left, right], found.nbytes)
