import math

import numpy as np
import pytest

from pagemill.measure.size import capture_recapture as cr


def test_worked_numbers():
    assert cr.lincoln_petersen(200, 300, 20) == 3000
    assert cr.lincoln_petersen(2, 3, 0) == math.inf
    assert cr.relative_size(1 / 2, 1 / 6) == pytest.approx(1 / 3)
    assert cr.relative_size(0.3, 0.5) == pytest.approx(5 / 3)
    assert round(cr.planned_sample(1e6, 0.05)) == 20_000


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    chance = np.random.default_rng(3)
    covered = 0
    for _ in range(300):
        one, two = (set(chance.choice(2000, 150, replace=False).tolist()) for _ in "ab")
        found = cr.chapman(150, 150, len(one & two))
        covered += found.low <= 2000 <= found.high
    assert 0.89 <= covered / 300 <= 0.98


def test_nothing_drawn_twice_is_told():
    assert "far larger" in cr.chapman(10, 10, 0).warnings[0]


def test_even_draws_are_counted_right_by_all():
    chance = np.random.default_rng(4)
    draws = chance.integers(1000, size=1500).tolist()
    samples = [draws[at : at + 100] for at in range(0, 1500, 100)]
    assert cr.chao(draws).point == pytest.approx(1000, rel=0.1)
    assert cr.coverage(draws) == pytest.approx(1000, rel=0.1)
    assert cr.capture_history(samples) == pytest.approx(1000, rel=0.1)
    assert cr.multiple(samples) == pytest.approx(1000, rel=0.1)


def test_uneven_draws_come_out_too_low():
    chance = np.random.default_rng(5)
    weights = chance.lognormal(0, 1, 1000)
    draws = chance.choice(1000, 1000, p=weights / weights.sum()).tolist()
    assert cr.chao(draws).point < 900
    assert cr.multiple([draws[:500], draws[500:]]) < 700


def test_nothing_to_go_by():
    assert cr.coverage([1, 2]) == math.inf
    assert cr.capture_history([[1], [2]]) == math.inf
    assert cr.multiple([[1], [2]]) == math.inf
    assert cr.chao([]).point == 0
