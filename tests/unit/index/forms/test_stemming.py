"""Stems of words, and the forms for which the words of a query stand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pagemill.index.forms.stemming import MOST_HELD, Held, Stemming
from pagemill.index.query import parse
from pagemill.index.snippet import terms


def cut(ends: str) -> Callable[[str], str]:
    """Rules that take such letters off the end."""
    return lambda word: word.rstrip(ends)


RULES = {"english": cut("s"), "german": cut("en"), "greek": cut("abc")}


@pytest.fixture
def both() -> Stemming:
    return Stemming(("de", "en"), RULES.__getitem__)


def test_words_are_stemmed_by_the_language_of_their_page(both: Stemming):
    assert both.stemmed("limes linden 搜索", "en") == "lime linden 搜索"
    assert both.stemmed("limes linden 搜索", "de") == "limes lind 搜索"
    assert both.stemmed("limes linden 搜索", "fr") == "limes linden 搜索"
    assert both.stem("limes", "en") == "lime"
    assert both.stem("limes", "") == "limes"


def test_a_word_of_which_nothing_is_left_keeps_its_form():
    greek = Stemming(("el",), RULES.__getitem__)
    assert greek.stemmed("abc abcd", "el") == "abc abcd"


def test_a_word_stands_for_itself_and_its_stems(both: Stemming):
    assert both.forms(("limes",)) == (("limes",), ("lime",))
    assert both.forms(("搜索",)) == (("搜索",),)
    assert both.forms(("limes", "linden")) == (
        ("limes", "linden"),
        ("limes", "lind"),
        ("lime", "linden"),
    )
    assert both.forms(("limes",), ("en",)) == (("lime",),)
    assert Stemming((), RULES.__getitem__).forms(("limes",)) == (("limes",),)


def test_each_word_of_a_query_is_looked_for_in_all_its_forms(both: Stemming):
    found = both.formed(parse('limes "linden limes" -oaken site:a.org'))
    assert found.required[0] == (("limes",), ("lime",))
    assert set(found.required[1]) == {
        ("linden", "limes"),
        ("lind", "limes"),
        ("linden", "lime"),
    }
    assert found.excluded == (("oaken",), ("oak",))
    assert found.hosts == ("a.org",)


def test_a_filter_by_language_leaves_the_forms_of_that_language(both: Stemming):
    assert both.formed(parse("limes lang:en")).required == ((("lime",),),)
    assert both.formed(parse("limes lang:fr")).required == ((("limes",),),)


def test_a_form_counts_as_much_as_the_word_that_counts_most(both: Stemming):
    typed = parse("limes OR lime")
    less = both.formed(type(typed)(required=typed.required, worths=((("lime",), 0.25),)))
    assert dict(less.worths) == {("lim",): 0.25}
    alone = both.formed(type(typed)(required=((("limes",),),), worths=((("limes",), 0.5),)))
    assert dict(alone.worths) == {("limes",): 0.5, ("lime",): 0.5}


def test_what_is_marked_in_a_passage_are_the_forms(both: Stemming):
    assert terms(both.formed(parse("limes 搜索引擎"))) == ("limes", "lime", "搜索引擎")


def test_stems_that_are_held_are_bounded():
    held = Held(cut("s"))
    for number in range(MOST_HELD + 10):
        _ = held[f"{number}s"]
    assert len(held) == 10
    assert held["7s"] == "7"
