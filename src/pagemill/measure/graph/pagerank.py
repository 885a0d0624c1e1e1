"""How often a reader who follows links at random comes past each page.

Source: Brin, Page 1998. Pages without links send the reader anywhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pagemill.measure.graph.links import Links

FOLLOWED = 0.85
_ROUNDS = 200
_CLOSE = 1e-12


def pagerank(links: Links, followed: float = FOLLOWED) -> NDArray[np.float64]:
    """PageRank of each page; they add up to 1.

    Args:
        links: the graph.
        followed: chance that the reader follows a link instead of jumping anywhere.

    Example:
        >>> pagerank(Links.of([("a", "b"), ("b", "a")])).round(3).tolist()
        [0.5, 0.5]
    """
    count = len(links.pages)
    if not count:
        return np.zeros(0)
    degree = np.bincount(links.source, minlength=count).astype(np.float64)
    rank = np.full(count, 1 / count)
    for _ in range(_ROUNDS):
        flow = np.divide(rank, degree, out=np.zeros(count), where=degree > 0)
        moved = np.bincount(links.target, weights=flow[links.source], minlength=count)
        lost = rank[degree == 0].sum()
        after = followed * (moved + lost / count) + (1 - followed) / count
        change = np.abs(after - rank).sum()
        rank = after
        if change < _CLOSE:
            break
    return rank
