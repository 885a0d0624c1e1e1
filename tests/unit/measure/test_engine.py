import pytest

from pagemill.measure.engine import Answer, Query, Scannable, Unanswered


def test_a_query_is_shown_as_it_is_typed():
    assert str(Query(("a", "b"))) == "a b"
    assert str(Query(("a", "b"), is_phrase=True)) == '"a b"'
    assert str(Query(("a",), filters=(("site", "x.example"),))) == "a site:x.example"


def test_an_answer_claims_nothing_by_default():
    answer = Answer(("x",))
    assert (answer.total, answer.relation, answer.overflow) == (None, "none", False)


def test_unanswered_carries_its_reason_and_the_pause_asked_for():
    with pytest.raises(Unanswered, match="busy") as raised:
        raise Unanswered("busy", wait_s=3)
    assert (raised.value.wait_s, raised.value.is_lasting) == (3, False)


def test_only_what_can_list_its_pages_is_scannable(asking):
    assert not isinstance(asking().engine, Scannable)
