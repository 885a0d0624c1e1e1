"""Random walks over the links of a web: what they sample, and how their bias is taken out.

A walk along links with jumps visits pages in proportion to their PageRank; a sample of what it
visited must be drawn with the inverse. A walk along links in both directions, on which every
page is padded with steps to itself up to one degree, is even by itself.

Source: Henzinger and others 1999/2000 (walk and inversion); Bar-Yossef and others 2000
(WebWalker); Katzir and others 2011 (size from collisions).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from pagemill.measure.graph.links import Links

FOLLOWED = 0.85


def visits(links: Links, hosts: Sequence[int], steps: int, seed: int = 0) -> list[int]:
    """Pages in the order of a walk that follows links, and jumps among visited hosts.

    Args:
        links: the web.
        hosts: host of each page.
        steps: length of the walk.
        seed: chance.
    """
    chance = np.random.default_rng(seed)
    out = links.neighbours()
    page = int(chance.integers(len(links.pages)))
    known: dict[int, list[int]] = {}
    seen: set[int] = set()
    path: list[int] = []
    for _ in range(steps):
        path.append(page)
        if page not in seen:
            seen.add(page)
            known.setdefault(hosts[page], []).append(page)
        if out[page] and chance.random() < FOLLOWED:
            page = out[page][int(chance.integers(len(out[page])))]
        else:
            names = list(known)
            pages = known[names[int(chance.integers(len(names)))]]
            page = pages[int(chance.integers(len(pages)))]
    return path


def inverted(path: Sequence[int], count: int, seed: int = 0) -> list[int]:
    """Draw visited pages with the inverse of how often each was visited."""
    times = Counter(path)
    pages = sorted(times)
    weights = np.array([1 / times[page] for page in pages])
    chance = np.random.default_rng(seed)
    return [pages[at] for at in chance.choice(len(pages), count, p=weights / weights.sum())]


def even_walk(links: Links, steps: int, seed: int = 0) -> list[tuple[int, int]]:
    """A walk along links either way; each page with the steps spent on it.

    Steps to itself are drawn at once, as many as a geometric law gives.
    """
    chance = np.random.default_rng(seed)
    sides = [
        sorted({*one, *two})
        for one, two in zip(links.neighbours(), links.turned().neighbours(), strict=True)
    ]
    most = max(map(len, sides), default=0)
    page = int(chance.integers(len(sides))) if most else 0
    path: list[tuple[int, int]] = []
    for _ in range(steps if most else 0):
        degree = len(sides[page])
        if not degree:
            page = int(chance.integers(len(sides)))
            continue
        path.append((page, int(chance.geometric(degree / most))))
        page = sides[page][int(chance.integers(degree))]
    return path


def size_by_collisions(path: Sequence[int], degrees: Sequence[int], gap: int = 1) -> float:
    """Pages in all, from how often a walk comes back; infinite if it never does.

    Args:
        path: pages of a walk that visits in proportion to degree.
        degrees: degree of each page.
        gap: one of so many steps counts, for neighbours resemble one another.
    """
    drawn = list(path)[::gap]
    times = Counter(drawn)
    collisions = sum(count * (count - 1) // 2 for count in times.values())
    total = sum(degrees[page] for page in drawn)
    inverse = sum(1 / degrees[page] for page in drawn)
    return total * inverse / (2 * collisions) if collisions else float("inf")
