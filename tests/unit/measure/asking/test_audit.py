import pytest

from pagemill.measure.asking.audit import audit


@pytest.mark.parametrize("factor", [0.5, 1.3, 2.0])
def test_totals_that_lie_are_flagged_in_every_world(asking, lexicon, factor):
    found = audit(asking(total_factor=factor, limit=50), lexicon.spread(40))
    assert not found.trusts_totals
    assert "totals are wrong" in found.warnings()[0]


def test_true_totals_pass(asking, lexicon):
    found = audit(asking(limit=50), lexicon.spread(40))
    assert found.trusts_totals
    assert found.warnings() == ()
    assert 0 < found.overflow_share < 1


def test_capped_totals_are_flagged(asking, lexicon):
    found = audit(asking(limit=20, total_cap=60), lexicon.spread(40))
    assert found.capped
    assert "capped at 60" in found.warnings()[-1]


def test_an_engine_that_finds_nothing_is_told(asking):
    found = audit(asking(), ["灯塔", "сад"])
    assert "no query found anything" in found.warnings()[0]
