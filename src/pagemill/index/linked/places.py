"""Where each page stands by its links, as a file beside the index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.hits import hits
from pagemill.index.linked.pagerank import pagerank

ROW = np.dtype(
    [
        ("key", "<u8"),
        ("rank", "<f8"),
        ("place", "<f4"),
        ("hub", "<f4"),
        ("authority", "<f4"),
        ("incoming", "<u4"),
    ]
)
"""One page: hash of its URL, PageRank, place, both scores of HITS, links to it."""

Rows = NDArray[np.void]


def rows(edges: Edges) -> Rows:
    """One row for each page, sorted by its hash."""
    found = np.zeros(len(edges.keys), ROW)
    found["key"] = edges.keys
    found["rank"] = pagerank(edges)
    found["place"] = placed(found["rank"])
    found["hub"], found["authority"] = hits(edges)
    found["incoming"] = edges.incoming
    return found


def placed(rank: NDArray[np.float64]) -> NDArray[np.float32]:
    """The share of pages with a lower rank: 0 for the least, near 1 for the most linked.

    Example:
        >>> placed(np.array([0.1, 0.6, 0.1, 0.2])).tolist()
        [0.0, 0.75, 0.0, 0.5]
    """
    # The last digits depend on the order of adding; pages alike must have one place.
    rounded = np.round(rank * max(len(rank), 1), 6)
    _, group, count = np.unique(rounded, return_inverse=True, return_counts=True)
    below = np.concatenate([[0], np.cumsum(count)[:-1]])
    return (below[group] / max(len(rank), 1)).astype(np.float32)


class LinkPlaces:
    """Looks pages up in rows; what is not there has place 0.

    Args:
        found: as :func:`rows` makes them; may be mapped from a file.
    """

    def __init__(self, found: Rows) -> None:
        self._rows = found

    def places(self, keys: Sequence[int]) -> list[float]:
        """Place of each page."""
        wanted = np.array(keys, np.uint64)
        at = np.searchsorted(self._rows["key"], wanted)
        at = np.minimum(at, max(len(self._rows) - 1, 0))
        if not len(self._rows):
            return [0.0] * len(wanted)
        is_there = self._rows["key"][at] == wanted
        found: list[float] = np.where(is_there, self._rows["place"][at], 0.0).tolist()
        return found
