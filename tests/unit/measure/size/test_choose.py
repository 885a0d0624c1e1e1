import numpy as np
import pytest

from pagemill.errors import UsageError
from pagemill.measure.asking.asker import Asker, Terms
from pagemill.measure.engine import Answer
from pagemill.measure.lexicon import Lexicon
from pagemill.measure.size.choose import METHODS, size


class Shelf:
    """Three pages that can all be listed."""

    name, limit, filters = "shelf", 10, {}

    def scan(self):
        yield from (("a", "x"), ("b", "y"), ("c", "z"))


def test_what_can_be_listed_is_counted():
    found = size(Asker(Shelf()), Lexicon(()))
    assert (found.point, found.se, found.visible) == (3, 0, 1)
    assert "counted" in found.method


def test_an_estimate_says_how_it_was_made_and_what_it_cost(asking, lexicon):
    found = size(asking(limit=10), lexicon, seed=3)
    assert "chosen because" in found.method
    assert found.cost.queries == 200
    assert found.visible is not None
    assert found.low < found.point < found.high


@pytest.mark.parametrize("method", sorted({*METHODS} - {"count", "drill-down"}))
def test_every_method_can_be_asked_for(asking, lexicon, method):
    found = size(asking(budget=120), lexicon, method)
    assert found.point > 100
    bounds = {"chapman", "chao", "capture-history", "multiple"}
    assert ("lower bound" in " ".join(found.warnings)) == (method in bounds)
    assert ("for comparison only" in " ".join(found.warnings)) == (method == "overflow")


def test_what_cannot_be_is_refused(asking, lexicon):
    with pytest.raises(UsageError, match="no such method"):
        size(asking(), lexicon, "magic")
    with pytest.raises(UsageError, match="cannot be listed"):
        size(asking(), lexicon, "count")
    with pytest.raises(UsageError, match="no words"):
        size(asking(), Lexicon(()))


def test_bad_engines_are_refused_and_told_apart(asking, lexicon):
    with pytest.raises(UsageError, match="it is empty, or its pages"):
        size(asking(held=np.arange(0)), lexicon)
    with pytest.raises(UsageError, match=r"not one query was answered \(time-out\)"):
        size(asking(failing=1.0), lexicon)
    foreign = Lexicon((("灯塔", "旧灯"), ("сад", "дом")) * 3)
    with pytest.raises(UsageError, match="another language"):
        size(asking(), foreign)


class Mute:
    """Lists pages but shows no text."""

    name, limit, filters = "mute", 10, {}

    def search(self, _query):
        return Answer(("a", "b"))

    def fetch(self, _page):
        return None

    def cached(self, _page):
        return None

    def lookup(self, _page):
        return None


def test_hits_that_cannot_be_verified_are_refused(lexicon):
    with pytest.raises(UsageError, match="no text of any result"):
        size(Asker(Mute(), Terms(budget=60)), lexicon)


@pytest.mark.parametrize(
    ("vice", "said"),
    [
        ({"total_factor": 2.0, "limit": 50}, "totals are wrong"),
        ({"total_cap": 60, "limit": 20}, "capped at 60"),
        ({"repeats": 0.5}, "listed twice"),
        ({"anchor_share": 0.5}, "do not contain the words"),
        ({"failing": 0.3}, "stayed unanswered"),
    ],
)
def test_every_oddity_becomes_a_warning(asking, lexicon, vice, said):
    asker = asking(budget=240, tries=1, **vice)
    assert any(said in line for line in size(asker, lexicon, "importance").warnings)


def test_an_engine_of_one_page(asking, world, lexicon):
    words = Lexicon((*lexicon.pages[:20], tuple(sorted(world.words[3]))))
    found = size(asking(budget=400, held=np.array([3])), words, "importance")
    assert found.point < 20
