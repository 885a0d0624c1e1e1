"""How much of a web the successive crawls of it see, from how much they share.

Pages stay from crawl to crawl with some chance, and each crawl sees a page that is there with
some chance: the coverage. Then of the pages of one crawl the share that is seen k crawls later
is coverage times survival to the power of k. A line through the logarithms tells both. Pages
that every crawl likes best make coverage look larger than it is.

Source: an urn model of successive crawls, arXiv 2603.15416; the regression is ours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from pagemill.errors import UsageError
from pagemill.measure.estimate import Z95


@dataclass(frozen=True, slots=True)
class Coverage:
    """What successive crawls see.

    Attributes:
        coverage: share of the pages there that a crawl sees.
        survival: share of the pages that is still there at the next crawl.
        coverage_interval: 95 % interval of the coverage, by chance alone.
        survival_interval: of the survival.
        shared: for each pair of crawls: how far apart, and the share seen again.
        crawls: pages of each crawl.
    """

    coverage: float
    survival: float
    coverage_interval: tuple[float, float]
    survival_interval: tuple[float, float]
    shared: tuple[tuple[int, float], ...]
    crawls: tuple[int, ...]


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
                share = again / len(pages)
                shared.append((later - first, share))
                # One over the standard error of the logarithm of a share.
                weights.append(math.sqrt(again / max(1 - share, 1 / len(pages))))
    apart = np.array([gap for gap, _ in shared], np.float64)
    if len(set(apart.tolist())) < 2:
        raise UsageError("the crawls share too little to tell coverage from survival")
    logs = np.log([share for _, share in shared])
    (slope, start), spread = np.polyfit(apart, logs, 1, w=weights, cov="unscaled")
    survival, coverage_ = (
        _with_interval(float(at), math.sqrt(float(spread[n, n])))
        for n, at in enumerate((slope, start))
    )
    return Coverage(
        coverage=coverage_[0],
        survival=survival[0],
        coverage_interval=coverage_[1:],
        survival_interval=survival[1:],
        shared=tuple(shared),
        crawls=tuple(map(len, crawls)),
    )


def _with_interval(log: float, se: float) -> tuple[float, float, float]:
    """A share and the ends of its interval, from its logarithm."""
    point, low, high = (min(1.0, math.exp(log + z * se)) for z in (0.0, -Z95, Z95))
    return point, low, high
