import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.dedup.compare import passages as module
from pagemill.dedup.compare.passages import passages
from pagemill.model.comparison import Passage

KEPT = (
    "The night ferry leaves at ten from the old pier. Bring a coat.\nTickets are sold aboard."
)


def test_a_changed_word_stands_between_what_both_have():
    (found,) = passages(KEPT, KEPT.replace("ten", "eleven"))
    assert found == Passage(
        before="The night ferry leaves at",
        kept="ten",
        removed="eleven",
        after="from the old pier. Bring a",
    )


def test_spaces_make_no_difference():
    assert passages("a  b\nc", "a b\n\n c") == []


def test_a_line_that_only_one_has_is_shown_whole():
    (found,) = passages(KEPT, KEPT + "\nPrinted by the Courier.")
    assert (found.kept, found.removed) == ("", "Printed by the Courier.")


def test_differences_that_hardly_anything_parts_are_one():
    (found,) = passages("a b c d e f g h i j k l m n", "a b X d Y f g h i j k l m n")
    assert (found.kept, found.removed) == ("c d e", "X d Y")


def test_characters_are_words_where_there_are_no_spaces():
    (found,) = passages("古桥重修完成于三月", "古桥重修完成于五月")
    assert (found.kept, found.removed) == ("三", "五")


def test_a_huge_difference_is_one_passage(monkeypatch):
    monkeypatch.setattr(module, "_CELLS", 10)
    (found,) = passages("a b c d e", "v w x y z")
    assert (found.kept, found.removed) == ("a b c d e", "v w x y z")


@pytest.mark.parametrize(("kept", "removed"), [("", ""), ("", "a"), ("a", "")])
def test_empty_texts_are_texts_too(kept, removed):
    found = passages(kept, removed)
    assert [(each.kept, each.removed) for each in found] == (
        [(kept, removed)] if kept != removed else []
    )


@given(st.text("ab c\n", max_size=30), st.text("ab c\n", max_size=30))
def test_texts_of_the_same_words_differ_nowhere_and_others_somewhere(one, two):
    assert (passages(one, two) == []) == (one.split() == two.split())
