"""Hubs and authorities against the singular vectors that they are."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from pagemill.index.linked import edges as graph
from pagemill.index.linked.edges import Edges
from pagemill.index.linked.hits import hits


def of(pairs: list[list[int]]) -> Edges:
    one, two = np.array(pairs, np.uint64).reshape(-1, 2).T
    return Edges.of(one, two, np.zeros(0, np.uint64))


@pytest.mark.parametrize("seed", range(4))
def test_scores_are_the_first_singular_vectors(seed):
    chance = np.random.default_rng(seed)
    edges = of(chance.integers(0, 12, (60, 2)).tolist())
    size = len(edges.keys)
    links = np.zeros((size, size))
    links[edges.source, edges.target] = 1.0
    left, _, right = np.linalg.svd(links)
    hubs, authorities = hits(edges)
    assert hubs == pytest.approx(np.abs(left[:, 0]) / np.abs(left[:, 0]).sum(), abs=1e-6)
    assert authorities == pytest.approx(np.abs(right[0]) / np.abs(right[0]).sum(), abs=1e-6)


def test_without_links_nobody_is_anything():
    lone = Edges.of(*[np.zeros(0, np.uint64)] * 2, np.array([3], np.uint64))
    assert [found.tolist() for found in hits(lone)] == [[0.0], [0.0]]


def test_few_links_are_added_up_without_scipy_to_the_same_bits(monkeypatch: pytest.MonkeyPatch):
    edges = of(np.random.default_rng(7).integers(0, 300, (2000, 2)).tolist())
    monkeypatch.setattr(graph, "_MANY", 0)
    sparse = hits(edges)
    monkeypatch.setattr(graph, "_MANY", 1_000_000)
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    for found, expected in zip(hits(edges), sparse, strict=True):
        assert found.tobytes() == expected.tobytes()
