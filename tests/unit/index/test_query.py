"""What people type -> a query."""

from __future__ import annotations

import pytest

from pagemill.index.query import LONGEST_QUERY, MOST_PARTS, Query, parse


@pytest.mark.parametrize(
    ("text", "required"),
    [
        ("lime blossom", ((("lime",),), (("blossom",),))),
        ('"lime blossom"', ((("lime", "blossom"),),)),
        ("“lime blossom”", ((("lime", "blossom"),),)),
        ('"lime blossom', ((("lime", "blossom"),),)),
        ('a"b c"d', ((("a",),), (("b", "c"),), (("d",),))),
        ("user@host", ((("user", "host"),),)),
        ("a:b:c", ((("a", "b", "c"),),)),
        ("搜索引擎", ((("搜索", "索引", "引擎"),),)),
        ("C++ (templates", ((("c",),), (("templates",),))),
        ('title:"unclosed', ((("title",),), (("unclosed",),))),
        ("水杉 AND (", ((("水杉",),),)),
        ("lime and nectar", ((("lime",),), (("and",),), (("nectar",),))),
        ("lime lime", ((("lime",),),)),
        ("lime OR linden tea", ((("lime",), ("linden",)), (("tea",),))),
        ('a OR b OR "c d"', ((("a",), ("b",), ("c", "d")),)),
        ("OR lime", ((("or",),), (("lime",),))),
        ("lime OR", ((("lime",),), (("or",),))),
        ("AND OR", ((("or",),),)),
    ],
)
def test_what_is_typed_is_what_is_required(
    text: str, required: tuple[tuple[tuple[str, ...], ...], ...]
) -> None:
    assert parse(text) == Query(required=required)


@pytest.mark.parametrize("text", ["", " ", "*", '""', '"', "-", "- ", "()", "AND", "!?", "- -"])
def test_without_words_a_query_is_empty(text: str) -> None:
    assert parse(text) == Query()
    assert parse(text).is_empty


def test_a_minus_before_a_word_or_phrase_excludes_it() -> None:
    query = parse('lime -soda -"key lime" e-mail')
    assert query.excluded == (("soda",), ("key", "lime"))
    assert query.required == ((("lime",),), (("e", "mail"),))


def test_exclusions_alone_ask_for_nothing() -> None:
    assert parse("-lime -site:example.org").is_empty


def test_hosts_and_languages_are_filters() -> None:
    query = parse("x site:Example.ORG -site:https://a.example.org/path lang:zh-Hant -lang:EN")
    assert query == Query(
        required=((("x",),),),
        hosts=("example.org",),
        excluded_hosts=("a.example.org",),
        languages=("zh",),
        excluded_languages=("en",),
    )


@pytest.mark.parametrize(
    "text", ["site:", "lang:", "lang:42", "site:?", 'site:"x"', "mysite:x"]
)
def test_a_filter_without_a_usable_value_is_text(text: str) -> None:
    query = parse(text)
    assert query.hosts == query.languages == ()
    assert query.required


def test_positive_words_come_once_in_the_order_typed() -> None:
    assert parse("b a OR b c -d").positive == (("b",), ("a",), ("c",))


def test_of_a_pasted_book_the_beginning_counts() -> None:
    book = " ".join(f"w{i}" for i in range(5000))
    assert parse(book).positive == tuple((f"w{i}",) for i in range(MOST_PARTS))
    (phrase,) = parse(f'"{book}"').positive
    assert phrase[:2] == ("w0", "w1")
    assert len(" ".join(phrase)) < LONGEST_QUERY
