import pytest

from pagemill.dedup.compare.duplicate_share import unique_share_apart, unique_share_together
from pagemill.errors import UsageError


def test_the_usual_reading_gives_four_fifths():
    found = unique_share_together(0.45, 0.50)
    assert found.urls == pytest.approx(4 / 5)
    assert found.contents == pytest.approx(8 / 9)
    assert "together" in found.assumption


def test_the_literal_reading_gives_three_fifths():
    found = unique_share_apart(0.45, 0.50)
    assert found.urls == pytest.approx(3 / 5)
    assert "independently" in found.assumption


@pytest.mark.parametrize("reading", [unique_share_together, unique_share_apart])
def test_equal_overlaps_mean_that_nothing_is_duplicated(reading):
    assert reading(0.5, 0.5).urls == 1.0


@pytest.mark.parametrize("reading", [unique_share_together, unique_share_apart])
def test_impossible_overlaps_are_refused(reading):
    with pytest.raises(UsageError, match="no share of duplicates explains"):
        reading(0.1, 0.9)
