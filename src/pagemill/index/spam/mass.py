"""How much of a page's PageRank comes from pages that are trusted, and how much does not.

Trust is PageRank whose reader starts, and starts again, at trusted pages only. What a page's
PageRank has beyond its trust is its spam mass: a page that a farm made known has little else.

Source: Gyongyi, Garcia-Molina, Pedersen 2004, "Combating web spam with TrustRank"; Gyongyi,
    Berkhin, Garcia-Molina, Pedersen 2006, "Link spam detection based on mass estimation".
    Deviates: pages are trusted for what their text and their host's partners show, no one has
    looked at them; so mass is told for pages with more than mean PageRank alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import FOLLOWED

_ROUNDS = 100
_CLOSE = 1e-9
_NOTABLE = 2.0


def trusted_rank(edges: Edges, trusted: NDArray[np.bool_]) -> NDArray[np.float64]:
    """PageRank of each page whose jumps lead to trusted pages alone; sums up to 1.

    Args:
        edges: the graph.
        trusted: whether each page is trusted; with none, all are.
    """
    count = len(edges.keys)
    if not count:
        return np.zeros(0)
    jump = trusted / trusted.sum() if trusted.any() else np.full(count, 1 / count)
    degree = np.bincount(edges.source, minlength=count)
    flow = edges.matrix(1.0 / degree[edges.source])
    is_dead_end = degree == 0
    rank: NDArray[np.float64] = jump.astype(np.float64)
    for _ in range(_ROUNDS):
        lost = rank[is_dead_end].sum()
        after = FOLLOWED * (flow @ rank + lost * jump) + (1 - FOLLOWED) * jump
        change = float(np.abs(after - rank).sum())
        rank = after
        if change < _CLOSE:
            break
    return rank


def spam_mass(
    rank: NDArray[np.float64], trust: NDArray[np.float64], trusted_share: float
) -> NDArray[np.float64]:
    """Share of each page's PageRank that trust does not account for, from 0 to 1.

    Args:
        rank: PageRank of each page.
        trust: as :func:`trusted_rank` gives it.
        trusted_share: share of pages that are honest: so much PageRank is theirs to give.
    """
    own = np.maximum(rank - trust * trusted_share, 0.0)
    share = np.divide(own, rank, out=np.zeros(len(rank)), where=rank > 0)
    is_notable = rank * len(rank) >= _NOTABLE
    found: NDArray[np.float64] = np.where(is_notable, share, 0.0)
    return found
