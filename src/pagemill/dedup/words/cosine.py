"""Cosine of word vectors, weighted by frequency or by frequency and rarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from pagemill.dedup.columns import Float64s
from pagemill.dedup.methods.method import Found, ordered
from pagemill.dedup.words.bags import Bags, bags, products

Weighting = Literal["tf", "tf-idf"]


def weights(found: Bags, weighting: Weighting) -> Float64s:
    """Weight of each word in each text.

    Source:
        IIR sections 6.2 and 6.3: ``tf``, and ``tf * log10(N / df)``.
    """
    tf = found.counts.astype(np.float64)
    if weighting == "tf":
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
