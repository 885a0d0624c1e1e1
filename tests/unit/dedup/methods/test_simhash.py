from itertools import pairwise

import numpy as np
import pytest

from pagemill.dedup.columns import offsets
from pagemill.dedup.methods.simhash import (
    Simhash,
    SimhashScheme,
    agreeing,
    angle,
    calibrated,
    cosine_of,
    p_bit_equal,
    shingle_counts,
    signs,
    simhash_pairs,
    standard_error,
    weighted_bits,
)
from pagemill.errors import UsageError

# The words of the textbook's sentence with their frequencies and hashes of eight bits.
FISH = {
    "tropical": (2, 0b01100001),
    "fish": (2, 0b10101011),
    "include": (1, 0b11100110),
    "found": (1, 0b00011110),
    "environments": (1, 0b00101101),
    "around": (1, 0b10001011),
    "world": (1, 0b00101010),
    "including": (1, 0b11000000),
    "both": (1, 0b10101110),
    "freshwater": (1, 0b00111111),
    "salt": (1, 0b10110101),
    "water": (1, 0b00100101),
    "species": (1, 0b11101110),
}


def fish_sums():
    weights, hashes = zip(*FISH.values(), strict=True)
    return weighted_bits(
        np.array(hashes, np.uint64), np.array(weights, float), np.array([0, len(FISH)]), 8
    )


def test_the_sums_and_the_fingerprint_of_the_textbook():
    sums = fish_sums()
    assert sums.tolist() == [[1, -5, 9, -9, 3, 1, 3, 3]]
    assert format(int(signs(sums)[0]), "08b") == "10101111"


def test_zero_counts_as_0():
    assert signs(np.array([[0.0, 1.0]])).tolist() == [1]


def test_weights_need_not_be_whole():
    hashes, bounds = np.array([0b10, 0b01], np.uint64), np.array([0, 2])
    assert weighted_bits(hashes, np.array([0.5, 0.2]), bounds, 2)[0] == pytest.approx(
        [0.3, -0.3]
    )


def test_texts_in_many_blocks_are_summed_as_one_by_one():
    sizes = np.array([3, 0, 40_000, 1, 39_000])
    hashes = np.arange(int(sizes.sum()), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    bounds = offsets(sizes)
    together = weighted_bits(hashes, np.ones(hashes.size), bounds, 64)
    for text, (start, stop) in enumerate(pairwise(bounds)):
        own = hashes[start:stop]
        ones = np.ones(own.size)
        alone = weighted_bits(own, ones, np.array([0, own.size]), 64)
        assert np.array_equal(alone[0], together[text])


@pytest.mark.parametrize(
    ("cosine", "p"), [(0.0, 0.5), (0.5, 2 / 3), (0.9, 0.8564), (1.0, 1.0), (-1.0, 0.0)]
)
def test_a_bit_agrees_by_the_angle_and_not_in_proportion_to_the_cosine(cosine, p):
    assert p_bit_equal(cosine) == pytest.approx(p, abs=1e-4)


def test_three_bits_of_64_are_an_angle_of_eight_degrees():
    assert angle(3) == pytest.approx(8.44, abs=0.01)
    assert cosine_of(3) == pytest.approx(0.9892, abs=1e-4)
    assert standard_error(0.9) == pytest.approx(0.0438, abs=1e-4)


def article(changed=0):
    return " ".join(
        f"word{number + (1000 if number < changed else 0)}" for number in range(300)
    )


def test_texts_without_words_are_in_no_pair():
    found = simhash_pairs(["", article(), "", article()], 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([1], [3])
    assert found.similarity.tolist() == [1.0]


def test_fingerprints_of_different_schemes_cannot_be_compared():
    one = Simhash(0b1011, SimhashScheme())
    assert one.distance(Simhash(0b0110, SimhashScheme())) == 3
    with pytest.raises(UsageError, match="simhash-v1-b64-width1-seed1"):
        one.distance(Simhash(0, SimhashScheme(width=1)))


def test_the_distance_is_chosen_by_looking_at_exact_resemblances():
    texts = [f"{article(changed)} tail{changed}" for changed in range(0, 60, 2)]
    prints, _ = SimhashScheme().fingerprints(texts)
    strict = calibrated(texts, prints, 0.99)
    loose = calibrated(texts, prints, 0.5)
    assert strict < loose
    assert len(simhash_pairs(texts, 0.5, distance=None)) > len(simhash_pairs(texts, 0.5))


def test_without_duplicates_to_learn_from_the_usual_distance_is_taken():
    prints, _ = SimhashScheme().fingerprints(["a b c", "d e f"])
    assert calibrated(["a b c", "d e f"], prints, 0.8) == 3


def test_shingles_are_counted_for_the_texts_that_are_asked_for():
    assert shingle_counts([article(), article()], np.array([1])).tolist() == [0, 297]


def test_pairs_agree_within_the_distance():
    prints = np.array([0b0, 0b111, 0b1111], np.uint64)
    near = agreeing(prints, np.array([0, 0, 1]), np.array([1, 2, 2]), 3)
    assert near.tolist() == [True, False, True]
