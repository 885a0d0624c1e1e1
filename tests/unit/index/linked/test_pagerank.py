"""PageRank against power iteration on the whole matrix, and where it is known."""

from __future__ import annotations

import numpy as np
import pytest

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank


def of(pairs: list[tuple[int, int]]) -> Edges:
    one, two = np.array(pairs, np.uint64).reshape(-1, 2).T
    return Edges.of(one, two, np.zeros(0, np.uint64))


def dense(edges: Edges, followed: float) -> np.ndarray:
    """Solve the equations of PageRank instead of iterating."""
    size = len(edges.keys)
    moves = np.zeros((size, size))
    moves[edges.target, edges.source] = 1.0
    degree = moves.sum(axis=0)
    moves[:, degree == 0] = 1.0
    moves /= moves.sum(axis=0)
    system = np.eye(size) - followed * moves
    return np.linalg.solve(system, np.full(size, (1 - followed) / size))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("followed", [0.5, 0.85])
def test_it_solves_its_equations(seed, followed):
    chance = np.random.default_rng(seed)
    edges = of([tuple(pair) for pair in chance.integers(0, 40, (70, 2)).tolist()])
    found = pagerank(edges, followed)
    assert found == pytest.approx(dense(edges, followed), abs=1e-8)
    assert found.sum() == pytest.approx(1.0)


def test_a_page_that_all_link_to_is_first():
    found = pagerank(of([(1, 9), (2, 9), (3, 9), (9, 1)]))
    assert found.argmax() == 3


def test_no_page_has_no_rank():
    assert len(pagerank(of([]))) == 0
