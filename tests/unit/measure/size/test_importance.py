import math

import pytest

from pagemill.measure.size.importance import Draw, by_importance, counted, pilot


@pytest.mark.parametrize(("limit", "within"), [(10, 0.25), (1_000_000, 0.15), (1, 0.9)])
def test_it_holds_whatever_is_listed(asking, lexicon, limit, within):
    asker = asking(budget=300, limit=limit)
    found = by_importance(asker, lexicon, seed=2)
    assert found.point == pytest.approx(400, rel=within)
    assert found.low < 400 < found.high * 1.05
    assert asker.cost.queries <= 300


def test_a_ranking_by_length_does_not_mislead(asking, lexicon):
    found = by_importance(asking(budget=300, limit=10, by_length=0.9), lexicon, seed=3)
    assert found.point == pytest.approx(400, rel=0.3)


def test_the_published_even_split_is_there_too(asking, lexicon):
    found = by_importance(asking(budget=600, limit=10), lexicon, seed=1, alpha=0.0)
    assert found.point == pytest.approx(400, rel=0.5)
    assert "alpha 0" in found.method


def test_the_pilot_sees_how_much_larger_the_engine_is(asking, lexicon):
    whole, cut = pilot(asking(), lexicon), pilot(asking(limit=10), lexicon)
    assert whole.scale == pytest.approx(2.0, rel=0.3)
    assert whole.cut == 0
    assert 0.4 < cut.cut < 1


def test_pages_that_come_back_late_count_for_more():
    made = [Draw(100.0, "a", 1), Draw(100.0, "b", 3), Draw(100.0, "c")]
    point, error = counted(made)
    assert point == 200
    assert error == pytest.approx(math.sqrt(2) / math.sqrt(2) * 100 / 1)
    assert counted([Draw(5.0)]) == (5.0, math.inf)


@pytest.mark.parametrize("budget", [1, 3, 4, 40])
def test_a_pilot_spends_a_quarter_at_most(asking, lexicon, budget):
    asker = asking(budget=budget, failing=0.3)
    assert pilot(asker, lexicon).scale > 0
    assert asker.cost.queries <= budget / 4 + asker.terms.tries - 1
