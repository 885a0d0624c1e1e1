"""Links as two columns."""

from __future__ import annotations

import numpy as np
import pytest

from pagemill.index.linked import edges
from pagemill.index.linked.edges import Edges


def of(pairs: list[tuple[int, int]], pages: tuple[int, ...] = ()) -> Edges:
    one, two = np.array(pairs, np.uint64).reshape(-1, 2).T
    return Edges.of(one, two, np.array(pages, np.uint64))


def test_each_link_counts_once_and_none_to_itself():
    found = of([(9, 5), (9, 5), (5, 5), (5, 9)], pages=(7,))
    assert found.keys.tolist() == [5, 7, 9]
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == [
        (0, 2),
        (2, 0),
    ]
    assert found.incoming.tolist() == [1, 0, 1]


def test_the_matrix_leads_from_the_linking_to_the_linked_page():
    found = of([(1, 2), (1, 3)])
    assert (found.matrix() @ np.array([1.0, 0.0, 0.0])).tolist() == [0.0, 1.0, 1.0]


@pytest.mark.parametrize("seed", range(5))
def test_sums_are_the_same_to_the_last_bit_with_and_without_a_matrix(seed, monkeypatch):
    dice = np.random.default_rng(seed)
    found = of([tuple(pair) for pair in dice.integers(0, 60, (900, 2)).tolist()], (99,))
    weights, values = dice.random(len(found.source)), dice.random(len(found.keys))
    few = found.gathered(weights)(values)
    monkeypatch.setattr(edges, "_MANY", 0)
    assert few.tolist() == found.gathered(weights)(values).tolist()
    assert few.tolist() == (found.matrix(weights) @ values).tolist()


def test_the_largest_hashes_are_numbers_like_others():
    most = 2**64 - 1
    assert of([(most, 0)]).keys.tolist() == [0, most]


def test_no_links_make_no_graph():
    assert len(of([]).keys) == 0
