import math

import numpy as np
import pytest

from pagemill.measure.estimate import log_normal, mean_of, ratio_of, share_interval


def test_the_interval_never_goes_below_what_was_seen():
    low, high = log_normal(120.0, 60.0, least=100.0)
    assert 100 < low < 120 < high
    assert log_normal(100.0, 0.0, least=100.0) == (100.0, 100.0)


def test_one_draw_tells_no_error():
    assert mean_of(np.array([3.0])) == (3.0, math.inf)
    assert mean_of(np.array([1.0, 3.0])) == (2.0, 1.0)


def test_the_jackknife_agrees_with_the_error_of_a_plain_mean():
    values = np.array([1.0, 2.0, 4.0, 7.0])
    ratio, error = ratio_of(values, np.ones(4))
    assert ratio == 3.5
    assert error == pytest.approx(mean_of(values)[1])
    assert ratio_of(np.zeros(3), np.zeros(3)) == (0.0, math.inf)


def test_a_share_stays_a_share():
    assert share_interval(0.01, 0.1)[0] == 0.0
    assert share_interval(0.99, 0.1)[1] == 1.0
