"""Single link: clusters of everything that pairs lead to, and how far they lead."""

from __future__ import annotations

from collections import deque

import numpy as np

from pagemill.dedup.columns import Int64s, integers
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.union_find import components
from pagemill.dedup.verify import intersections

WALKED = 500
"""Texts of a cluster from which every way is walked, and of which every pair is compared."""


def chained(count: int, left: Int64s, right: Int64s) -> Int64s:
    """The most preferred text that pairs lead to, for each text.

    Source:
        IIR section 19.6: union-find over the pairs; section 17.2: single-link clustering.
    """
    return components(count, left, right)


def diameter(members: Int64s, left: Int64s, right: Int64s) -> int:
    """Links on the longest of the shortest ways between two members of a cluster.

    1 where each resembles each. Of a cluster of more than :data:`WALKED` texts the ways from
    so many are walked: then it is at least that. Of a crowd, not all of whose pairs are listed,
    the ways are those that were found: then it is at most that.

    Args:
        members: numbers of the cluster's texts, ascending.
        left: one text of each pair among them.
        right: the other.
    """
    neighbours: dict[int, list[int]] = {member: [] for member in integers(members)}
    for one, other in zip(integers(left), integers(right), strict=True):
        neighbours[one].append(other)
        neighbours[other].append(one)
    return max((_farthest(start, neighbours) for start in list(neighbours)[:WALKED]), default=0)


def _farthest(start: int, neighbours: dict[int, list[int]]) -> int:
    distance = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in neighbours[here]:
            if other not in distance:
                distance[other] = distance[here] + 1
                queue.append(other)
    return max(distance.values())


def least_similarity(sets: ShingleSets) -> float:
    """Exact resemblance of the two members of a cluster that resemble each other least.

    Of more than :data:`WALKED` members the first so many are compared with all.
    """
    count, least = len(sets), 1.0
    for one in range(min(count - 1, WALKED)):
        others = np.arange(one + 1, count)  # all pairs of a large cluster have no room
        shared = intersections(sets, np.full(others.size, one), others)
        union = sets.counts[one] + sets.counts[others] - shared
        least = min(least, float((shared / np.maximum(union, 1)).min()))
    return least
