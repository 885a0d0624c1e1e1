"""The bow tie: which pages reach which by links.

The core is the largest set of pages that all reach one another. IN reaches it, OUT is reached
from it. Tendrils hang on IN or lead to OUT, tubes lead from IN to OUT past the core, and the
rest is disconnected.

Source: Broder and others 2000, "Graph structure in the Web"; Tarjan 1972 for the components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pagemill.measure.graph.links import Links

PARTS = ("core", "in", "out", "tubes", "tendrils", "disconnected")


def bow_tie(links: Links) -> tuple[str, ...]:
    """The part that each page is in.

    Example:
        >>> ring = [("a", "b"), ("b", "a")]
        >>> graph = Links.of([("i", "a"), *ring, ("b", "o"), ("i", "o"), ("x", "y")])
        >>> dict(zip(graph.pages, bow_tie(graph)))["i"], sizes(bow_tie(graph))["core"]
        ('in', 2)
    """
    if not links.pages:
        return ()
    forward, backward = links.neighbours(), links.turned().neighbours()
    component = components(forward)
    sizes_of = Counter(component)
    largest = min(sizes_of, key=lambda one: (-sizes_of[one], component.index(one)))
    core = {page for page, one in enumerate(component) if one == largest}
    outside = reached(core, forward) - core
    inside = reached(core, backward) - core
    from_in, to_out = reached(inside, forward), reached(outside, backward)
    parts: list[str] = []
    for page in range(len(links.pages)):
        if page in core:
            parts.append("core")
        elif page in inside:
            parts.append("in")
        elif page in outside:
            parts.append("out")
        elif page in from_in and page in to_out:
            parts.append("tubes")
        else:
            parts.append("tendrils" if page in from_in or page in to_out else "disconnected")
    return tuple(parts)


def sizes(parts: Iterable[str]) -> dict[str, int]:
    """Pages in each part, every part named."""
    counts = Counter(parts)
    return {part: counts[part] for part in PARTS}


def reached(start: Iterable[int], neighbours: Sequence[Sequence[int]]) -> set[int]:
    """All pages that can be reached, the start included."""
    found = set(start)
    todo = list(found)
    while todo:
        for page in neighbours[todo.pop()]:
            if page not in found:
                found.add(page)
                todo.append(page)
    return found


def components(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """For each page a number that pages which all reach one another share."""
    finished = _finished(neighbours)
    turned: list[list[int]] = [[] for _ in neighbours]
    for page, others in enumerate(neighbours):
        for other in others:
            turned[other].append(page)
    component = [-1] * len(neighbours)
    for root in reversed(finished):
        if component[root] >= 0:
            continue
        _mark(component, root, turned)
    return component


def _mark(component: list[int], root: int, turned: Sequence[Sequence[int]]) -> None:
    """Give the root's number to all that reach it and have none yet."""
    component[root] = root
    todo = [root]
    while todo:
        for page in turned[todo.pop()]:
            if component[page] < 0:
                component[page] = root
                todo.append(page)


def _finished(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Pages in the order in which a search into the depth leaves them; no recursion."""
    seen = [False] * len(neighbours)
    order: list[int] = []
    for root in range(len(neighbours)):
        if seen[root]:
            continue
        seen[root] = True
        path = [(root, iter(neighbours[root]))]
        while path:
            page, rest = path[-1]
            following = next((other for other in rest if not seen[other]), None)
            if following is None:
                order.append(page)
                path.pop()
                continue
            seen[following] = True
            path.append((following, iter(neighbours[following])))
    return order
