"""Authority within a topic: of the pages around some that are about it, those to begin with.

The pages found for a topic, those they link to and those that link to them make a small graph.
On it hubs and authorities define each other, with links inside a host left out and the links of
one host to one page counting as one together. A page that is about the topic itself counts
fully, another one less: it is there for its links alone.

Source: Kleinberg 1999, "Authoritative sources in a hyperlinked environment" (root and base
    set); Bharat, Henzinger 1998, "Improved algorithms for topic distillation" (weights by host
    and by relevance).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Edges

MOST_LINKING = 50
"""Pages taken in at most for linking to one page."""

OFF_TOPIC = 0.3
"""What a page counts that was not found for the topic itself."""

_ROUNDS = 100
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Around:
    """The pages around a topic.

    Attributes:
        pages: their numbers in the whole graph, sorted.
        authority, hub: their scores; each adds up to 1, or is 0 without links.
        linking: pages of other hosts that link to each.
        linking_hosts: the hosts of these.
    """

    pages: NDArray[np.int64]
    authority: NDArray[np.float64]
    hub: NDArray[np.float64]
    linking: NDArray[np.int64]
    linking_hosts: NDArray[np.int64]


def around(
    edges: Edges,
    hosts: NDArray[np.int64],
    root: NDArray[np.int64],
    honesty: NDArray[np.float64],
) -> Around:
    """Authorities and hubs among the pages around some.

    Args:
        edges: the whole graph.
        hosts: number of the host of each page.
        root: numbers of the pages that are about the topic.
        honesty: 1 for each page that may be believed, 0 for one that is certainly spam.
    """
    pages = _base(edges, root)
    inside = np.isin(edges.source, pages) & np.isin(edges.target, pages)
    inside &= hosts[edges.source] != hosts[edges.target]
    source = np.searchsorted(pages, edges.source[inside])
    target = np.searchsorted(pages, edges.target[inside])
    count = len(pages)
    # The links of one host to one page count as one, those of a page to one host likewise.
    host = hosts[pages]
    into, hosts_into = _voices(host[source], target)
    out, _ = _voices(host[target], source)
    counts = np.where(np.isin(pages, root), 1.0, OFF_TOPIC) * honesty[pages]
    weight_in, weight_out = 1 / into, 1 / out
    hub = np.full(count, 1.0 / max(count, 1))
    authority = np.zeros(count)
    for _ in range(_ROUNDS):
        given = weight_in * (hub * counts)[source]
        found = _shares(np.bincount(target, given, minlength=count).astype(np.float64))
        back = weight_out * (found * counts)[target]
        linking = _shares(np.bincount(source, back, minlength=count).astype(np.float64))
        change = float(np.abs(linking - hub).sum() + np.abs(found - authority).sum())
        hub, authority = linking, found
        if change < _CLOSE:
            break
    own = _shares(authority * counts)
    linked = np.bincount(target, minlength=count)
    voices = np.zeros(count, np.int64)
    np.add.at(voices, *hosts_into)
    return Around(pages, own, hub, linked, voices)


def _base(edges: Edges, root: NDArray[np.int64]) -> NDArray[np.int64]:
    """The pages found, those they link to, and of those that link to each the first."""
    onward = edges.target[np.isin(edges.source, root)]
    to_root = np.flatnonzero(np.isin(edges.target, root))
    order = to_root[np.argsort(edges.target[to_root], kind="stable")]
    targets = edges.target[order]
    starts = np.searchsorted(targets, targets, side="left")
    first = order[np.arange(len(order)) - starts < MOST_LINKING]
    found: NDArray[np.int64] = np.unique(
        np.concatenate([root, onward, edges.source[first]]).astype(np.int64)
    )
    return found


def _voices(
    host: NDArray[np.int64], page: NDArray[np.int64]
) -> tuple[NDArray[np.float64], tuple[NDArray[np.int64], int]]:
    """How many links share host and page with each link; the pages, once for each host."""
    pairs = np.stack([host, page], axis=1) if len(page) else np.zeros((0, 2), np.int64)
    known, group, count = np.unique(pairs, axis=0, return_inverse=True, return_counts=True)
    return count[group.ravel()].astype(np.float64), (known[:, 1], 1)


def _shares(values: NDArray[np.float64]) -> NDArray[np.float64]:
    whole = values.sum()
    return values / whole if whole > 0 else values
