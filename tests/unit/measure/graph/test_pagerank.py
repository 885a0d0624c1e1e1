import numpy as np
import pytest

from pagemill.measure.graph.links import Links
from pagemill.measure.graph.pagerank import pagerank


def test_it_solves_its_equations():
    links = Links.of([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("a", "e")])
    rank = pagerank(links)
    assert rank.sum() == pytest.approx(1)
    matrix = np.zeros((5, 5))
    for source, others in enumerate(links.neighbours()):
        for target in others or range(5):
            matrix[target, source] = 1 / len(others or range(5))
    assert rank == pytest.approx(0.85 * matrix @ rank + 0.03)


def test_an_empty_graph():
    assert pagerank(Links.of([])).tolist() == []
