from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pagemill.dedup.columns import numbers, offsets
from pagemill.dedup.methods.prefix import rarity, resembling
from pagemill.dedup.shingle import ShingleSets, jaccard


def random_sets(count=60):
    parts = []
    for number in range(count):
        # Sizes differ, and values are few, so that there are pairs of every resemblance.
        size = 3 + number % 17
        parts.append(np.unique(numbers(number // 4, size) % np.uint64(50 + number % 3)))
    parts.append(parts[0].copy())
    lengths = np.array([part.size for part in parts])
    return ShingleSets(hashes=np.concatenate(parts), offsets=offsets(lengths))


@pytest.mark.parametrize("threshold", [Fraction(1, 2), Fraction(4, 5), Fraction(1)])
def test_no_pair_is_missed_and_each_resemblance_is_exact(threshold):
    sets = random_sets()
    found = resembling(sets, threshold).reaching(threshold, 0)
    expected = {
        (one, two): jaccard(sets[one], sets[two])
        for one, two in combinations(range(len(sets)), 2)
        if jaccard(sets[one], sets[two]) >= threshold
    }
    pairs = zip(found.left.tolist(), found.right.tolist(), strict=True)
    assert dict(zip(pairs, found.similarity.tolist(), strict=True)) == expected
    assert expected


def test_empty_sets_are_in_no_pair():
    sets = ShingleSets(hashes=np.array([4], np.uint64), offsets=np.array([0, 0, 1, 1]))
    assert len(resembling(sets, Fraction(1, 2)).left) == 0


def test_the_rarest_come_first():
    values = np.array([9, 5, 9, 7, 9, 5], np.uint64)
    assert rarity(values).tolist() == [2, 1, 2, 0, 2, 1]
