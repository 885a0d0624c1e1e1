from __future__ import annotations

import numpy as np
import pytest

from pagemill.dedup.anchor.neighbours import Neighbours
from pagemill.dedup.band import Banding

CUT = Banding(4, 2)


@pytest.mark.parametrize("seed", range(5))
def test_they_are_the_other_undecided_texts_that_share_a_band(seed):
    pick = np.random.default_rng(seed)
    minima = pick.integers(0, 3, (80, 8), np.uint32)
    texts = np.sort(pick.choice(200, 80, replace=False))
    keys = CUT.keys(minima)
    is_open = np.ones(200, np.bool_)
    near = Neighbours(texts, minima, CUT)
    for member in pick.permutation(80):
        if not is_open[texts[member]]:
            continue
        is_open[texts[member]] = False
        shares = (keys == keys[member]).any(axis=1)
        expected = np.flatnonzero(shares & is_open[texts])
        found = near.of(member, is_open)
        assert found.tolist() == expected.tolist()
        is_open[texts[found[::2]]] = False


def test_texts_that_are_decided_are_met_once_more_and_never_again():
    near = Neighbours(np.arange(1000), np.ones((1000, 8), np.uint32), CUT)
    is_open = np.ones(1000, np.bool_)
    assert near.of(0, is_open).size == 999
    is_open[:990] = False
    assert near.of(990, is_open).tolist() == list(range(991, 1000))
    assert near.entries == 4 * (1000 + 999)
    near.of(991, is_open)
    assert near.entries == 4 * (1000 + 999 + 9)
