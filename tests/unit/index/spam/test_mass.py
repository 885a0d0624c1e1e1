from __future__ import annotations

import numpy as np
import pytest

from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank
from pagemill.index.spam.mass import spam_mass, trusted_rank

GOOD, FARM = 20, 10
PAIRS = [
    *((one, (one + 1) % GOOD) for one in range(GOOD)),
    *((one, 0) for one in range(1, GOOD)),
    *((GOOD + one, GOOD) for one in range(1, FARM)),
    *((GOOD, GOOD + one) for one in range(1, FARM)),
]
EDGES = Edges.of(
    np.array([one for one, _ in PAIRS], np.uint64),
    np.array([other for _, other in PAIRS], np.uint64),
    np.arange(GOOD + FARM, dtype=np.uint64),
)
TRUSTED = np.arange(GOOD + FARM) < GOOD


def test_with_everyone_trusted_trust_is_pagerank() -> None:
    everyone = np.ones(GOOD + FARM, np.bool_)
    assert trusted_rank(EDGES, everyone) == pytest.approx(pagerank(EDGES), abs=1e-6)
    nobody = np.zeros(GOOD + FARM, np.bool_)
    assert trusted_rank(EDGES, nobody) == pytest.approx(pagerank(EDGES), abs=1e-6)


def test_trust_does_not_reach_a_farm_and_its_target_is_all_mass() -> None:
    trust = trusted_rank(EDGES, TRUSTED)
    assert trust.sum() == pytest.approx(1.0)
    assert trust[GOOD:].max() == 0.0
    mass = spam_mass(pagerank(EDGES), trust, GOOD / (GOOD + FARM))
    assert mass[GOOD] == pytest.approx(1.0)
    assert mass[:GOOD].max() < 0.05


def test_of_pages_that_hardly_anyone_knows_nothing_is_said() -> None:
    mass = spam_mass(np.full(4, 0.25), np.zeros(4), 1.0)
    assert mass.tolist() == [0.0] * 4
