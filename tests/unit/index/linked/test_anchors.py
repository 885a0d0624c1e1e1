"""What pages are called."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagemill.index.linked import anchors
from pagemill.index.linked.anchors import LONGEST, MOST, Anchors


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


def test_what_is_held_for_one_page_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(anchors, "MOST_VOICES", 50)
    monkeypatch.setattr(anchors, "SORTED_FROM", 100)
    found = Anchors()
    for start in range(0, 20_000, 40):
        numbers = [found.number(f"text {start + n}") for n in range(40)]
        found.add(
            np.full(40, 7, np.uint64),
            np.array(numbers, np.int32),
            np.arange(start, start + 40, dtype=np.uint64),
        )
        assert sum(len(one.targets) for one in found._held) <= 150
        assert len(found._numbers) <= 150
    assert len(found.chosen()[7]) == MOST


@pytest.mark.parametrize("seed", range(3))
def test_the_sample_does_not_depend_on_the_order_or_on_when_it_was_drawn(
    monkeypatch: pytest.MonkeyPatch, seed: int
):
    monkeypatch.setattr(anchors, "MOST_VOICES", 30)
    chance = random.Random(seed)
    links = [
        (chance.choice((1, 1, 1, 2, 3)), f"text {chance.randrange(40)}", chance.randrange(90))
        for _ in range(2_000)
    ]
    at_once = gathered(links).chosen()
    monkeypatch.setattr(anchors, "SORTED_FROM", 60)
    found = Anchors()
    chance.shuffle(links)
    for start in range(0, len(links), 50):
        part = links[start : start + 50]
        found.add(
            np.array([target for target, _, _ in part], np.uint64),
            np.array([found.number(text) for _, text, _ in part], np.int32),
            np.array([host for _, _, host in part], np.uint64),
        )
    assert found.chosen() == at_once


def test_the_text_of_most_hosts_is_found_in_a_sample(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(anchors, "MOST_VOICES", 500)
    chance = random.Random(1)
    hosts = [chance.getrandbits(63) for _ in range(5_000)]
    links = [(1, "rye" if n % 3 else f"other {n}", host) for n, host in enumerate(hosts)]
    assert gathered(links).chosen(1) == {1: ("rye",)}
