"""Pairs -> anchored clusters: nothing is removed but for a kept text that it resembles."""

from __future__ import annotations

import numpy as np

from pagemill.dedup.columns import Int64s, integers


def representatives(count: int, left: Int64s, right: Int64s) -> Int64s:
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

    Returns:
        Shape (count,): the kept text; its own number for a kept one.

    Cost:
        One sort of the pairs and one step for each text that is in a pair.

    Source:
        Hartigan 1975, the leader algorithm, with verified pairs for its distance. Deviates:
        IIR section 19.6 joins by union-find (single link).
    """
    kept = np.arange(count, dtype=np.int64)
    best, worse = np.minimum(left, right), np.maximum(left, right)
    order = np.lexsort((worse, best))
    best, worse = best[order], worse[order]
    anchors, starts = np.unique(best, return_index=True)
    bounds = np.append(starts, best.size)
    is_kept = np.ones(count, np.bool_)
    for place, anchor in enumerate(integers(anchors)):
        if not is_kept[anchor]:
            continue
        copies = worse[bounds[place] : bounds[place + 1]]
        copies = copies[is_kept[copies]]
        is_kept[copies] = False
        kept[copies] = anchor
    return kept
