"""What was perhaps meant."""

from __future__ import annotations

import pytest

from pagemill.index.query import parse
from pagemill.searching.spelling import MORE, MOST_WORDS, meant, nearest

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


def test_a_book_that_was_pasted_is_not_looked_at_word_by_word():
    asked: list[str] = []

    def counted(word: str) -> int:
        asked.append(word)
        return frequency(word)

    once = '"braed oben"'
    assert meant(once, parse(once), counted) == '"bread oven"'
    few = len(asked)
    again = '"' + "braed oben " * 800 + '"'
    assert meant(again, parse(again), counted).startswith('"bread oven bread')
    assert len(asked) == 2 * few
    many = " ".join(chr(97 + n // 26) + chr(97 + n % 26) + "zzz" for n in range(500))
    asked.clear()
    meant(many, parse(f'"{many}"'), counted)
    assert len(asked) < MOST_WORDS * 1_000


def test_a_word_that_nobody_writes_is_not_proposed():
    assert nearest("breadd", frequency, lambda word: word != "bread") == ""
    pages = {"bricken": 9, "brocken": 4}
    found = nearest("brecken", lambda word: pages.get(word, 0), lambda word: word == "brocken")
    assert found == "brocken"
