"""What theory says about the methods, held against what they do."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from material.resembling import neighbours, pairs_of_sets, within
from pagemill.dedup.band import Banding, candidates
from pagemill.dedup.columns import numbers, offsets
from pagemill.dedup.compare.duplicate_share import unique_share_apart, unique_share_together
from pagemill.dedup.compare.row_sample import (
    bottom_k_jaccard,
    row_sample_jaccard,
    rows_needed,
    threshold_sample,
)
from pagemill.dedup.methods.bbit import BbitScheme, BbitSketch
from pagemill.dedup.methods.one_permutation import OneScheme
from pagemill.dedup.methods.simhash import p_bit_equal, signs, standard_error, weighted_bits
from pagemill.dedup.methods.sort_count import sort_and_count
from pagemill.dedup.methods.super_shingle import p_found, sharing
from pagemill.dedup.minhash import Scheme, agreements, p_pass
from pagemill.dedup.minhash import standard_error as sketch_error
from pagemill.dedup.shingle import jaccard

PAIRS = 4000
SMALL = st.sets(st.integers(0, 5), min_size=1)
# Elements that both sets have, and that each has alone: J = .5, .8, .9.
OVERLAPS = [(100, 50), (160, 20), (180, 10)]


# -- Theorem 19.1


@given(SMALL, SMALL)
def test_the_minima_of_all_permutations_agree_as_often_as_the_sets_resemble(one, two):
    orders = list(permutations(range(6)))
    equal = sum(
        min(one, key=order.__getitem__) == min(two, key=order.__getitem__) for order in orders
    )
    assert Fraction(equal, len(orders)) == Fraction(len(one & two), len(one | two))


def test_the_matrix_of_the_proof_has_a_resemblance_of_two_fifths():
    one = np.array([1, 2, 4], np.uint64)  # rows with a 1 in the first column
    two = np.array([0, 2, 4, 5], np.uint64)
    assert jaccard(one, two) == 2 / 5  # C11 = 2, C01 = 2, C10 = 1


# -- how far estimates are off


def estimates(kind: str, shared: int, each: int) -> tuple[np.ndarray, float]:
    """Return the estimates of many pairs, and the spread that theory gives them."""
    sets = pairs_of_sets(PAIRS, shared, each)
    similarity = shared / (shared + 2 * each)
    left, right = neighbours(PAIRS)
    if kind == "one permutation":
        return agreements(OneScheme().minima(sets), left, right) / 200, sketch_error(similarity)
    minima = Scheme().minima(sets)
    if kind == "sketch":
        return agreements(minima, left, right) / 200, sketch_error(similarity)
    scheme = BbitScheme(bits=int(kind[0]))
    planes = scheme.cut(minima)
    differ = np.bitwise_count(np.bitwise_or.reduce(planes[left] ^ planes[right], axis=1))
    share = 1 - differ.sum(axis=1) / 200
    chance = 2.0**-scheme.bits
    return (share - chance) / (1 - chance), scheme.standard_error(similarity)


@pytest.mark.parametrize(("shared", "each"), OVERLAPS)
@pytest.mark.parametrize("kind", ["sketch", "1 bit", "2 bits", "4 bits"])
def test_estimates_have_hardly_any_bias_and_the_spread_of_the_binomial(kind, shared, each):
    found, spread = estimates(kind, shared, each)
    errors = found - shared / (shared + 2 * each)
    print(f"{kind}: bias {errors.mean():+.4f}, RMSE {np.sqrt((errors**2).mean()):.4f}")
    assert abs(errors.mean()) <= 0.003
    assert np.sqrt((errors**2).mean()) <= 1.05 * spread


@pytest.mark.parametrize(("shared", "each"), OVERLAPS)
def test_one_permutation_has_no_bias_but_short_texts_spread_it(shared, each):
    found, spread = estimates("one permutation", shared, each)
    errors = found - shared / (shared + 2 * each)
    assert abs(errors.mean()) <= 0.003
    assert np.sqrt((errors**2).mean()) <= 1.15 * spread


def test_one_permutation_of_few_elements_is_as_exact_as_is_known():
    # 96 shared, 12 each: 108 elements over 200 bins at a resemblance of .8.
    found, _ = estimates("one permutation", 96, 12)
    assert found.mean() == pytest.approx(0.8, abs=0.003)
    assert found.std() == pytest.approx(0.031, abs=0.004)


@pytest.mark.parametrize(("bits", "error"), [(1, 0.0424), (2, 0.0337), (8, 0.0284)])
def test_fewer_bits_give_the_known_spread(bits, error):
    assert BbitScheme(bits=bits).standard_error(0.8) == pytest.approx(error, abs=2e-4)


# -- S-curves


@pytest.mark.parametrize(("shared", "each"), [(70, 15), (80, 10), (170, 15), (180, 10)])
@pytest.mark.parametrize("cut", [Banding(20, 10), Banding(25, 8), Banding(40, 5)])
def test_bands_find_the_share_of_pairs_that_the_s_curve_says(cut, shared, each):
    similarity = shared / (shared + 2 * each)
    minima = Scheme().minima(pairs_of_sets(PAIRS, shared, each))
    met = candidates(minima, cut)
    assert np.array_equal(met.left ^ 1, met.right)  # none but the planted pairs
    assert within(met.left.size / PAIRS, cut.p_candidate(similarity), PAIRS)


@pytest.mark.parametrize(("shared", "each"), [(80, 10), (170, 15), (180, 10), (190, 5)])
@pytest.mark.parametrize("needed", [1, 2])
def test_super_shingles_find_the_share_that_the_binomial_says(needed, shared, each):
    similarity = shared / (shared + 2 * each)
    minima = Scheme(permutations=84).minima(pairs_of_sets(PAIRS, shared, each))
    found = sharing(minima, needed=needed)
    assert within(found.left.size / PAIRS, p_found(similarity, needed=needed), PAIRS)


@pytest.mark.parametrize(("shared", "each"), [(75, 13), (80, 10), (85, 8)])
def test_160_of_200_positions_pass_as_often_as_the_binomial_says(shared, each):
    similarity = shared / (shared + 2 * each)
    found = sort_and_count(Scheme().minima(pairs_of_sets(PAIRS, shared, each)))
    passed = np.count_nonzero(found.part >= 160)
    assert within(passed / PAIRS, p_pass(similarity), PAIRS)


# -- simhash


@pytest.mark.parametrize("cosine", [0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 1.0])
def test_bits_of_simhash_agree_as_often_as_the_angle_says(cosine):
    pairs, features = 1500, 200
    common = round(cosine * features)
    each = features - common
    hashes = numbers(17, pairs * (common + 2 * each)).reshape(pairs, -1)
    left, right = hashes[:, : common + each], np.delete(hashes, np.s_[:each], axis=1)
    both = np.stack((left, right), axis=1)
    bounds = offsets(np.full(2 * pairs, features, np.int64))
    prints = signs(weighted_bits(both.ravel(), np.ones(both.size), bounds, 64))
    share = 1 - np.bitwise_count(prints[0::2] ^ prints[1::2]).mean() / 64
    # Sums of 200 signs are nearly normal; a zero sum counts as 0 in both.
    tolerance = 4 * standard_error(cosine) / pairs**0.5 + 0.012
    assert share == pytest.approx(p_bit_equal(cosine), abs=tolerance)


# -- exercises 19.8 to 19.10


def test_both_readings_of_the_exercise_with_duplicates():
    assert unique_share_together(0.45, 0.50).urls == pytest.approx(4 / 5)
    assert unique_share_together(0.45, 0.50).contents == pytest.approx(8 / 9)
    assert unique_share_apart(0.45, 0.50).urls == pytest.approx(3 / 5)


def urls_in_common(unique: float, *, together: bool) -> tuple[float, float]:
    """As the exercise counts: URLs of A's index that are in B's, and the reverse."""
    generator = np.random.default_rng(5)
    urls = 400_000
    duplicated = round(urls * (1 - unique) / 2) * 2
    drawn = generator.random((2, urls)) < 0.5
    if together:
        drawn[:, 1:duplicated:2] = drawn[:, 0:duplicated:2]
    a, b = drawn[0], drawn[1].copy()
    pair = b[0:duplicated:2] & b[1:duplicated:2]
    drops_first = generator.random(pair.size) < 0.5
    b[0:duplicated:2] &= ~(pair & drops_first)
    b[1:duplicated:2] &= ~(pair & ~drops_first)
    both = np.count_nonzero(a & b)
    return both / np.count_nonzero(a), both / np.count_nonzero(b)


@pytest.mark.parametrize(
    ("unique", "together", "a_in_b", "b_in_a"),
    [(0.8, True, 0.448, 0.500), (0.6, False, 0.450, 0.501), (0.8, False, 0.474, 0.500)],
)
def test_simulated_crawls_have_the_overlaps_of_their_reading(unique, together, a_in_b, b_in_a):
    found = urls_in_common(unique, together=together)
    assert found == pytest.approx((a_in_b, b_in_a), abs=0.004)


@given(SMALL, SMALL, st.integers(1, 6))
def test_random_rows_estimate_without_bias_where_they_estimate_at_all(one, two, count):
    left, right = (np.array(sorted(each), np.uint64) for each in (one, two))
    found = [
        row_sample_jaccard(left, right, np.array(rows, np.uint64))
        for rows in combinations(range(6), count)
    ]
    told = [Fraction(value).limit_denominator(720) for value in found if value is not None]
    assert len(found) == comb(6, count)
    assert sum(told) / len(told) == Fraction(len(one & two), len(one | two))


def test_random_rows_of_all_hashes_meet_no_text():
    assert rows_needed(200, 1500) == pytest.approx(2.5e18, rel=0.02)
    sets = pairs_of_sets(1, 80, 10)
    assert row_sample_jaccard(sets[0], sets[1], numbers(99, 100_000)) is None


def test_consistent_samples_are_the_remedy():
    sets = pairs_of_sets(400, 1200, 150)
    by_limit, bottom = [], []
    for pair in range(400):
        one, two = sets[2 * pair], sets[2 * pair + 1]
        sampled = threshold_sample(one, 0.1), threshold_sample(two, 0.1)
        by_limit.append(jaccard(*sampled))
        bottom.append(bottom_k_jaccard(one, two, 200))
    assert np.mean(by_limit) == pytest.approx(0.8, abs=0.005)
    assert np.mean(bottom) == pytest.approx(0.8, abs=0.005)
    assert np.std(bottom) == pytest.approx(sketch_error(0.8), rel=0.2)


def test_a_sketch_of_bits_gives_its_estimate_with_its_error():
    sets = pairs_of_sets(1, 160, 20)
    scheme = BbitScheme()
    planes = scheme.cut(scheme.minima.minima(sets))
    estimate, error = BbitSketch(planes[0], scheme).resemblance(BbitSketch(planes[1], scheme))
    assert estimate == pytest.approx(0.8, abs=4 * error)
