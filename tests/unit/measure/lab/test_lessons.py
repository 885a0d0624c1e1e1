import pytest

from pagemill.measure.lab import lessons
from pagemill.measure.lab.lessons import LESSONS

BY_NAME = {lesson.name: lesson for lesson in LESSONS}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Small worlds: the figures proper come from benchmarks/bench_measure.py."""
    monkeypatch.setattr(lessons, "_PAGES", 500)
    monkeypatch.setattr(lessons, "OUTSIDE", 300)
    monkeypatch.setattr(lessons.world, "__defaults__", (500,))


def rows(name):
    return {row.how: row for row in BY_NAME[name].rows(1)}


def test_names_are_different():
    assert len(BY_NAME) == len(LESSONS)


def test_long_pages_mislead_the_classic_way_and_not_the_others():
    found = rows("overlap")
    classic = found["random hits of two words (1998)"]
    assert classic.value - classic.truth > 0.1
    for how in ("random walk over pages", "importance sampling"):
        assert abs(found[how].value - found[how].truth) < 0.12


def test_the_self_check_puts_a_restricted_index_right():
    found = rows("restriction")
    raw, righted = found["as found"], found["corrected by the self-check"]
    assert raw.value < raw.truth - 0.15
    assert abs(righted.value - righted.truth) < abs(raw.value - raw.truth)


def test_the_pool_estimator_refuses_cut_off_answers():
    found = rows("cut-off")
    assert found["pool"].value is None
    assert found["importance"].value == pytest.approx(500, rel=0.3)


def test_lying_totals_are_told():
    found = rows("totals")
    assert found["true totals"].note == "nothing wrong"
    assert "wrong" in found["totals twice too high"].note


@pytest.mark.parametrize("name", ["exercises", "freshness", "addresses", "time-outs"])
def test_the_other_lessons_come_near_the_truth_they_name(name):
    for row in BY_NAME[name].rows(0):
        assert row.value == pytest.approx(row.truth, rel=0.5)
