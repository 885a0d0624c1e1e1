from math import log10, sqrt

import numpy as np
import pytest

from pagemill.dedup.words.bags import bags
from pagemill.dedup.words.cosine import cosine_pairs, cosines


def test_the_cosine_of_frequencies():
    found = cosines(bags(["a a b", "a c", "z"]), "tf")
    assert found[0, 1] == pytest.approx(2 / (sqrt(5) * sqrt(2)), abs=1e-9)
    assert found[0, 2] == 0


def test_a_word_of_every_text_weighs_nothing_by_rarity():
    texts = ["the a b", "the a c", "the d"]
    found = cosines(bags(texts), "tf-idf")
    common, rare = log10(3 / 2), log10(3)
    expected = common**2 / (common**2 + rare**2)
    assert found[0, 1] == pytest.approx(expected, abs=1e-9)
    assert found[0, 2] == 0
    assert np.all(cosines(bags(["the", "the"]), "tf-idf")[0, 1] == 0)


def test_how_often_a_word_stands_in_a_text_can_be_left_out():
    texts = ["the a a a b", "the a c c", "the d"]
    assert cosines(bags(texts), "binary")[0, 1] == pytest.approx(2 / 3, abs=1e-9)
    common, rare = log10(3 / 2), log10(3)
    expected = common**2 / (common**2 + rare**2)
    found = cosines(bags(texts), "df")
    assert found[0, 1] == pytest.approx(expected, abs=1e-9)
    assert found[0, 1] != pytest.approx(cosines(bags(texts), "tf-idf")[0, 1], abs=1e-3)
    assert found[0, 2] == 0


def test_pairs_are_those_that_reach_the_threshold():
    found = cosine_pairs(["a b c", "c b a", "a b d"], 0.9)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [1])
    assert found.similarity.tolist() == [1.0]
