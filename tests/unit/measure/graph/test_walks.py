import numpy as np
import pytest

from pagemill.measure.graph.links import Links
from pagemill.measure.graph.pagerank import pagerank
from pagemill.measure.graph.walks import even_walk, inverted, size_by_collisions, visits
from pagemill.measure.lab.web import linked


@pytest.fixture(scope="module")
def web():
    return linked(pages=300, hosts=20, seed=1)


def test_a_walk_favours_linked_pages_and_inversion_takes_most_of_it_out(web):
    links, hosts = web
    rank = pagerank(links) * len(links.pages)
    path = visits(links, hosts, 4000, seed=2)
    raw, righted = rank[path].mean(), rank[inverted(path, 1000, seed=2)].mean()
    assert raw > 2
    assert 0.4 < righted < 1.3


def test_a_padded_walk_is_even(web):
    links, _ = web
    path = even_walk(links, 20_000, seed=1)
    stays = np.zeros(len(links.pages))
    for page, stay in path:
        stays[page] += stay
    shares = stays / stays.sum() * len(stays)
    assert np.std(shares) < 0.5
    assert even_walk(Links.of([], ["a"]), 5) == []


def test_collisions_tell_how_many_pages_there_are(web):
    links, _ = web
    degrees = [
        len({*one, *two})
        for one, two in zip(links.neighbours(), links.turned().neighbours(), strict=True)
    ]
    path = [page for page, _ in even_walk(links, 4000, seed=3)]
    assert size_by_collisions(path, degrees, gap=3) == pytest.approx(300, rel=0.15)
    assert size_by_collisions([1], degrees) == float("inf")
