"""What text and links say of a page and of a host, each as one number from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank
from pagemill.index.spam.farms import farm_shares, host_edges
from pagemill.index.spam.mass import spam_mass, trusted_rank

FARM_WEIGHT = 0.8
"""How far the partners of a host are to be believed."""

MASS_WEIGHT = 0.6
"""How far the origin of a page's PageRank is to be believed."""

_CLEAN = 0.2
_LIKELY = 0.5

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How likely pages and hosts are spam; arrays by page or by host.

    Attributes:
        page: score of each page.
        host: score of each host: the mean of its pages that were read, or its farm share.
        content: what the text of each page shows; 0 where none was read.
        farm: farm share of each host.
        mass: spam mass of each page.
    """

    page: Floats
    host: Floats
    content: Floats
    farm: Floats
    mass: Floats


def verdict(
    edges: Edges, hosts: NDArray[np.int64], content: Floats, is_read: NDArray[np.bool_]
) -> Verdict:
    """Judge all pages.

    Args:
        edges: the graph of pages.
        hosts: number of the host of each page, from 0; -1 where it is not known.
        content: what the text of each page shows; 0 where none was read.
        is_read: whether the text of each page was read.
    """
    farm = farm_shares(host_edges(edges, hosts))
    count = len(farm)
    of_page = np.where(hosts >= 0, np.append(farm, 0.0)[hosts], 0.0)
    at = hosts[is_read & (hosts >= 0)]
    pages = np.bincount(at, minlength=count)
    summed = np.bincount(at, content[is_read & (hosts >= 0)], minlength=count)
    mean = np.divide(summed, pages, out=np.zeros(count), where=pages > 0)
    by_host = 1 - (1 - mean) * (1 - FARM_WEIGHT * farm)
    host_of_page = np.where(hosts >= 0, np.append(by_host, 0.0)[hosts], 0.0)
    trusted = is_read & (content < _CLEAN) & (host_of_page < _CLEAN)
    mass = np.zeros(len(edges.keys))
    if trusted.any():
        share = 1 - float((host_of_page >= _LIKELY).mean())
        mass = spam_mass(pagerank(edges), trusted_rank(edges, trusted), share)
        mass[trusted] = 0.0
    # A page is not better than its host, nor a host better than the ring it is in.
    page = 1 - (1 - content) * (1 - FARM_WEIGHT * of_page) * (1 - MASS_WEIGHT * mass)
    return Verdict(np.maximum(page, host_of_page * 0.5), by_host, content, farm, mass)
