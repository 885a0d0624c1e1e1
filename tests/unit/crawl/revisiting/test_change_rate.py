from __future__ import annotations

import numpy as np
import pytest

from pagemill.crawl.revisiting.change_rate import (
    Visits,
    declared_rate,
    pooled,
    rates,
    regular_rate,
)


def test_ten_visits_with_six_changes_are_more_than_six_changes() -> None:
    assert regular_rate(10, 6, 1.0) == pytest.approx(0.847, abs=5e-4)


def test_equal_gaps_give_the_published_estimator() -> None:
    visits = Visits(
        np.zeros(10, np.int64), np.ones(10), np.array([True] * 6 + [False] * 4, np.bool_)
    )
    assert rates(visits, 1)[0] == pytest.approx(regular_rate(10, 6, 1.0), rel=1e-9)


def test_irregular_visits_are_estimated_close_to_the_truth() -> None:
    random = np.random.default_rng(5)
    pages, each, rate = 400, 50, 1.0
    gap = random.exponential(1.0, pages * each) + 0.01
    changed = random.random(pages * each) < -np.expm1(-rate * gap)
    visits = Visits(np.repeat(np.arange(pages), each), gap, changed)
    assert float(rates(visits, pages).mean()) == pytest.approx(rate, rel=0.06)


def test_pages_without_changes_and_without_visits_are_told_apart() -> None:
    visits = Visits(np.zeros(3, np.int64), np.ones(3), np.zeros(3, np.bool_))
    found = rates(visits, 2)
    assert found[0] == 0.0
    assert np.isnan(found[1])


def test_a_declared_date_tells_how_long_a_page_was_watched() -> None:
    ages, gaps = np.array([0.5, 9.0, 0.5]), np.ones(3)
    assert declared_rate(ages, gaps, np.array([True, False, True])) == pytest.approx(0.5)
    assert declared_rate(ages, gaps, np.zeros(3, np.bool_)) == 0.0


def test_a_page_without_visits_is_taken_for_what_is_usual_at_its_host() -> None:
    estimates = np.array([1.0, np.nan, 4.0])
    found = pooled(estimates, np.array([50, 0, 50]), np.array([0, 0, 1]))
    assert abs(found[1] - 1.0) < abs(found[1] - 4.0)
    assert not np.isnan(found).any()
