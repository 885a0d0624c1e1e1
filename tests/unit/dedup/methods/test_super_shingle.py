import numpy as np
import pytest

from pagemill.dedup.columns import numbers
from pagemill.dedup.methods.sort_count import sketch_pairs
from pagemill.dedup.methods.super_shingle import (
    _common,
    p_found,
    sharing,
    sorted_super_shingle_pairs,
    sorted_super_shingles,
    super_shingle_pairs,
)


@pytest.mark.parametrize(
    ("similarity", "two", "one"),
    [(0.80, 0.026, 0.237), (0.85, 0.120, 0.478), (0.90, 0.415, 0.790), (0.95, 0.879, 0.982)],
)
def test_the_chance_that_84_minima_in_6_groups_find_a_pair(similarity, two, one):
    assert p_found(similarity) == pytest.approx(two, abs=5e-4)
    assert p_found(similarity, needed=1) == pytest.approx(one, abs=5e-4)


def test_more_than_half_of_the_pairs_at_nine_tenths_are_missed():
    assert 1 - p_found(0.9) == pytest.approx(0.58, abs=0.006)


def sketches():
    minima = numbers(3, 3 * 84).astype(np.uint32).reshape(3, 84)
    minima[1, :28] = minima[0, :28]  # two groups
    minima[2, 28:42] = minima[0, 28:42]  # one group
    return minima


def test_two_of_six_groups_must_be_equal_unless_one_is_enough():
    found = sharing(sketches())
    assert list(zip(found.left, found.right, found.count, strict=True)) == [(0, 1, 2)]
    found = sharing(sketches(), needed=1)
    assert list(zip(found.left, found.right, found.count, strict=True)) == [
        (0, 1, 2),
        (0, 2, 1),
    ]


def test_a_group_counts_in_its_own_place_only():
    minima = sketches()
    minima[2, :14] = minima[0, 70:]
    assert sharing(minima, needed=1).count.tolist() == [2, 1]


def test_sorted_sketches_share_a_run_wherever_it_stands():
    one = np.arange(0, 2000, 10, dtype=np.uint32)
    two = one[::-1].copy()
    two[:150] += 1
    marks = sorted_super_shingles(np.stack((one, two)))
    assert np.intersect1d(marks[0], marks[1]).size == 50 - 4 + 1


def test_sorted_super_shingles_lead_to_the_pairs_of_the_sketches_as_sets():
    words = [f"w{number}" for number in range(300)]
    texts = [" ".join(words[start:]) for start in range(0, 120, 12)]
    found = sorted_super_shingle_pairs(texts, 0.8)
    direct = sketch_pairs(texts, 0.8, reading="sets")
    assert list(zip(found.left, found.right, found.similarity, strict=True)) == list(
        zip(direct.left, direct.right, direct.similarity, strict=True)
    )
    assert len(found)


def test_repeats_within_a_sketch_are_no_common_minima():
    rows = np.array([[5, 5, 5, 7], [5, 6, 6, 6], [5, 5, 7, 7]], np.uint32)
    assert _common(rows, np.array([0, 0, 1]), np.array([1, 2, 2])).tolist() == [1, 2, 1]


def test_equal_long_texts_are_found_by_both():
    texts = [" ".join(f"w{number}x{seed}" for number in range(900)) for seed in (1, 2, 1)]
    for pairs in (super_shingle_pairs, sorted_super_shingle_pairs):
        found = pairs(["short", *texts], 0.8)
        assert (found.left.tolist(), found.right.tolist()) == ([1], [3])
