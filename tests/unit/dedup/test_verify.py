from fractions import Fraction

import numpy as np
import pytest

from pagemill.dedup import verify
from pagemill.dedup.columns import offsets
from pagemill.dedup.shingle import ShingleSets, common
from pagemill.dedup.verify import exact_threshold, intersections, reaches
from pagemill.errors import UsageError


def test_a_threshold_is_read_as_it_is_written():
    assert exact_threshold(0.8) == Fraction(4, 5)
    assert exact_threshold(1) == 1


@pytest.mark.parametrize("threshold", [0, -0.5, 1.01, float("nan"), float("inf")])
def test_a_threshold_outside_0_to_1_is_refused(threshold):
    with pytest.raises(UsageError, match="threshold"):
        exact_threshold(threshold)


def test_a_pair_exactly_at_the_threshold_reaches_it():
    intersection, union = np.array([4, 7, 29, 0]), np.array([5, 10, 100, 0])
    assert reaches(intersection, union, exact_threshold(0.8)).tolist() == [
        True,
        False,
        False,
        False,
    ]
    assert reaches(intersection, union, exact_threshold(0.7)).tolist() == [
        True,
        True,
        False,
        False,
    ]
    assert reaches(intersection, union, exact_threshold(0.29)).tolist()[2]


@pytest.mark.parametrize("at_once", [1, 7, 1 << 18])
def test_intersections_equal_those_of_single_pairs(monkeypatch, at_once):
    monkeypatch.setattr(verify, "_ELEMENTS_AT_ONCE", at_once)
    parts = [
        np.arange(start, stop, dtype=np.uint64)
        for start, stop in ((0, 5), (3, 9), (0, 0), (4, 6), (2, 40))
    ]
    sets = ShingleSets(
        hashes=np.concatenate(parts), offsets=offsets(np.array([part.size for part in parts]))
    )
    left, right = np.triu_indices(5)
    expected = [common(parts[one], parts[two]) for one, two in zip(left, right, strict=True)]
    for number, (one, two) in enumerate(zip(left, right, strict=True)):
        if one == two:
            expected[number] = parts[one].size
    assert intersections(sets, left, right).tolist() == expected


def test_no_pairs_need_no_comparison():
    sets = ShingleSets(hashes=np.zeros(0, np.uint64), offsets=np.zeros(1, np.int64))
    assert intersections(sets, np.zeros(0, np.int64), np.zeros(0, np.int64)).size == 0


@pytest.mark.parametrize("threshold", ["0.8", None, [0.8]])
def test_a_threshold_that_is_no_number_is_refused_in_a_sentence(threshold):
    with pytest.raises(UsageError, match="must be a number above 0"):
        exact_threshold(threshold)


def test_the_least_threshold_is_a_millionth_and_not_nothing():
    assert exact_threshold(1e-9) == Fraction(1, 10**6)
