"""What a page sets off."""

from __future__ import annotations

from pagemill.index.emphasis import MOST, emphasised


def test_headings_bold_and_slanted_words_are_found_once():
    text = "# Rye\n\nSome **dark flour**, *slow* dough.\n\n## Oven\n\nAgain **dark flour**."
    assert emphasised(text) == ("Rye", "dark flour", "slow", "Oven")


def test_lists_and_sums_are_not_emphasis():
    assert emphasised("* one\n* two\n\n2 * 3 * 4") == ()


def test_a_page_of_nothing_but_headings_is_cut():
    assert len(emphasised("\n".join(f"# h{n}" for n in range(1000)))) == MOST
