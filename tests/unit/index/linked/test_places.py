"""Where pages stand by their links."""

from __future__ import annotations

import numpy as np

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.places import LinkPlaces, placed, rows


def test_the_place_is_the_share_of_pages_below():
    assert placed(np.array([0.4, 0.1, 0.1, 0.2, 0.2])).tolist() == [
        np.float32(0.8),
        0.0,
        0.0,
        np.float32(0.4),
        np.float32(0.4),
    ]


def test_a_page_is_looked_up_by_its_hash_and_an_unknown_one_has_the_last_place():
    links = np.array([[1, 9], [2, 9], [9, 2]], np.uint64).T
    found = rows(Edges.of(links[0], links[1], np.zeros(0, np.uint64)))
    assert found["incoming"].tolist() == [0, 1, 2]
    places = LinkPlaces(found).places([9, 1, 77])
    assert places[0] > places[1] == places[2] == 0.0


def test_without_pages_all_have_the_last_place():
    nothing = np.zeros(0, np.uint64)
    found = rows(Edges.of(nothing, nothing, nothing))
    assert LinkPlaces(found).places([1, 2]) == [0.0, 0.0]
