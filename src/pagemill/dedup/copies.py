"""Exact copies: documents grouped by the digest of their text, and pairs spread over groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s, integers, offsets
from pagemill.dedup.compiled.sketch import fingerprints
from pagemill.dedup.near import NearPairs
from pagemill.text.normalize import collapsed, composed, text_digest

LISTED = 1000
"""Copies of one text of which every pair is listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies:
    """Documents grouped into distinct texts, the most preferred text first.

    Attributes:
        docs: document numbers, one text after the other, the most preferred copy first.
        offsets: shape (texts + 1,): copies of text i are ``docs[offsets[i]:offsets[i + 1]]``.
    """

    docs: Int64s
    offsets: Int64s

    @property
    def best(self) -> Int64s:
        """The most preferred document of each text."""
        return self.docs[self.offsets[:-1]]

    @property
    def sizes(self) -> Int64s:
        """Number of copies of each text."""
        return np.diff(self.offsets)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPairs:
    """Pairs of documents by number, ``left < right``, ascending.

    Attributes:
        left: number of the first document.
        right: number of the second.
        intersection: shingles that both texts have; 0 for exact copies.
        union: shingles that either has; 0 for exact copies.
    """

    left: Int64s
    right: Int64s
    intersection: Int64s
    union: Int64s


def text_keys(texts: Sequence[str]) -> Sequence[str | int]:
    """A key for each text: equal for equal texts only, false for a text without words.

    Where loops are compiled a key is a quick hash; texts with equal ones are then compared.
    """
    hashes = fingerprints(texts)
    if hashes is None:
        return [text_digest(text) for text in texts]
    keys: list[str | int] = list(hashes)
    first: dict[int, int] = {}
    for number in integers(_repeated(np.array(hashes, np.uint64))):
        other = first.setdefault(hashes[number], number)
        if other != number and not _is_same(texts[other], texts[number]):
            keys[number] = text_digest(texts[number])
    return keys


def _repeated(hashes: UInt64s) -> Int64s:
    """Numbers of the texts with words whose hash others have too, ascending."""
    order = np.argsort(hashes, kind="stable")
    ranked = hashes[order]
    equal = ranked[1:] == ranked[:-1]
    twice = np.zeros(hashes.size, np.bool_)
    twice[order[1:][equal]] = True
    twice[order[:-1][equal]] = True
    return np.flatnonzero(twice & (hashes != 0))


def _is_same(one: str, other: str) -> bool:
    if one == other:
        return True
    return composed(collapsed(one)) == composed(collapsed(other))


def copies(digests: Sequence[str | int], order: Int64s) -> Copies:
    """Group documents by the whole digest of their text.

    Args:
        digests: of each document; false for one without words, which is in no group.
        order: document numbers, the most preferred first.

    Source:
        IIR section 19.6: identical documents are taken out before pairs are sought.
    """
    text_of: dict[str | int, int] = {}
    ranked = [number for number in integers(order) if digests[number]]
    texts = np.fromiter(
        (text_of.setdefault(digests[number], len(text_of)) for number in ranked),
        np.int64,
        len(ranked),
    )
    by_text = np.argsort(texts, kind="stable")
    sizes = np.bincount(texts, minlength=len(text_of))
    return Copies(docs=np.array(ranked, np.int64)[by_text], offsets=offsets(sizes))


def document_pairs(grouped: Copies, near: NearPairs) -> DocumentPairs:
    """Spread pairs of texts over their documents and add the pairs of exact copies.

    Of a text with more than :data:`LISTED` copies the preferred one stands for all, and each
    other copy is paired with that one only: the pairs of 100,000 equal error pages would
    fill a disk and tell nothing.
    """
    first, second, source = _spread(grouped, near)
    copied = list(_copy_pairs(grouped))
    one = np.concatenate([first, *(left for left, _ in copied)])
    two = np.concatenate([second, *(right for _, right in copied)])
    none = np.zeros(one.size - first.size, np.int64)
    left, right = np.minimum(one, two), np.maximum(one, two)
    order = np.lexsort((right, left))
    return DocumentPairs(
        left=left[order],
        right=right[order],
        intersection=np.concatenate((near.intersection[source], none))[order],
        union=np.concatenate((near.union[source], none))[order],
    )


def _spread(grouped: Copies, near: NearPairs) -> tuple[Int64s, Int64s, Int64s]:
    """Every listed copy of one text with every listed copy of the other."""
    listed = np.where(grouped.sizes <= LISTED, grouped.sizes, 1)
    across, down = listed[near.left], listed[near.right]
    source = np.repeat(np.arange(near.left.size), across * down)
    before = np.cumsum(across * down) - across * down
    place = np.arange(source.size) - before[source]
    first = grouped.offsets[near.left[source]] + place // down[source]
    second = grouped.offsets[near.right[source]] + place % down[source]
    return grouped.docs[first], grouped.docs[second], source


def _copy_pairs(grouped: Copies) -> Iterator[tuple[Int64s, Int64s]]:
    for text in integers(np.flatnonzero(grouped.sizes > 1)):
        docs = grouped.docs[grouped.offsets[text] : grouped.offsets[text + 1]]
        if docs.size > LISTED:
            yield np.full(docs.size - 1, docs[0]), docs[1:]
        elif docs.size == 2:
            yield docs[:1], docs[1:]
        else:
            one, two = np.triu_indices(docs.size, 1)
            yield docs[one], docs[two]
