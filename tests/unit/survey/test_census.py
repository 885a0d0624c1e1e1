from collections import Counter

import numpy as np

from pagemill.collection.layout import Layout
from pagemill.survey.census import SIZES, Column, census


def test_a_column_counts_its_values_the_most_frequent_first():
    column = Column.of(["b", "a", "b", ""])
    assert column.counts() == [("b", 2), ("", 1), ("a", 1)]
    assert column.counts(np.array([1])) == [("a", 1)]
    assert column.rows("b").tolist() == [True, False, True, False]
    assert not column.rows("absent").any()
    assert column.at(1) == "a"


def test_every_page_is_counted_once(built):
    found = census(Layout(built.root))
    views = {view.url: view for view in built.docviews()}
    assert sorted(found.urls) == sorted(views)
    for row, url in enumerate(found.urls):
        assert found.titles[row] == views[url].title
        assert found.columns["language"].at(row) == views[url].language
        assert found.columns["type"].at(row) == views[url].page_type
    funnel = built.funnel()
    assert dict(found.columns["fate"].counts()) == {
        "kept": funnel.kept,
        "exact": funnel.exact_duplicates,
        "near": funnel.near_duplicates,
    }
    assert sum(found.statuses.values()) == sum(found.standings.values()) == funnel.captures
    assert found.standings["current"] == len(views) == len(found)


def test_pages_are_selected_by_value_and_word_and_put_in_order(built):
    found = census(Layout(built.root))
    some = found.select({"host": "b.example"})
    assert [found.urls[row] for row in some] == sorted(
        url for url in found.urls if "//b.example/" in url
    )
    assert [found.urls[row] for row in found.select({}, "TITLE 2")] == ["http://b.example/2"]
    sizes = [found.sizes[row] for row in found.select({}, order="size")]
    assert sizes == sorted(sizes, reverse=True)
    times = [found.captured[row] for row in found.select({}, order="time")]
    assert times == sorted(times, reverse=True)
    assert len(found.select({"host": "absent"})) == 0


def test_sizes_fall_into_their_steps(built):
    found = census(Layout(built.root))
    for row, size in enumerate(found.sizes.tolist()):
        step = SIZES.index(found.columns["size"].at(row))
        assert size <= 1024 * 4**step
        assert step == 0 or size > 1024 * 4 ** (step - 1)


def test_the_months_are_those_of_the_captures(built):
    months = Counter(dict(census(Layout(built.root)).columns["month"].counts()))
    assert list(months) == ["2026-03"]
