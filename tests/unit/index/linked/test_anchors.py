"""What pages are called."""

from __future__ import annotations

import numpy as np

from pagemill.index.linked.anchors import LONGEST, Anchors


def gathered(links: list[tuple[int, str, int]]) -> Anchors:
    """Take in links: page linked to, text, host."""
    anchors = Anchors()
    for part in (links[::2], links[1::2]):
        numbers = [anchors.number(text) for _, text, _ in part]
        anchors.add(
            np.array([target for target, _, _ in part], np.uint64),
            np.array(numbers, np.int32),
            np.array([host for _, _, host in part], np.uint64),
        )
    return anchors


def test_texts_of_a_page_come_sorted_and_once():
    links = [(1, "rye  bread", 7), (1, "Bread", 8), (1, "rye bread", 9), (2, "oven", 7)]
    assert gathered(links).chosen() == {1: ("Bread", "rye bread"), 2: ("oven",)}


def test_a_thousand_links_of_one_host_are_one_voice():
    links = [(1, "menu", 7)] * 1000 + [(1, "rye", 8), (1, "rye", 9)]
    assert gathered(links).chosen(most=1) == {1: ("rye",)}


def test_a_text_that_says_nothing_is_none_and_a_long_one_is_cut():
    found = gathered([(1, " \n", 7), (2, "x" * 1000, 7)]).chosen()
    assert found == {2: ("x" * LONGEST,)}


def test_the_order_of_links_does_not_matter():
    links = [(n % 3, f"text {n % 7}", n % 5) for n in range(60)]
    assert gathered(links).chosen(2) == gathered(links[::-1]).chosen(2)


def test_nothing_was_said():
    assert Anchors().chosen() == {}
