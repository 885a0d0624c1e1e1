from __future__ import annotations

import random

import numpy as np
import pytest

from pagemill.index.linked.edges import Edges
from pagemill.index.spam.farms import FEWEST, farm_shares, host_edges


def edges(pairs: list[tuple[int, int]], count: int) -> Edges:
    source, target = (np.array([pair[end] for pair in pairs], np.uint64) for end in (0, 1))
    return Edges.of(source, target, np.arange(count, dtype=np.uint64))


def ring(members: range) -> list[tuple[int, int]]:
    return [(one, other) for one in members for other in members if one != other]


def test_a_ring_shows_and_who_links_into_it_does_not() -> None:
    shares = farm_shares(edges([*ring(range(6)), (7, 0), (8, 1), (8, 2)], 9))
    assert min(shares[:6]) > 0.4
    assert max(shares[6:]) == 0.0


def test_few_partners_prove_nothing() -> None:
    assert farm_shares(edges(ring(range(FEWEST)), FEWEST)).tolist() == [0.0] * FEWEST
    assert farm_shares(edges(ring(range(FEWEST + 1)), FEWEST + 1)).tolist() == pytest.approx(
        [1.0] * (FEWEST + 1)
    )


def test_honest_hosts_with_partners_that_do_not_know_each_other_are_none() -> None:
    draw = random.Random(1)
    pairs = [(draw.randrange(60), draw.randrange(60)) for _ in range(400)]
    pairs += [(other, one) for one, other in pairs[:150]]
    assert farm_shares(edges(pairs, 60)).max() < 0.1


def test_a_host_without_links_and_no_hosts_at_all() -> None:
    assert farm_shares(edges([], 3)).tolist() == [0.0] * 3
    assert farm_shares(edges([], 0)).tolist() == []


def test_links_of_pages_become_links_of_hosts_where_both_are_known() -> None:
    pages = edges([(0, 1), (0, 2), (1, 2), (3, 0)], 4)
    found = host_edges(pages, np.array([0, 0, 1, -1]))
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == [(0, 1)]
