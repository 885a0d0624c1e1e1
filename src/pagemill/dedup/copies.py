"""Exact copies: documents grouped by the digest of their text, and pairs spread over groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from pagemill.dedup.columns import Int64s, UInt32s, UInt64s, grouped, integers, offsets
from pagemill.dedup.compiled.sketch import fingerprints
from pagemill.dedup.near import NearPairs
from pagemill.dedup.params import LISTED
from pagemill.dedup.spill.texts import Chunk, decoded, fetched
from pagemill.text.normalize import collapsed, composed, text_digest

_CHARACTERS_AT_ONCE = 1 << 20
_PAIRS_AT_ONCE = 1 << 20


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

    left: UInt32s
    right: UInt32s
    intersection: UInt32s
    union: UInt32s


def text_keys(texts: Sequence[str]) -> Int64s:
    """A number for each text: equal for equal texts only, 0 for a text without words.

    Where loops are compiled it is found by a quick hash; texts with equal ones are compared.
    """
    hashes = fingerprints(texts)
    if hashes is None:
        return numbered([text_digest(text) for text in texts])
    return keys_by(np.array(hashes, np.uint64), texts)


def numbered(digests: Sequence[str]) -> Int64s:
    """A number for each digest, 0 for an empty one."""
    known = {"": 0}
    numbers = (known.setdefault(digest, len(known)) for digest in digests)
    return np.fromiter(numbers, np.int64, len(digests))


def keys_by(prints: UInt64s, texts: Sequence[str]) -> Int64s:
    """The same by numbers that equal texts share, and others may by chance.

    Args:
        prints: of each text; 0 for one without words.
        texts: those with equal prints are fetched and compared.
    """
    has_words = prints != 0
    keys = np.zeros(prints.size, np.int64)
    keys[has_words] = 1 + np.unique(prints[has_words], return_inverse=True)[1]
    rows = _repeated(keys)
    others: dict[str, int] = {}
    first: str | bytes = ""
    before = 0
    for number, text in zip(integers(rows), _raw(texts, rows), strict=True):
        if keys[number] != before:
            first, before = text, keys[number]
        elif not _is_same(first, text):
            digest = text_digest(decoded(text))
            keys[number] = others.setdefault(digest, prints.size + 1 + len(others))
    return keys


def _repeated(keys: Int64s) -> Int64s:
    """Numbers of the texts with words whose key others have too, by key, then ascending."""
    rows = np.flatnonzero((np.bincount(keys)[keys] > 1) & (keys != 0))
    return rows[grouped(keys[rows])]


def _raw(texts: Sequence[str], numbers: Int64s) -> Iterator[str | bytes]:
    """The texts with these numbers, as bytes where they lie so in a file."""
    for piece in fetched(texts, numbers, _CHARACTERS_AT_ONCE):
        yield from piece.raw() if isinstance(piece, Chunk) else piece


def _is_same(one: str | bytes, other: str | bytes) -> bool:
    if one == other:
        return True
    left, right = decoded(one), decoded(other)
    if left.split() == right.split():  # nearly always; composing both would cost more
        return True
    return composed(collapsed(left)) == composed(collapsed(right))


def copies(keys: Int64s, order: Int64s) -> Copies:
    """Group documents by the key of their text.

    Args:
        keys: of each document; 0 for one without words, which is in no group.
        order: document numbers, the most preferred first.

    Source:
        IIR section 19.6: identical documents are taken out before pairs are sought.
    """
    ranked = order[keys[order] != 0]
    _, first, text = np.unique(keys[ranked], return_index=True, return_inverse=True)
    place = np.empty(first.size, np.int64)
    place[np.argsort(first)] = np.arange(first.size)
    texts = place[text]
    by_text = grouped(texts)
    sizes = np.bincount(texts, minlength=first.size)
    return Copies(docs=ranked[by_text], offsets=offsets(sizes))


def document_pairs(grouped: Copies, near: NearPairs, kept: Int64s) -> DocumentPairs:
    """Spread pairs of texts over their documents and add the pairs of exact copies.

    Of a text with more than :data:`LISTED` copies the preferred one stands for all, and each
    other copy is paired with that one and the kept one only: the pairs of 100,000 equal error
    pages would fill a disk and tell nothing.

    Args:
        grouped: the documents by their texts.
        near: pairs of texts.
        kept: number of the kept text for each text.
    """
    packed, source = _packed(grouped, near, kept)
    order = np.argsort(packed)  # much faster than by two keys
    packed, source = packed[order], source[order]
    del order  # there may be forty million
    return DocumentPairs(
        left=(packed >> 32).astype(np.uint32),
        right=packed.astype(np.uint32),
        intersection=_of_texts(near.intersection, source),
        union=_of_texts(near.union, source),
    )


def _packed(grouped: Copies, near: NearPairs, kept: Int64s) -> tuple[Int64s, UInt32s]:
    """All pairs of documents as one number each, and the row of the pair of their texts.

    Of a pair of exact copies it is the number of all these rows.
    """
    packed: list[Int64s] = []
    rows: list[UInt32s] = []
    for one, two, row in chain(
        _spread(grouped, near), [_with_kept(grouped, near, kept)], _copy_pairs(grouped)
    ):
        packed.append(np.minimum(one, two) << 32 | np.maximum(one, two))
        none = np.full(one.size, near.left.size, np.uint32)
        rows.append(none if row is None else row.astype(np.uint32))
    none = np.zeros(0, np.int64)
    return np.concatenate([none, *packed]), np.concatenate([none.astype(np.uint32), *rows])


def _of_texts(column: Int64s, rows: UInt32s) -> UInt32s:
    """What a column says of pairs of texts, for pairs of documents; 0 for exact copies."""
    result = np.zeros(rows.size, np.uint32)
    is_near = rows < column.size
    result[is_near] = column[rows[is_near]]
    return result


def _spread(grouped: Copies, near: NearPairs) -> Iterator[tuple[Int64s, Int64s, Int64s]]:
    """Every listed copy of one text with every listed copy of the other, some at a time."""
    listed = np.where(grouped.sizes <= LISTED, grouped.sizes, 1)
    sizes = np.cumsum(listed[near.left] * listed[near.right])
    steps = np.arange(_PAIRS_AT_ONCE, sizes[-1] if sizes.size else 0, _PAIRS_AT_ONCE)
    edges = np.unique(np.searchsorted(sizes, steps, side="right"))
    for start, stop in pairwise([0, *integers(edges), sizes.size]):
        left, right = near.left[start:stop], near.right[start:stop]
        across, down = listed[left], listed[right]
        row = np.repeat(np.arange(stop - start), across * down)
        before = np.cumsum(across * down) - across * down
        place = np.arange(row.size) - before[row]
        first = grouped.offsets[left[row]] + place // down[row]
        second = grouped.offsets[right[row]] + place % down[row]
        yield grouped.docs[first], grouped.docs[second], start + row


def _with_kept(grouped: Copies, near: NearPairs, kept: Int64s) -> tuple[Int64s, Int64s, Int64s]:
    """Each further copy of a text with too many to list, with the document kept for it."""
    none = np.zeros(0, np.int64)
    firsts, seconds, sources = [none], [none], [none]
    is_many = grouped.sizes > LISTED
    for text, other in ((near.left, near.right), (near.right, near.left)):
        for row in integers(np.flatnonzero(is_many[text] & (kept[text] == other))):
            bounds = grouped.offsets[text[row] : text[row] + 2]
            copies_left = grouped.docs[bounds[0] + 1 : bounds[1]]
            firsts.append(np.full(copies_left.size, grouped.best[other[row]]))
            seconds.append(copies_left)
            sources.append(np.full(copies_left.size, row))
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(sources)


def _copy_pairs(grouped: Copies) -> Iterator[tuple[Int64s, Int64s, None]]:
    """Exact copies with each other; of the texts that have equally many some at a time."""
    sizes = grouped.sizes
    texts = np.flatnonzero(sizes > 1)
    texts = texts[np.argsort(sizes[texts], kind="stable")]
    edges = integers(np.flatnonzero(np.diff(sizes[texts])) + 1)
    for start, stop in pairwise([0, *edges, texts.size] if texts.size else []):
        size = int(sizes[texts[start]])
        one, two = np.triu_indices(size, 1) if size <= LISTED else _with_first(size)
        at_once = max(1, _PAIRS_AT_ONCE // one.size)
        for first in range(start, stop, at_once):
            some = texts[first : min(first + at_once, stop), np.newaxis]
            copies_of = grouped.offsets[some]
            yield (
                grouped.docs[copies_of + one].ravel(),
                grouped.docs[copies_of + two].ravel(),
                None,
            )


def _with_first(size: int) -> tuple[Int64s, Int64s]:
    """Places of the pairs of the first of so many copies with each other one."""
    return np.zeros(size - 1, np.int64), np.arange(1, size)
