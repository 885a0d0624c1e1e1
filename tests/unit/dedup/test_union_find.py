import numpy as np

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
