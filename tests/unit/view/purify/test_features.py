from __future__ import annotations

import numpy as np

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.counts import counted
from pagemill.view.purify.features import MOST, Columns, core_of, features, matrix, sections

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
MENU = "<ul>" + "<li><a href=/n>Home</a>" * 4 + "</ul>"
PAGE = f"{MENU}<article class=story><h1>Lamp</h1><p>{PROSE}</p><p>{PROSE * 2}</p></article>"


def columns_of(html: str, title: str = "") -> Columns:
    tree = parsed(html)
    return features(counted(tree, cut(tree), title))


def test_every_column_has_one_value_a_block_on_any_page() -> None:
    for html in ("a", PAGE, "<p>" * 40 + "x", f"<noscript>{PROSE}</noscript>", "<a>b</a><br>c"):
        columns = columns_of(html)
        assert len({len(column) for column in columns.values()}) == 1
        assert matrix(columns, list(columns)).dtype == np.int16


def test_pages_have_the_same_columns_whatever_is_on_them() -> None:
    assert list(columns_of("a")) == list(columns_of(PAGE, "Lamp"))


def test_what_stands_around_a_block_is_told_from_its_place() -> None:
    columns = columns_of(PAGE, "Lamp")
    assert columns["link share before"].tolist() == [-1, 1000, 1000, 1000, 1000, 0, 0]
    assert columns["since heading"].tolist() == [0, 1, 2, 3, 0, 1, 2]
    assert columns["since title"].tolist() == [-4, -3, -2, -1, 0, 1, 2]
    assert columns["until prose"].tolist() == [5, 4, 3, 2, 1, 0, 0]
    assert columns["prose before"].tolist() == [0] * 6 + [333]


def test_the_core_is_the_smallest_container_with_most_prose() -> None:
    columns = columns_of(PAGE)
    assert columns["in core 80"].tolist() == [0] * 4 + [1] * 3
    assert columns["in core 65"].tolist() == [0] * 6 + [1]
    assert columns["levels to core 80"].tolist() == [2, 2, 2, 2, 1, 1, 1]
    assert columns["on plateau"].tolist() == [0] * 5 + [1] * 2


def test_names_and_properties_reach_the_blocks_below() -> None:
    html = f"<p>{PROSE * 9}<div class=share-bar itemprop=author><b>Ann</b></div>"
    columns = columns_of(html)
    assert columns["share name"].tolist() == [0, 1]
    assert columns["noise name"].tolist() == [0, 1]
    assert columns["property"].tolist() == [0, 8]


def test_blocks_of_one_class_are_alike() -> None:
    columns = columns_of(f"<p class=a>{PROSE}<p class=b>x<p class=a>{PROSE}")
    assert columns["copies of style"].tolist() == [2, 1, 2]
    assert columns["prose of style"].tolist() == [1000, 0, 1000]


def test_sections_run_from_heading_to_heading() -> None:
    tree = parsed("<p>a<h2>b</h2><p>c<p>d<h2>e</h2>")
    start, stop = sections(counted(tree, cut(tree), ""))
    assert start.tolist() == [0, 1, 1, 1, 4]
    assert stop.tolist() == [1, 4, 4, 4, 5]


def test_of_equal_containers_the_first_is_the_core() -> None:
    tree = parsed(f"<p>{PROSE}<p>{PROSE}")
    counts = counted(tree, cut(tree), "")
    assert counts.around.start[core_of(counts, np.array([0, 16, 32]), 50)] == 0


def test_large_numbers_stay_small() -> None:
    columns = {"words": np.array([5, 10 * MOST, -10 * MOST])}
    assert matrix(columns, ["words"]).tolist() == [[5], [MOST], [-MOST]]
