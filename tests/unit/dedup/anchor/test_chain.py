from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from pagemill.dedup.anchor import chain
from pagemill.dedup.anchor.chain import chained, diameter, least_similarity
from pagemill.dedup.duplicates import find_duplicates
from pagemill.dedup.shingle import jaccard, shingle_sets
from pagemill.errors import UsageError

# Each text has lost the first five words of the one before and gained five at its end.
CHAIN = [
    (f"d{step}", " ".join(f"w{n}" for n in range(5 * step, 5 * step + 100)))
    for step in range(8)
]


def edges(*pairs: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    return left, right


def test_everything_that_pairs_lead_to_is_one_cluster():
    assert chained(6, *edges((0, 3), (3, 5), (1, 2))).tolist() == [0, 1, 1, 0, 4, 0]


def test_the_diameter_counts_links():
    assert diameter(np.arange(3), *edges((0, 1), (1, 2), (0, 2))) == 1
    assert diameter(np.arange(5), *edges((0, 1), (1, 2), (2, 3), (3, 4))) == 4
    assert diameter(np.array([7]), *edges()) == 0


def test_the_least_similarity_is_that_of_the_two_ends():
    sets = shingle_sets([text for _, text in CHAIN])
    assert least_similarity(sets) == pytest.approx(jaccard(sets[0], sets[7]))
    assert least_similarity(shingle_sets(["alone with itself only here"])) == 1.0


def test_a_chain_is_one_cluster_by_single_link_and_several_by_anchors():
    anchored, single = (find_duplicates(CHAIN, link=link) for link in ("anchored", "single"))
    assert len(anchored.clusters) == 3  # two links on, J is .813; three links on, .73
    assert len(single.clusters) == 1
    (cluster,) = single.clusters
    assert cluster.members == tuple(name for name, _ in CHAIN)
    assert cluster.diameter == 4
    assert cluster.least == pytest.approx(62 / 132)
    assert anchored.clusters[0].diameter is None
    assert list(single.pairs) == list(anchored.pairs)


def test_exact_copies_alone_have_no_links_between_them():
    (cluster,) = find_duplicates([("a", "x y"), ("b", "x  y")], link="single").clusters
    assert (cluster.diameter, cluster.least) == (0, 1.0)


def test_another_link_is_refused():
    with pytest.raises(UsageError, match="anchored"):
        find_duplicates(CHAIN, link="complete")


def test_the_least_similarity_of_very_many_needs_no_room_for_their_pairs(monkeypatch):
    monkeypatch.setattr(chain, "WALKED", 3)
    many = ["a b c d e f g h"] * 5000
    sets = shingle_sets([*many, "a b c d x y z"])
    tracemalloc.start()
    assert least_similarity(sets) == 1 / 8
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
