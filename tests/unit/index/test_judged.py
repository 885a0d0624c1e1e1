"""Figures of a ranking."""

from __future__ import annotations

import numpy as np
import pytest

from pagemill.index.judged import estimate, gain, reciprocal


def test_a_later_hit_gains_less_and_one_too_late_nothing():
    gains = [gain(rank) for rank in (1, 2, 5, 10, 11, None)]
    assert gains == sorted(gains, reverse=True)
    assert gains[3] > gains[4] == gains[5] == 0.0
    assert gain(2) == pytest.approx(1 / np.log2(3))
    assert [reciprocal(rank) for rank in (1, 4, None)] == [1.0, 0.25, 0.0]


def test_an_interval_holds_the_true_mean_about_as_often_as_it_says():
    chance = np.random.default_rng(5)
    held = 0
    for turn in range(200):
        found = estimate((chance.random(60) < 0.6).astype(float).tolist(), seed=turn)
        held += found.low <= 0.6 <= found.high
    assert 0.88 <= held / 200 <= 0.99


def test_the_same_values_give_the_same_interval_and_none_give_nothing():
    assert estimate([0.0, 1.0, 1.0]) == estimate([0.0, 1.0, 1.0])
    assert estimate([]) == (0.0, 0.0, 0.0)
