"""Shingle sets: what a text is compared by, and the exact comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from pagemill.dedup.columns import Int64s, UInt64s, integers, mixed, offsets
from pagemill.dedup.compiled import sketch as compiled
from pagemill.dedup.tokens import Tokens, tokens
from pagemill.text.normalize import composed

WIDTH = 4
"""Tokens in a shingle (IIR section 19.6 takes four)."""

_STEP = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShingleSets:
    """The shingle sets of some texts, one after the other.

    Attributes:
        hashes: each set without repeats, and ascending if it was not asked for otherwise.
        offsets: shape (texts + 1,): set i is ``hashes[offsets[i]:offsets[i + 1]]``.
    """

    hashes: UInt64s
    offsets: Int64s

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: int) -> UInt64s:
        return self.hashes[self.offsets[index] : self.offsets[index + 1]]

    @property
    def counts(self) -> Int64s:
        """Number of distinct shingles of each text."""
        return np.diff(self.offsets)


def shingle_sets(
    texts: Sequence[str], width: int = WIDTH, *, ascending: bool = True
) -> ShingleSets:
    """Hash every run of ``width`` tokens of each text and keep the distinct ones.

    Texts are brought into canonical composition first. A text of fewer tokens has no
    shingle: it can be an exact duplicate only.

    Args:
        texts: any texts.
        width: tokens in a shingle.
        ascending: whether each set must be; for :func:`~pagemill.dedup.verify.intersections`
            alone it need not.

    Source:
        Broder 1997, "On the resemblance and containment of documents", section 2; IIR
        section 19.6.

    Example:
        >>> shingle_sets(["a rose is a rose is a rose"]).counts.tolist()
        [3]
    """
    found = compiled.shingles(texts, width, partial(_plain_shingles, width=width))
    if found is None:
        return _plain_sets(texts, width)
    hashes, counts = found
    sets = ShingleSets(hashes=hashes, offsets=offsets(counts))
    if ascending:
        for start, stop in pairwise(integers(sets.offsets)):
            hashes[start:stop].sort()
    return sets


def _plain_sets(texts: Sequence[str], width: int) -> ShingleSets:
    return distinct(*windows(tokens([composed(text) for text in texts]), width))


def _plain_shingles(texts: Sequence[str], width: int) -> tuple[UInt64s, Int64s]:
    sets = _plain_sets(texts, width)
    return sets.hashes, sets.counts


def windows(found: Tokens, width: int) -> tuple[UInt64s, Int64s]:
    """Hash all windows of tokens that lie within one text.

    Returns:
        The hashes in reading order, repeats included, and their offsets.
    """
    lengths = np.diff(found.offsets)
    bounds = offsets(np.maximum(lengths - width + 1, 0))
    total = found.hashes.size - width + 1
    if total <= 0:
        return np.zeros(0, np.uint64), bounds
    sums = found.hashes[:total].copy()
    for place in range(1, width):
        sums *= _STEP
        sums += found.hashes[place : place + total]
    inside = np.ones(total, np.bool_)
    for place in range(1, width):
        across = found.offsets[1:] - place
        across = across[(across >= found.offsets[:-1]) & (across < total)]
        inside[across] = False
    return mixed(sums[inside]), bounds


def distinct(hashes: UInt64s, bounds: Int64s) -> ShingleSets:
    """Sort each text's hashes in place and drop repeats."""
    for start, stop in pairwise(integers(bounds)):
        hashes[start:stop].sort()
    is_first = np.ones(hashes.size, np.bool_)
    np.not_equal(hashes[1:], hashes[:-1], out=is_first[1:])
    is_first[bounds[bounds < hashes.size]] = True
    kept = offsets(is_first.astype(np.int64))
    return ShingleSets(hashes=hashes[is_first], offsets=kept[bounds])


def common(left: UInt64s, right: UInt64s) -> int:
    """Count the shingles that two sets share."""
    both = np.concatenate((left, right))
    both.sort()
    return int(np.count_nonzero(both[1:] == both[:-1]))


def jaccard(left: UInt64s, right: UInt64s) -> float:
    """Resemblance of two sets: shared shingles over all; 0 where both are empty.

    Source:
        IIR section 19.6: ``J(A, B) = |A n B| / |A u B|``.
    """
    shared = common(left, right)
    union = left.size + right.size - shared
    return shared / union if union else 0.0


def containment(inner: UInt64s, outer: UInt64s) -> float:
    """Share of ``inner``'s shingles that ``outer`` has too; 0 for an empty ``inner``.

    Source:
        Broder 1997, section 2: ``C(A, B) = |A n B| / |A|``.
    """
    return common(inner, outer) / inner.size if inner.size else 0.0
