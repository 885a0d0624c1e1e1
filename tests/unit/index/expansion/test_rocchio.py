"""Queries that learn from chosen pages."""

from __future__ import annotations

import pytest

from pagemill.index.expansion.rocchio import MOST, rocchio


def flat(word: str) -> float:
    return 1.0 if word else 0.0


def test_words_of_right_pages_come_in_and_those_of_wrong_ones_do_not():
    right = [["pier", "tide"], ["pier", "ferry"]]
    moved = rocchio(["tide"], right, [["soap", "ferry"]], flat)
    assert moved["tide"] == 1.0
    assert moved["tide"] > moved["pier"] > moved["ferry"] > 0
    assert "soap" not in moved


def test_the_weights_are_those_of_the_formula():
    moved = rocchio(["a1"], [["b1"]], [], flat)
    assert moved["b1"] / moved["a1"] == pytest.approx(0.75)


def test_without_judgements_the_query_stays():
    assert rocchio(["tide", "pier"], [], [], flat) == {"tide": 1.0, "pier": 1.0}


def test_a_typed_word_stays_though_all_wrong_pages_have_it():
    assert "tide" in rocchio(["tide"], [["pier"]], [["tide"]] * 3, flat)


def test_only_the_heaviest_words_are_kept():
    right = [[f"word{n}" for n in range(100)]]
    assert len(rocchio(["tide"], right, [], flat)) == MOST


def test_a_telling_word_weighs_more():
    moved = rocchio([], [["rare", "common"]], [], lambda word: 5.0 if word == "rare" else 1.0)
    assert list(moved) == ["rare", "common"]
