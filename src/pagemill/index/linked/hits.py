"""Hubs link to good authorities, authorities are linked to by good hubs.

Source:
    Kleinberg, Authoritative Sources in a Hyperlinked Environment, 1999.
    Deviates: on the whole graph of a collection, not on a neighbourhood of one query's hits.
"""

from __future__ import annotations

import numpy as np

from pagemill.index.linked.edges import Edges, Float64s

CLOSE = 1e-10
_ROUNDS = 200


def hits(edges: Edges, close: float = CLOSE) -> tuple[Float64s, Float64s]:
    """Hub and authority score of each page; either adds up to 1, or is 0 without links.

    Args:
        edges: the graph.
        close: sum of changes at which it is done.

    Example:
        >>> links = np.array([1, 2], np.uint64), np.array([3, 3], np.uint64)
        >>> hubs, authorities = hits(Edges.of(*links, links[0]))
        >>> hubs.tolist(), authorities.tolist()
        ([0.5, 0.5, 0.0], [0.0, 0.0, 1.0])
    """
    count = len(edges.keys)
    if not len(edges.source):
        return np.zeros(count), np.zeros(count)
    alike = np.ones(len(edges.source))
    to_pages = edges.gathered(alike)
    from_pages = Edges(edges.keys, edges.target, edges.source).gathered(alike)
    hubs = np.full(count, 1 / count)
    authorities = np.zeros(count)
    for _ in range(_ROUNDS):
        found = to_pages(hubs)
        found /= found.sum()
        linking = from_pages(found)
        linking /= linking.sum()
        change = float(np.abs(linking - hubs).sum() + np.abs(found - authorities).sum())
        hubs, authorities = linking, found
        if change < close:
            break
    return hubs, authorities
