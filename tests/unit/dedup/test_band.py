from itertools import combinations

import numpy as np
import pytest

from pagemill.dedup import band
from pagemill.dedup.band import Banding, banding, candidates, pairs_of_bucket
from pagemill.dedup.columns import numbers


@pytest.mark.parametrize(
    ("cut", "similarity", "p"),
    [
        (Banding(20, 10), 0.7, 0.436),
        (Banding(20, 10), 0.8, 0.897),
        (Banding(20, 10), 0.9, 0.9998),
        (Banding(25, 8), 0.7, 0.773),
        (Banding(25, 8), 0.8, 0.990),
        (Banding(40, 5), 0.7, 0.999),
        (Banding(33, 6), 0.7, 0.984),
        (Banding(33, 6), 0.8, 0.99996),
    ],
)
def test_the_s_curve_has_the_known_values(cut, similarity, p):
    places = 5 if p > 0.9999 else 4 if p > 0.999 else 3
    assert cut.p_candidate(similarity) == pytest.approx(p, abs=0.51 * 10**-places)


@pytest.mark.parametrize(
    ("threshold", "cut"),
    [
        (0.8, Banding(33, 6)),
        (0.9, Banding(20, 10)),
        (0.5, Banding(66, 3)),
        (1.0, Banding(1, 200)),
    ],
)
def test_the_longest_bands_that_miss_little_are_chosen(threshold, cut):
    assert banding(threshold) == cut


def test_a_very_low_threshold_gets_bands_of_one_row():
    assert banding(0.01) == Banding(200, 1)


def sketches(texts, positions=12):
    return numbers(9, texts * positions).astype(np.uint32).reshape(texts, positions)


def listed(found):
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_texts_that_share_one_band_are_candidates():
    minima = sketches(5)
    minima[3, 4:8] = minima[1, 4:8]
    minima[4, 1:5] = minima[0, 1:5]  # four equal positions, but no whole band
    assert listed(candidates(minima, Banding(3, 4))) == [(1, 3)]


def test_equal_rows_in_different_bands_do_not_meet():
    minima = sketches(2)
    minima[1, 4:8] = minima[0, 0:4]
    assert listed(candidates(minima, Banding(3, 4))) == []


def test_a_pair_that_shares_several_bands_comes_once():
    minima = sketches(3)
    minima[2] = minima[0]
    assert listed(candidates(minima, Banding(3, 4))) == [(0, 2)]


def test_a_bucket_gives_the_same_pairs_in_any_order():
    keys = np.array([7, 9, 7, 9, 7, 8], np.uint64)
    texts = np.array([4, 2, 0, 3, 4, 1])
    expected = [(0, 4), (2, 3)]
    for turn in range(6):
        found = pairs_of_bucket(np.roll(keys, turn), np.roll(texts, turn))
        assert listed(found) == expected


def test_nothing_gives_no_pairs():
    assert listed(candidates(np.zeros((0, 12), np.uint32), Banding(3, 4))) == []
    assert listed(pairs_of_bucket(np.zeros(0, np.uint64), np.zeros(0, np.int64))) == []


def test_runs_within_the_budget_are_taken_whole():
    found = pairs_of_bucket(np.ones(40, np.uint64), np.arange(40))
    assert listed(found) == list(combinations(range(40), 2))
    assert found.cut_runs == 0


def test_a_run_over_the_budget_is_a_crowd_whose_pairs_are_not_listed(monkeypatch):
    monkeypatch.setattr(band, "BUDGET", 1000)
    keys = np.repeat(np.array([1, 2], np.uint64), [5000, 10])
    found = pairs_of_bucket(keys, np.arange(5010))
    assert found.cut_runs == 1
    assert found.crowd.tolist() == list(range(5000))
    assert set(listed(found)) == set(combinations(range(5000, 5010), 2))


def test_pairs_of_two_texts_of_a_crowd_are_listed_from_no_run(monkeypatch):
    monkeypatch.setattr(band, "LISTED", 4)
    # Run 1 is too long; of the others one is of its texts alone, one has another with them.
    keys = np.repeat(np.array([1, 2, 3], np.uint64), [5, 3, 3])
    texts = np.array([0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 7])
    found = pairs_of_bucket(keys, texts)
    assert found.crowd.tolist() == [0, 1, 2, 3, 4]
    assert listed(found) == [(3, 7), (4, 7)]
    assert found.cut_runs == 1


def test_buffered_pairs_are_merged_without_loss(monkeypatch):
    monkeypatch.setattr(band, "_BUFFER", 10)
    found = pairs_of_bucket(np.ones(30, np.uint64), np.arange(30))
    assert listed(found) == list(combinations(range(30), 2))


@pytest.mark.parametrize("budget", [1 << 20, 40, 3])
def test_bands_taken_together_give_what_each_gives_alone(monkeypatch, budget):
    monkeypatch.setattr(band, "BUDGET", budget)
    monkeypatch.setattr(band, "EACH", 0)
    pick = np.random.default_rng(4)
    minima = pick.integers(0, 3, (60, 12), np.uint32)
    monkeypatch.setattr(band, "_ROWS_AT_ONCE", 0)
    alone = candidates(minima, Banding(6, 2))
    monkeypatch.setattr(band, "_ROWS_AT_ONCE", 1 << 17)
    together = candidates(minima, Banding(6, 2))
    assert listed(together) == listed(alone)
    assert together.crowd.tolist() == alone.crowd.tolist()
    assert together.cut_runs == alone.cut_runs
    assert (alone.cut_runs > 0) == (budget < 100)
