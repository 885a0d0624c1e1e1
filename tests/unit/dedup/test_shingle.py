from math import isclose

import numpy as np
import pytest

from pagemill.dedup.shingle import common, containment, jaccard, shingle_sets

FIGURE = np.array([[0, 1], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]])
"""Rows of a figure of the textbook: C11 = 2, C01 = 2, C10 = 1, C00 = 1."""


def test_a_rose_is_a_rose_is_a_rose_has_three_distinct_shingles_of_four():
    assert shingle_sets(["a rose is a rose is a rose"]).counts.tolist() == [3]


def test_the_width_is_a_parameter():
    text = ["a rose is a rose is a rose"]
    assert [int(shingle_sets(text, width).counts[0]) for width in (1, 2, 8, 9)] == [3, 3, 1, 0]


def test_the_figure_with_two_common_rows_of_five_has_two_fifths():
    left, right = (np.flatnonzero(FIGURE[:, side]).astype(np.uint64) for side in (0, 1))
    assert common(left, right) == 2
    assert jaccard(left, right) == 2 / 5
    assert isclose(containment(left, right), 2 / 3)


def test_empty_sets_resemble_nothing():
    empty = np.zeros(0, np.uint64)
    assert jaccard(empty, empty) == 0.0
    assert containment(empty, np.array([1], np.uint64)) == 0.0


def test_no_shingle_reaches_from_one_text_into_the_next():
    together = shingle_sets(["one two three", "four five six seven", "", "eight"])
    assert together.counts.tolist() == [0, 1, 0, 0]
    assert together[1].tolist() == shingle_sets(["four five six seven"])[0].tolist()
    assert len(together) == 4


def test_sets_are_sorted_and_without_repeats():
    sets = shingle_sets(["to be or not to be or not to be or not"] * 2)
    for number in range(2):
        assert np.all(sets[number][1:] > sets[number][:-1])


def test_case_and_signs_make_no_difference():
    sets = shingle_sets(["The end, of the line!", "the END of\nthe line"])
    assert jaccard(sets[0], sets[1]) == 1.0


def test_the_order_of_words_makes_a_difference():
    sets = shingle_sets(["one two three four", "four three two one"])
    assert jaccard(sets[0], sets[1]) == 0.0


@pytest.mark.parametrize("texts", [[], [""], ["", "!"]])
def test_texts_without_words_have_empty_sets(texts):
    assert shingle_sets(texts).counts.tolist() == [0] * len(texts)


def test_chinese_shingles_are_runs_of_characters():
    assert shingle_sets(["中华人民共和国"]).counts.tolist() == [4]


def test_unicode_composition_makes_no_difference():
    sets = shingle_sets(["caf\u00e9 au lait s'il", "cafe\u0301 au lait s'il"])
    assert jaccard(sets[0], sets[1]) == 1.0
