import pytest

from pagemill.measure.overlap.patterns import cells, union_over_first

BOTH, ONE, TWO = (True, True), (True, False), (False, True)


def test_cells_add_up_to_a_hundred():
    found = cells([1.0, 3.0], [[(BOTH, 1), (ONE, 1)], [(BOTH, 1), (TWO, 5)]])
    assert found == pytest.approx({BOTH: 100 / 7, ONE: 100 / 7, TWO: 500 / 7})
    assert union_over_first(found) == pytest.approx(3.5)


def test_engines_that_share_nothing_and_none_at_all():
    found = cells([1.0, 1.0], [[(ONE, 1)], [(TWO, 1)]])
    assert found == {ONE: 50.0, TWO: 50.0}
    assert cells([], []) == {}
    assert union_over_first({}) == float("inf")
