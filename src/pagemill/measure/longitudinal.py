"""How much of a web the successive crawls of it see, from how much they share.

Pages stay from crawl to crawl with some chance, and each crawl sees a page that is there with
some chance: the coverage. Then of the pages of one crawl the share that is seen k crawls later
is coverage times survival to the power of k. A line through the logarithms tells both. Pages
that every crawl likes best make coverage look larger than it is.

Source: an urn model of successive crawls, arXiv 2603.15416; the regression is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from pagemill.errors import UsageError


@dataclass(frozen=True, slots=True)
class Coverage:
    """What successive crawls see.

    Attributes:
        coverage: share of the pages there that a crawl sees.
        survival: share of the pages that is still there at the next crawl.
        shared: for each pair of crawls: how far apart, and the share seen again.
    """

    coverage: float
    survival: float
    shared: tuple[tuple[int, float], ...]


def coverage(crawls: Sequence[AbstractSet[str]]) -> Coverage:
    """Fit successive crawls.

    Args:
        crawls: addresses that each crawl saw, in the order of time; at least three.

    Raises:
        UsageError: there are too few crawls, or they share nothing.
    """
    if len(crawls) < 3:
        raise UsageError(f"{len(crawls)} crawls: coverage needs at least three in a row")
    shared: list[tuple[int, float]] = []
    weights: list[float] = []
    for first, pages in enumerate(crawls):
        for later in range(first + 1, len(crawls)):
            again = len(pages & crawls[later])
            if again:
                shared.append((later - first, again / len(pages)))
                weights.append(float(again))
    apart = np.array([gap for gap, _ in shared], np.float64)
    if len(set(apart.tolist())) < 2:
        raise UsageError("the crawls share too little to tell coverage from survival")
    logs = np.log([share for _, share in shared])
    slope, start = np.polyfit(apart, logs, 1, w=np.sqrt(weights))
    return Coverage(
        coverage=float(min(1.0, np.exp(start))),
        survival=float(min(1.0, np.exp(slope))),
        shared=tuple(shared),
    )
