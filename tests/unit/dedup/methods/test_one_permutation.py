import numpy as np
import pytest

from pagemill.dedup.columns import numbers, offsets
from pagemill.dedup.methods.one_permutation import (
    EMPTY,
    OneScheme,
    OneSketch,
    one_permutation_pairs,
)
from pagemill.dedup.shingle import ShingleSets
from pagemill.errors import UsageError


def sets_of(*sizes):
    hashes = [np.sort(numbers(seed + 1, size)) for seed, size in enumerate(sizes)]
    return ShingleSets(hashes=np.concatenate(hashes), offsets=offsets(np.array(sizes)))


def test_every_bin_is_filled_however_few_elements_there_are():
    minima = OneScheme().minima(sets_of(1, 3, 0, 500))
    assert np.all(minima[[0, 1, 3]] != EMPTY)
    assert np.all(minima[2] == EMPTY)
    assert np.unique(minima[0]).size == 1
    assert np.unique(minima[1]).size == 3


def test_texts_are_sketched_alike_alone_or_among_others():
    sets = sets_of(40, 3, 0, 500)
    together = OneScheme().minima(sets)
    alone = ShingleSets(hashes=sets[1], offsets=np.array([0, 3]))
    assert np.array_equal(OneScheme().minima(alone)[0], together[1])


def test_where_an_empty_bin_borrows_does_not_depend_on_the_data():
    one = OneScheme().minima(sets_of(1))[0]
    assert np.all(one == one[0])  # and so two texts with one shingle in common agree wholly


def test_sketches_of_different_schemes_cannot_be_compared():
    one = OneSketch(np.zeros(200, np.uint32), OneScheme())
    assert one.resemblance(one) == 1.0
    with pytest.raises(UsageError, match="oneperm-v1-k200-seed1-width4"):
        one.resemblance(OneSketch(np.zeros(200, np.uint32), OneScheme(seed=2)))


def test_equal_texts_are_found_and_others_are_not():
    texts = [" ".join(f"w{number}x{seed}" for number in range(60)) for seed in (1, 2, 1)]
    found = one_permutation_pairs(["short", *texts], 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([1], [3])
