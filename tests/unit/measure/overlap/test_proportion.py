import pytest

from pagemill.errors import UsageError
from pagemill.measure.overlap.proportion import clopper_pearson, corrected, none_missing


def test_known_intervals():
    low, high = clopper_pearson(8, 20)
    assert (round(low, 4), round(high, 4)) == (0.1912, 0.6395)
    assert clopper_pearson(0, 0) == (0.0, 1.0)
    assert clopper_pearson(5, 5)[1] == 1.0


def test_none_missing_of_three_thousand_is_one_in_a_thousand():
    assert none_missing(3000) == pytest.approx(0.001, rel=0.01)
    assert none_missing(0) == 1.0


def test_a_test_that_misses_two_thirds_is_made_up_for():
    assert corrected(0.220, 0.333) == pytest.approx(0.660, abs=0.002)
    assert corrected(0.9, 0.5) == 1.0
    with pytest.raises(UsageError, match="no better than chance"):
        corrected(0.5, 0.4, 0.6)
