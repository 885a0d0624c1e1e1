"""Exact overlap of words: two texts are near-duplicates if most of their words are the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from pagemill.dedup.columns import Int64s
from pagemill.dedup.methods.method import Found, Shares
from pagemill.dedup.verify import exact_threshold
from pagemill.dedup.words.bags import Bags, bags, products

Reading = Literal["set", "multiset"]


def word_overlap(texts: Sequence[str], reading: Reading) -> tuple[Shares, int]:
    """The words that both texts of a pair have, over the words of the longer one.

    Args:
        texts: any.
        reading: ``set`` counts a word once; ``multiset`` as often as both have it.

    Returns:
        All pairs with a word in common, and the bytes of the words that were compared.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7: near-duplicates if "more
        than 90% of the words in the documents are the same". Which words these are is left
        open there: both readings are here.
    """
    found = bags(texts)
    elements = found if reading == "set" else _numbered(found)
    part = products(elements, np.ones(elements.words.size)).astype(np.int64)
    sizes = np.bincount(elements.texts, minlength=elements.size)
    left, right = np.nonzero(np.triu(part, 1))
    shares = Shares(
        left=left,
        right=right,
        part=part[left, right],
        whole=np.maximum(sizes[left], sizes[right]),
    )
    return shares, elements.nbytes


def _numbered(found: Bags) -> Bags:
    """Make a word that occurs three times three elements: its first, second and third."""
    turn = np.arange(int(found.counts.sum())) - np.repeat(
        np.cumsum(found.counts) - found.counts, found.counts
    )
    words, texts = np.repeat(found.words, found.counts), np.repeat(found.texts, found.counts)
    most = int(found.counts.max(initial=1))
    known, names = np.unique(words * most + turn, return_inverse=True)
    order = np.lexsort((texts, names))
    return Bags(
        words=names[order].astype(np.int64),
        texts=texts[order],
        counts=np.ones(order.size, np.int64),
        size=found.size,
        vocabulary=known.size,
    )


def word_overlap_pairs(
    texts: Sequence[str], threshold: float, *, reading: Reading = "set"
) -> Found:
    """Find pairs with enough words in common, by comparing all."""
    shares, kept_bytes = word_overlap(texts, reading)
    return shares.reaching(exact_threshold(threshold), kept_bytes)


def likely_by_words(texts: Sequence[str], threshold: float) -> tuple[Int64s, Int64s]:
    """The pairs whose multisets of words overlap enough."""
    found = word_overlap_pairs(texts, threshold, reading="multiset")
    return found.left, found.right
