"""n-gram fingerprints: some n-grams of a text stand for all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pagemill.dedup.columns import Bools, UInt64s, offsets
from pagemill.dedup.methods.inverted import postings, shared
from pagemill.dedup.methods.method import Found, Shares
from pagemill.dedup.methods.ngram import Ngrams, word_ngrams
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.verify import exact_threshold

EVERY = 4
MODULUS = 4
WINDOW = 4

Selector = Callable[[Ngrams], Bools]
"""Marks the n-grams that are kept."""

Measure = Literal["jaccard", "containment"]


def all_ngrams(grams: Ngrams) -> Bools:
    """Keep every n-gram."""
    return np.ones(grams.hashes.size, np.bool_)


@dataclass(frozen=True, slots=True)
class EveryIth:
    """Keep every i-th n-gram: one word put in front changes all that is kept.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7.
    """

    step: int = EVERY

    def __call__(self, grams: Ngrams) -> Bools:
        """Mark the n-grams that are kept."""
        place = np.arange(grams.hashes.size) - grams.offsets[postings(np.diff(grams.offsets))]
        kept: Bools = place % self.step == 0
        return kept


@dataclass(frozen=True, slots=True)
class ZeroModP:
    """Keep the n-grams whose hash is 0 mod p: the same ones in every text, 1/p of them.

    Source:
        Manber 1994, "Finding similar files in a large file system".

    Example:
        >>> hashes = np.array([938, 664, 463, 822, 492, 798, 78, 969], np.uint64)
        >>> hashes[ZeroModP(4)(Ngrams(hashes=hashes, offsets=np.array([0, 8])))].tolist()
        [664, 492]
    """

    modulus: int = MODULUS

    def __call__(self, grams: Ngrams) -> Bools:
        """Mark the n-grams that are kept."""
        kept: Bools = grams.hashes % np.uint64(self.modulus) == 0
        return kept


@dataclass(frozen=True, slots=True)
class Winnowing:
    """Keep the smallest hash of each window of w n-grams, the last one among equal ones.

    Whatever stretch of ``w + n - 1`` words two texts have in common, one of its n-grams is
    kept in both; about ``2 / (w + 1)`` of all n-grams are kept.

    Source:
        Schleimer, Wilkerson, Aiken 2003, "Winnowing: local algorithms for document
        fingerprinting".
    """

    window: int = WINDOW

    def __call__(self, grams: Ngrams) -> Bools:
        """Mark the n-grams that are kept."""
        kept = np.zeros(grams.hashes.size, np.bool_)
        counts = np.diff(grams.offsets)
        # A text shorter than the window is one window.
        for text in np.flatnonzero((counts > 0) & (counts < self.window)).tolist():
            start, stop = grams.offsets[text], grams.offsets[text + 1]
            last = np.argmin(grams.hashes[start:stop][::-1])
            kept[stop - 1 - last] = True
        whole = np.flatnonzero(counts >= self.window)
        starts = grams.offsets[whole]
        windows = counts[whole] - self.window + 1
        first = np.repeat(starts - (np.cumsum(windows) - windows), windows)
        first += np.arange(first.size)
        best = first.copy()
        least = grams.hashes[first]
        for step in range(1, self.window):
            following = grams.hashes[first + step]
            smaller = following <= least
            best[smaller] = first[smaller] + step
            np.minimum(least, following, out=least)
        kept[best] = True
        return kept


def fingerprints(texts: Sequence[str], selector: Selector, width: int) -> ShingleSets:
    """Select from each text's n-grams and keep the distinct ones.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7, steps 1 to 4.
    """
    return selected(word_ngrams(texts, width), selector)


def selected(grams: Ngrams, selector: Selector) -> ShingleSets:
    """The distinct n-grams of each text among those that are kept."""
    kept = selector(grams)
    before = offsets(kept.astype(np.int64))
    return Ngrams(hashes=grams.hashes[kept], offsets=before[grams.offsets]).sets()


def overlaps(prints: ShingleSets, measure: Measure = "jaccard") -> Shares:
    """How far the fingerprints of each pair overlap, from an inverted index.

    Args:
        prints: of each text.
        measure: ``jaccard``, the part both have of what either has; or ``containment``, the
            part of the smaller that the larger has too: a quotation reaches 1.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7, steps 5 and 6; Broder 1997
        for containment.
    """
    hashes: UInt64s = prints.hashes
    found = shared(hashes, postings(prints.counts))
    sizes = prints.counts
    if measure == "containment":
        whole = np.minimum(sizes[found.left], sizes[found.right])
    else:
        whole = sizes[found.left] + sizes[found.right] - found.count
    return Shares(left=found.left, right=found.right, part=found.count, whole=whole)


def fingerprint_pairs(
    texts: Sequence[str],
    threshold: float,
    *,
    selector: Selector = all_ngrams,
    measure: Measure = "jaccard",
    width: int = 3,
) -> Found:
    """Find pairs whose fingerprints overlap enough."""
    prints = fingerprints(texts, selector, width)
    return overlaps(prints, measure).reaching(exact_threshold(threshold), prints.hashes.nbytes)
