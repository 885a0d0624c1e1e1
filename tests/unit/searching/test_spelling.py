"""What was perhaps meant."""

from __future__ import annotations

import pytest

from pagemill.index.query import parse
from pagemill.searching.spelling import MORE, meant, nearest

PAGES = {"bread": 400, "breed": 30, "oven": 90, "café": 50, "хлеб": 60}


def frequency(word: str) -> int:
    return PAGES.get(word, 0)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("braed", "bread"),
        ("bred", "bread"),
        ("breadd", "bread"),
        ("oben", "oven"),
        ("хлеп", "хлеб"),
        ("bread", ""),
        ("xyzzy", ""),
        ("ovn", ""),
        ("br3ad", ""),
        ("面包店", ""),
    ],
)
def test_the_most_frequent_word_at_one_edit_is_meant(word, expected):
    assert nearest(word, frequency) == expected


def test_a_word_that_is_used_is_not_put_right():
    assert nearest("breed", frequency) == ""
    assert nearest("breed", lambda word: 1 if word == "breed" else frequency(word)) == "bread"
    assert MORE > 1


def test_the_rest_of_the_query_stays_as_it_was_typed():
    typed = 'Braed "hot oben" -site:a.org'
    assert meant(typed, parse(typed), frequency) == 'bread "hot oven" -site:a.org'
    assert meant("bread oven", parse("bread oven"), frequency) == ""
