"""Hosts that link to one another in a ring, so that each looks known.

A host's farm share is the share of the hosts linking to it that it links back to, times how
many of the possible links among these are there, as far as that is more than a half. Honest
hosts have partners too, but partners that do not all know one another; few prove nothing.

Source: Wu, Davison 2005, "Identifying link farm spam pages" (common in- and outgoing
    neighbours), with the density of Becchetti and others 2006, "Link-based characterization and
    detection of Web spam" (reciprocity).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Edges

FEWEST = 3
"""Partners below which nothing is said."""

_HARMLESS = 0.5
"""What hosts of one small field reach that all know each other."""


def host_edges(edges: Edges, hosts: NDArray[np.int64]) -> Edges:
    """The links among hosts.

    Args:
        edges: the links among pages.
        hosts: number of the host of each page; -1 where it is not known.
    """
    known = (hosts[edges.source] >= 0) & (hosts[edges.target] >= 0)
    source, target = (
        hosts[ends][known].astype(np.uint64) for ends in (edges.source, edges.target)
    )
    return Edges.of(source, target, np.arange(int(hosts.max(initial=-1)) + 1, dtype=np.uint64))


def farm_shares(edges: Edges) -> NDArray[np.float64]:
    """Farm share of each host, from 0 to 1.

    Args:
        edges: the links among hosts.

    Memory: a number for each pair of linked hosts, and for each two partners of one host.

    Example:
        >>> ring = [(a, b) for a in range(5) for b in range(5) if a != b]
        >>> source, target = (np.array(column, np.uint64) for column in zip(*ring))
        >>> farm_shares(Edges.of(source, target, np.array([7], np.uint64))).tolist()
        [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    """
    count = len(edges.keys)
    if not len(edges.source):
        return np.zeros(count)
    links = edges.matrix().T.tocsr()
    partners = links.multiply(links.T).tocsr()
    mutual = np.asarray(partners.sum(axis=1)).ravel()
    linking = np.asarray(links.sum(axis=0)).ravel()
    # Pairs of partners of a host that are partners of each other, each counted twice.
    closed = np.asarray(partners.multiply(partners @ partners).sum(axis=1)).ravel()
    possible = mutual * (mutual - 1)
    density = np.divide(closed, possible, out=np.zeros(count), where=possible > 0)
    returned = np.divide(mutual, linking, out=np.zeros(count), where=linking > 0)
    shares = np.clip((returned * density - _HARMLESS) / (1 - _HARMLESS), 0.0, 1.0)
    found: NDArray[np.float64] = np.where(mutual >= FEWEST, shares, 0.0)
    return found
