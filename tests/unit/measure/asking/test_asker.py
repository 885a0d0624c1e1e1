import pytest

from pagemill.measure.asking.asker import Asker, BudgetSpentError, Terms
from pagemill.measure.engine import Answer, Query, Unanswered


class Moody:
    """Fails a number of times, then answers."""

    name, limit, filters = "moody", 10, {}

    def __init__(self, *failures):
        self.failures = list(failures)

    def search(self, _query):
        if self.failures:
            raise self.failures.pop(0)
        return Answer(("a", "b", "a"), 3, "eq")

    def fetch(self, page):
        return {"b": "live text"}.get(page)

    def cached(self, page):
        return {"a": "tide high"}.get(page)

    def lookup(self, _page):
        return None


def test_a_failure_is_tried_again_after_waits_that_double():
    waits = []
    asker = Asker(Moody(Unanswered("busy"), Unanswered("busy")), Terms(), waits.append)
    assert asker.search(Query(("x",))).ids == ("a", "b")
    assert waits == [1.0, 2.0]
    assert asker.cost.queries == 3
    assert asker.repeated == 1


def test_a_pause_that_is_asked_for_is_kept_unless_too_long():
    waits = []
    asker = Asker(Moody(Unanswered("limit", wait_s=9)), Terms(), waits.append)
    assert asker.search(Query(("x",)))
    assert waits == [9]
    asker = Asker(Moody(Unanswered("limit", wait_s=9000)), Terms(), waits.append)
    assert asker.search(Query(("x",))) is None


def test_what_lasts_is_not_tried_again_and_unknown_is_not_no():
    asker = Asker(Moody(Unanswered("refused", is_lasting=True)))
    assert asker.search(Query(("x",))) is None
    assert asker.valid(Query(("x",))) is None
    assert asker.cost.queries == 1
    assert "1 refused" in asker.warnings()[0]


def test_the_budget_is_never_exceeded_and_known_answers_are_free():
    asker = Asker(Moody(), Terms(budget=2))
    for word in ("x", "y", "x"):
        asker.search(Query((word,)))
    with pytest.raises(BudgetSpentError):
        asker.search(Query(("z",)))
    assert asker.cost.queries == 2


def test_a_part_of_the_budget_can_be_kept():
    asker = Asker(Moody(), Terms(budget=10))
    with asker.keeping(0.6):
        assert asker.left == 4
    assert asker.left == 10


def test_hits_without_the_words_are_not_counted():
    asker = Asker(Moody())
    assert asker.valid(Query(("tide",))) == ("a",)
    assert asker.text("b") == "live text"
    assert any("do not contain" in line for line in asker.warnings())
