"""The tree of categories, as it is shown."""

from __future__ import annotations

from pagemill.cli.find.directory import show


def test_a_category_is_indented_below_the_one_it_lies_in(desk):
    show({"arts": 3, "arts/music": 2, "news": 1}, desk.console())
    assert desk.out.getvalue().splitlines() == ["arts  3", "  music  2", "news  1"]


def test_a_collection_without_categories_says_so(desk):
    show({}, desk.console())
    assert desk.out.getvalue() == "no page has a category\n"
