"""Laws of the analyser, the query parser and the snippet."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pagemill.index.analyze import LONGEST_WORD, analyze, words
from pagemill.index.query import parse
from pagemill.index.snippet import snippet, terms

anything = st.text(alphabet=st.characters(), max_size=80)
typed = st.lists(
    st.sampled_from(
        [
            '"',
            "-",
            "site:",
            "lang:",
            "type:",
            "category:",
            "after:2024",
            "before:2024-13",
            "after:",
            "OR",
            "AND",
            " ",
            "(",
            ":",
            "*",
            "lime",
            "水杉木",
            "é",
            "\u0301",
        ]
    ),
    max_size=20,
).map("".join)


@given(anything | typed)
def test_any_text_is_a_query(text: str) -> None:
    query = parse(text)
    assert all(member for group in query.required for member in group)
    assert all(query.excluded)
    assert query == parse(text)


@given(anything)
def test_words_are_fixed_points_of_the_analysis(text: str) -> None:
    for word in words(text):
        assert words(word) == (word,)
        assert len(word) <= LONGEST_WORD


@given(anything)
def test_analysed_text_analysed_again_stays_as_it_is(text: str) -> None:
    assert words(analyze(text)) == words(text)


@given(anything, anything)
def test_what_stands_between_blanks_is_analysed_alike_alone_and_in_a_page(
    left: str, right: str
) -> None:
    assert words(f"{left} {right}") == words(left) + words(right)


@given(st.text(alphabet="ab é水杉木.", max_size=30))
def test_a_quoted_page_is_a_phrase_of_its_words(text: str) -> None:
    expected = words(text)
    assert parse(f'"{text}"').positive == ((expected,) if expected else ())


@given(anything, anything | typed, st.integers(1, 60))
def test_highlights_lie_in_order_inside_the_snippet(text: str, query: str, length: int) -> None:
    found = snippet(text, terms(parse(query)), length)
    ends = [0]
    for start, end in found.highlights:
        assert ends[-1] <= start < end <= len(found.text)
        ends.append(end)


@given(st.text(alphabet="ab é水杉木.Ａ", min_size=1, max_size=40))
def test_a_word_of_the_text_is_highlighted(text: str) -> None:
    for word in words(text):
        assert snippet(text, terms(parse(word))).highlights
