import math

import numpy as np
import pytest

from pagemill.measure.size.overflow import UNIFORM, lu, overlapping_rate


def test_even_samples_are_counted_about_right():
    chance = np.random.default_rng(1)
    samples = [chance.choice(1000, 50, replace=False).tolist() for _ in range(30)]
    assert overlapping_rate(samples) == pytest.approx(1.93, abs=0.1)
    assert lu(samples, matched=1500, exponent=UNIFORM) == pytest.approx(1000, rel=0.1)


def test_nothing_twice_says_nothing():
    assert lu([["a"], ["b"]], matched=2) == math.inf
    assert overlapping_rate([]) == 1.0
