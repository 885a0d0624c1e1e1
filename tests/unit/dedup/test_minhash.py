import pickle

import numpy as np
import pytest

from pagemill.dedup.columns import mixed, offsets
from pagemill.dedup.minhash import (
    Scheme,
    Sketch,
    agreements,
    fewest_agreements,
    p_pass,
    standard_error,
)
from pagemill.dedup.shingle import ShingleSets, shingle_sets
from pagemill.errors import UsageError


@pytest.mark.parametrize(
    ("similarity", "p"),
    [(0.70, 0.0009), (0.75, 0.058), (0.80, 0.542), (0.85, 0.978), (0.90, 1.0)],
)
def test_the_chance_to_pass_at_160_of_200(similarity, p):
    assert p_pass(similarity) == pytest.approx(p, abs=5e-4)


@pytest.mark.parametrize(("similarity", "error"), [(0.8, 0.0283), (0.9, 0.0212)])
def test_the_standard_error_of_the_estimate(similarity, error):
    assert standard_error(similarity) == pytest.approx(error, abs=5e-5)


def naive_minima(sets, scheme):
    factors, summands = scheme.coefficients
    rows = []
    for number in range(len(sets)):
        values = (sets[number] >> np.uint64(32)).astype(np.uint64)[:, None]
        permuted = (values * factors.astype(np.uint64) + summands) % (1 << 32)
        rows.append(permuted.min(axis=0))
    return np.array(rows, np.uint32)


def test_minima_are_those_of_the_formula():
    sets = shingle_sets(["one two three four five six seven", "to be or not to be that is it"])
    scheme = Scheme(permutations=16, seed=5)
    assert np.array_equal(scheme.minima(sets), naive_minima(sets, scheme))


def test_texts_are_sketched_alike_alone_or_among_others_whatever_their_size():
    hashes = mixed(np.arange(60_000, dtype=np.uint64))
    sets = ShingleSets(hashes=hashes, offsets=offsets(np.array([1, 0, 40_000, 19_000, 0, 999])))
    scheme = Scheme(permutations=8)
    together = scheme.minima(sets)
    for number in (0, 2, 3, 5):
        alone = ShingleSets(hashes=sets[number], offsets=np.array([0, sets[number].size]))
        assert np.array_equal(scheme.minima(alone)[0], together[number])


def test_an_empty_set_has_no_minimum():
    assert np.all(Scheme(permutations=4).minima(shingle_sets(["short"])) == 2**32 - 1)


def test_sketches_of_different_schemes_cannot_be_compared():
    one = Sketch(np.zeros(200, np.uint32), Scheme())
    two = Sketch(np.zeros(200, np.uint32), Scheme(seed=2))
    with pytest.raises(UsageError, match="minhash-affine32-v2-k200-seed2-width4"):
        one.resemblance(two)


def test_the_estimate_comes_with_its_standard_error():
    minima = np.arange(200, dtype=np.uint32)
    other = np.where(np.arange(200) < 160, minima, 0).astype(np.uint32)
    other[0] = 7
    estimate, error = Sketch(minima, Scheme()).resemblance(Sketch(other, Scheme()))
    assert estimate == 159 / 200
    assert error == pytest.approx(standard_error(159 / 200))


def test_agreements_compare_positions_not_sets():
    minima = np.array([[1, 2, 3, 4], [4, 3, 2, 1], [1, 2, 3, 9]], np.uint32)
    assert agreements(minima, np.array([0, 0]), np.array([1, 2])).tolist() == [0, 3]


def test_the_filter_lies_four_standard_errors_under_the_threshold():
    assert fewest_agreements(0.8) == 138
    assert fewest_agreements(1.0) == 200
    assert fewest_agreements(0.01) == 0


def test_a_scheme_crosses_process_borders():
    assert pickle.loads(pickle.dumps(Scheme())) == Scheme()  # noqa: S301


def test_texts_without_shingles_resemble_nothing():
    scheme = Scheme()
    _, minima = scheme.sketches(["", "too short", "long enough to have one"])
    empty, short, other = (Sketch(row, scheme) for row in minima)
    assert empty.resemblance(short) == (0.0, 0.0)
    assert empty.resemblance(other)[0] == 0.0
    assert other.resemblance(other)[0] == 1.0
