"""Words that go together."""

from __future__ import annotations

from pagemill.index.expansion.thesaurus import FEWEST, MOST, thesaurus


def test_words_are_related_by_the_pages_that_have_both():
    pages = [["oven", "bread"]] * 5 + [["oven", "steel"]] * 3 + [["steel", "ship"]] * 30
    found = thesaurus(pages)
    assert found["oven"] == ["bread"]
    assert found["ship"] == ["steel"]
    assert "oven" not in found["steel"]


def test_too_few_pages_relate_nothing():
    assert thesaurus([["a", "b"]] * (FEWEST - 1)) == {}
    assert thesaurus([]) == {}


def test_the_most_related_come_first_and_no_more_than_a_few():
    pages = [["x", f"w{n}"] for n in range(9) for _ in range(4)]
    pages += [["x", "w3"]] * 4
    many = [[f"y{n}" for n in range(MOST + 3)]] * 4
    assert thesaurus(pages)["x"][0] == "w3"
    assert {len(words) for words in thesaurus(many).values()} == {MOST}


def test_the_order_of_pages_does_not_matter():
    pages = [["x", f"w{n % 4}", f"v{n % 3}"] for n in range(40)]
    assert thesaurus(pages) == thesaurus(pages[::-1])
