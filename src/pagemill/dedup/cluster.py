"""Pairs -> anchored clusters: nothing is removed but for a kept text that it resembles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Protocol

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, grouped, integers

_ANCHORS_AT_ONCE = 1 << 14
_SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


class Crowd(Protocol):
    """Texts whose pairs are not listed; see :mod:`pagemill.dedup.anchor`."""

    @property
    def texts(self) -> Int64s:
        """Numbers of the texts, ascending."""
        ...

    def copies(self, text: int, is_open: Bools, /) -> Int64s:
        """The undecided texts that a kept one stands for."""
        ...


def representatives(
    count: int, left: Int64s, right: Int64s, crowd: Crowd | None = None
) -> Int64s:
    """Say for each text which kept text stands for it.

    Texts are numbered in order of preference, the best first. In that order a text that no
    kept text resembles is kept; any other is removed for the most preferred kept text that
    it resembles. So a chain of small changes does not pull its two ends together, as
    union-find over all pairs would; no two kept texts resemble each other; and the result
    depends on the pairs and the preference alone.

    Args:
        count: number of texts.
        left: one text of each verified pair.
        right: the other.
        crowd: texts whose pairs are not listed but looked for as kept ones are found.

    Returns:
        Shape (count,): the kept text; its own number for a kept one.

    Cost:
        One sort of the pairs and one step for each text that is in a pair or a crowd.

    Source:
        Hartigan 1975, the leader algorithm, with verified pairs for its distance. Deviates:
        IIR section 19.6 joins by union-find (single link).
    """
    kept = np.arange(count, dtype=np.int64)
    best, worse = np.minimum(left, right), np.maximum(left, right)
    if (best[1:] < best[:-1]).any():
        order = grouped(best)
        best, worse = best[order], worse[order]
    anchors = np.unique(best if crowd is None else np.concatenate((best, crowd.texts)))
    is_open = np.ones(count, np.bool_)
    for anchor, start, end in _runs(best, anchors):
        if not is_open[anchor]:
            continue
        is_open[anchor] = False
        copies = worse[start:end]
        copies = copies[is_open[copies]]
        is_open[copies] = False
        kept[copies] = anchor
        if crowd is not None:
            copies = crowd.copies(anchor, is_open)
            is_open[copies] = False
            kept[copies] = anchor
    return kept


def _runs(best: Int64s, anchors: Int64s) -> Iterator[tuple[int, int, int]]:
    """Each anchor with the bounds of its pairs, some at a time: objects are large."""
    for first in range(0, anchors.size, _ANCHORS_AT_ONCE):
        part = anchors[first : first + _ANCHORS_AT_ONCE]
        starts, ends = (np.searchsorted(best, part, side) for side in _SIDES)
        yield from zip(integers(part), integers(starts), integers(ends), strict=True)
