import numpy as np
import pytest

from pagemill.measure.freshness import age_now, budget_curve, freshness_now, report


def test_a_weekly_copy_of_pages_that_change_weekly():
    elapsed = np.linspace(0, 7, 70_001)
    rate = np.full(len(elapsed), 1 / 7)
    assert freshness_now(rate, elapsed).mean() == pytest.approx(0.6321, abs=5e-4)
    assert age_now(rate, elapsed).mean() == pytest.approx(0.9248, abs=5e-4)


def test_a_report_adds_up():
    found = report(np.array([0.1, 0.2]), np.array([1.0, 10.0]), measured=1)
    assert found.backlog == pytest.approx(2 * (1 - found.fresh))
    assert found.backlog_next_week > found.backlog
    assert list(found.ages) == ["0.1", "0.25", "0.5", "0.75", "0.9", "0.99"]
    assert list(found.budget.values()) == sorted(found.budget.values())
    assert report(np.zeros(0), np.zeros(0), 0).pages == 0


def test_more_visits_keep_more_fresh():
    [(_, few), (_, many)] = budget_curve(np.array([1.0, 2.0, 3.0]), [1, 30])
    assert few < many < 1
