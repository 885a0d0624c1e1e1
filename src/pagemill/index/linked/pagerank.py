"""How often a reader who follows links at random comes past each page.

Source:
    Brin and Page, The Anatomy of a Large-Scale Hypertextual Web Search Engine, 1998. Pages
    without links send the reader anywhere.
"""

from __future__ import annotations

import numpy as np

from pagemill.index.linked.edges import Edges, Float64s

FOLLOWED = 0.85
CLOSE = 1e-10
_ROUNDS = 200


def pagerank(edges: Edges, followed: float = FOLLOWED, close: float = CLOSE) -> Float64s:
    """PageRank of each page; they add up to 1.

    Args:
        edges: the graph.
        followed: chance that the reader follows a link instead of jumping anywhere.
        close: sum of changes at which it is done.

    Example:
        >>> both = np.array([1, 2], np.uint64), np.array([2, 1], np.uint64)
        >>> pagerank(Edges.of(*both, both[0])).tolist()
        [0.5, 0.5]
    """
    count = len(edges.keys)
    if not count:
        return np.zeros(0)
    degree = np.bincount(edges.source, minlength=count)
    gathered = edges.gathered(1.0 / degree[edges.source])
    is_dead_end = degree == 0
    rank = np.full(count, 1 / count)
    for _ in range(_ROUNDS):
        lost = rank[is_dead_end].sum()
        after = followed * (gathered(rank) + lost / count) + (1 - followed) / count
        change = float(np.abs(after - rank).sum())
        rank = after
        if change < close:
            break
    return rank
