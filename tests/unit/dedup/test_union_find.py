import numpy as np
import pytest

from pagemill.dedup import union_find as module
from pagemill.dedup.union_find import components


def test_a_long_chain_is_one_component():
    chain = np.random.default_rng(1).permutation(2000)
    labels = components(2001, chain, chain + 1)
    assert labels.tolist() == [0] * 2001


def test_an_item_without_pairs_is_its_own_component():
    nothing = np.zeros(0, np.int64)
    assert components(3, nothing, nothing).tolist() == [0, 1, 2]


def test_pairs_may_repeat_and_point_at_themselves():
    left, right = np.array([2, 3, 2, 1]), np.array([3, 2, 3, 1])
    assert components(4, left, right).tolist() == [0, 1, 2, 2]


@pytest.mark.parametrize("at_once", [1, 7, 1 << 20])
def test_components_do_not_depend_on_slices(monkeypatch, at_once):
    monkeypatch.setattr(module, "_PAIRS_AT_ONCE", at_once)
    draw = np.random.default_rng(4)
    left, right = draw.integers(0, 300, (2, 200))
    expected = np.arange(300)
    for _ in range(300):  # the smallest label spreads along every pair, one step a turn
        for one, other in zip(left, right, strict=True):
            expected[one] = expected[other] = min(expected[one], expected[other])
    assert components(300, left, right).tolist() == expected.tolist()
