"""Hosts and folders that have the same pages at the same paths as others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

FEWEST_SHARED = 5
"""Paths that two places must share to be compared."""

MOST_PLACES = 50
"""A path that more places have, such as /index.html, says nothing and pairs nobody."""

EQUAL = 0.8
"""Share of the shared paths whose pages must be duplicates."""

COVER = 0.5
"""Share of the smaller place's pages that must stand at shared paths."""

DEPTH = 2
"""Folders below a host that may be mirrors themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirror:
    """Two places with the same pages.

    Attributes:
        kept: host, or host and folder, whose pages are kept: the one that more of the other's
            pages are removed for.
        other: the other.
        paths: paths that both have.
        equal: of these, paths whose pages are duplicates of each other.
        links: of these, pages that have topic links to the same paths; -1 where unknown.
    """

    kept: str
    other: str
    paths: int
    equal: int
    links: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as mirrors are sought by.

    Attributes:
        host: its host.
        path: path and query, such as ``/a/b?c``.
        cluster: what duplicates of each other have in common.
        is_kept: whether it is its cluster's representative, or has no copies.
        links: the page's topic links, in a form that mirrors share, or "".
    """

    host: str
    path: str
    cluster: str
    is_kept: bool
    links: str = ""


def mirrors(pages: Sequence[Page]) -> list[Mirror]:
    """Find pairs of places that mirror each other, the largest first.

    Places with rare paths in common are candidates; a pair counts if the pages at most of the
    shared paths were verified to be duplicates. Of a place within a mirrored one nothing more
    is said.

    Source:
        Bharat, Broder 1999, "Mirror, mirror on the web": hosts are vectors of path terms
        weighted by rarity, and a candidate pair is verified on a sample of shared paths.
        Deviates: whole paths, all shared ones, and texts that were compared already.
    """
    places = _places(pages)
    found: list[Mirror] = []
    for one, other in _candidates(places):
        mirror = _verified(one, other, places)
        if mirror is not None:
            found.append(mirror)
    found.sort(key=lambda each: (_depth(each), -each.equal, each.kept, each.other))
    return list(_outermost(found))


def _depth(mirror: Mirror) -> int:
    return mirror.kept.count("/") + mirror.other.count("/")


def _places(pages: Sequence[Page]) -> dict[str, dict[str, Page]]:
    """Host, or host and folders -> what follows in the path -> page."""
    places: defaultdict[str, dict[str, Page]] = defaultdict(dict)
    for page in pages:
        steps = page.path.split("?")[0].split("/")[1:-1]
        for depth in range(min(DEPTH, len(steps)) + 1):
            folder = "".join(f"/{step}" for step in steps[:depth])
            places[page.host + folder].setdefault(page.path[len(folder) :], page)
    return {name: paths for name, paths in places.items() if len(paths) >= FEWEST_SHARED}


def _candidates(places: dict[str, dict[str, Page]]) -> list[tuple[str, str]]:
    """Pairs of places with enough rare paths in common, by falling weight of these."""
    having: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(places):
        for path in places[name]:
            having[path].append(name)
    weight: defaultdict[tuple[str, str], float] = defaultdict(float)
    shared: Counter[tuple[str, str]] = Counter()
    for names in having.values():
        if len(names) > MOST_PLACES:
            continue
        rarity = log(1 + len(places) / len(names))
        for pair in combinations(names, 2):
            if not _is_within(*pair):
                weight[pair] += rarity
                shared[pair] += 1
    enough = [pair for pair, count in shared.items() if count >= FEWEST_SHARED]
    return sorted(enough, key=lambda pair: (-weight[pair], pair))


def _is_within(one: str, other: str) -> bool:
    return one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _verified(one: str, other: str, places: dict[str, dict[str, Page]]) -> Mirror | None:
    left, right = places[one], places[other]
    paths = sorted(left.keys() & right.keys())
    equal = [path for path in paths if left[path].cluster == right[path].cluster]
    is_mirror = len(equal) >= max(FEWEST_SHARED, EQUAL * len(paths))
    if not is_mirror or len(paths) < COVER * min(len(left), len(right)):
        return None
    kept_left = sum(left[path].is_kept for path in equal)
    kept_right = sum(right[path].is_kept for path in equal)
    kept, copy = (one, other) if kept_left >= kept_right else (other, one)
    linked = [path for path in equal if left[path].links or right[path].links]
    links = sum(left[path].links == right[path].links for path in linked) if linked else -1
    return Mirror(kept=kept, other=copy, paths=len(paths), equal=len(equal), links=links)


def _outermost(found: Sequence[Mirror]) -> Iterator[Mirror]:
    told: list[Mirror] = []
    for mirror in found:
        if not any(_covers(outer, mirror) for outer in told):
            told.append(mirror)
            yield mirror


def _covers(outer: Mirror, inner: Mirror) -> bool:
    """Whether a pair of places lies within another pair."""
    sides = (
        (outer.kept, outer.other, inner.kept, inner.other),
        (outer.kept, outer.other, inner.other, inner.kept),
    )
    return any(
        (f"{a}/").startswith(f"{kept}/") and (f"{b}/").startswith(f"{other}/")
        for kept, other, a, b in sides
    )


def mirrored(mirrors_found: Sequence[Mirror], removed: str, kept: str) -> bool:
    """Whether a removed page and its kept one, as host and path, stand for each other so.

    Their places mirror each other and what follows in the path is the same.
    """
    for mirror in mirrors_found:
        for one, other in ((mirror.kept, mirror.other), (mirror.other, mirror.kept)):
            if removed.startswith(f"{one}/") and kept == other + removed[len(one) :]:
                return True
    return False
