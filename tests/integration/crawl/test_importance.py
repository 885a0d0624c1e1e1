"""Which page first: a web whose PageRank is known, crawled in two orders over sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.testing.renown import Renown, pagerank, renowned
from pagemill.testing.server import serving
from pagemill.testing.web import Place, Web


def crawled(folder: Path, web: Web, **settings: object) -> list[Place]:
    """The pages of a web in the order in which a crawl asked for them."""
    collection = Collection.create(folder)
    with serving(web) as served:
        collection.crawl(
            [served.begin],
            allow_networks=[web.network],
            resolve=web.names,
            scope="web",
            delay=0.0,
            delay_factor=0.0,
            connections=4,
            **settings,
        )
        known = {(host.name, path) for host in web.hosts.values() for path in host.pages}
        asked = [(hit.host, hit.path) for hit in served.hits]
    return [place for place in asked if place in known]


def share(web: Web, order: list[Place], fetches: int) -> float:
    """How much of all PageRank the first fetches have got."""
    rank = pagerank(web)
    return sum(rank[place] for place in order[:fetches])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 8])
def test_importance_gets_more_of_the_renown_sooner_than_breadth_first(
    tmp_path: Path, seed: int
) -> None:
    web = renowned(seed, Renown(hosts=40, pages=25))
    breadth = crawled(tmp_path / "b", web)
    important = crawled(tmp_path / "i", web, order="importance")
    assert len(set(important)) == len(important) == len(set(breadth)) == 1_000
    best = sum(sorted(pagerank(web).values(), reverse=True)[:100])
    assert share(web, important, 100) > 1.15 * share(web, breadth, 100)
    assert share(web, important, 100) > 0.8 * best
    assert share(web, important, 250) > 1.1 * share(web, breadth, 250)


@pytest.mark.slow
def test_spam_comes_later_than_where_all_pages_are_taken_alike(tmp_path: Path) -> None:
    web = renowned(5, Renown(hosts=20, pages=15, farm=9, farm_pages=12))
    places = {False: crawled(tmp_path / "b", web)}
    places[True] = crawled(tmp_path / "i", web, order="importance")
    spam = {
        (host.name, page.path)
        for host in web.hosts.values()
        for page in host.pages.values()
        if page.spam
    }
    early = {is_weighed: len(spam & set(order[:200])) for is_weighed, order in places.items()}
    assert early[False] >= 20
    assert early[True] <= early[False] / 2
