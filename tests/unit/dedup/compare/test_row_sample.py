import numpy as np
import pytest

from pagemill.dedup.columns import numbers
from pagemill.dedup.compare.row_sample import (
    bottom_k_jaccard,
    row_sample_jaccard,
    rows_needed,
    threshold_sample,
)


def elements(*values):
    return np.array(values, np.uint64)


def test_rows_that_meet_neither_set_tell_nothing():
    assert row_sample_jaccard(elements(1, 2), elements(2, 3), elements(8, 9)) is None
    assert row_sample_jaccard(elements(1, 2), elements(2, 3), elements(2, 3, 9)) == 0.5


def test_two_hundred_hits_need_more_rows_than_there_are_grains_of_sand():
    assert rows_needed(200, 1500) == pytest.approx(2.5e18, rel=0.02)


def test_the_same_elements_are_sampled_wherever_they_are():
    one = numbers(1, 1000)
    two = np.concatenate((one[:500], numbers(2, 500)))
    first, second = threshold_sample(one, 0.2), threshold_sample(two, 0.2)
    assert np.array_equal(np.intersect1d(first, one[:500]), np.intersect1d(second, one[:500]))
    assert first.size == pytest.approx(200, abs=50)
    assert threshold_sample(one, 1.0).size == 1000


def test_the_least_of_the_union_decide():
    one = numbers(1, 300)
    assert bottom_k_jaccard(one, one, 50) == 1.0
    assert bottom_k_jaccard(one, numbers(2, 300), 50) == 0.0
    assert bottom_k_jaccard(one[:0], one[:0], 50) == 0.0
    half = np.concatenate((one[:200], numbers(3, 100)))
    assert bottom_k_jaccard(one, half, 10_000) == pytest.approx(0.5)
