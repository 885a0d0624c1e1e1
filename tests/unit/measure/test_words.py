from pagemill.measure import words
from pagemill.measure.engine import Query


def test_words_are_folded_and_scripts_without_spaces_are_paired():
    assert words.in_order("Tide TIDE") == ("tide", "tide")
    assert words.distinct("网页净化") == {"网页", "页净", "净化"}


def test_a_phrase_needs_its_words_side_by_side():
    assert words.matches(Query(("a", "b"), is_phrase=True), "x a b")
    assert not words.matches(Query(("a", "b"), is_phrase=True), "a x b")
    assert words.matches(Query(("b", "a")), "a x b")
