import pytest

from pagemill.measure.lab import lesson
from pagemill.measure.lab.lessons import LESSONS


@pytest.fixture
def rows(monkeypatch):
    """Return what gives the rows of a lesson in a small world, by the way of measuring.

    The figures proper come from benchmarks/bench_measure.py.
    """
    monkeypatch.setattr(lesson, "PAGES", 500)
    monkeypatch.setattr(lesson, "OUTSIDE", 300)
    by_name = {one.name: one for one in LESSONS}
    return lambda name, seed=1: {row.how: row for row in by_name[name].rows(seed)}
