import numpy as np

from pagemill.dedup.cluster import representatives


def kept_for(count, pairs):
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    return representatives(count, left, right).tolist()


def test_the_most_preferred_of_a_group_stands_for_all():
    assert kept_for(4, [(0, 1), (0, 2), (1, 2)]) == [0, 0, 0, 3]


def test_the_ends_of_a_chain_are_not_removed_for_each_other():
    assert kept_for(5, [(0, 1), (1, 2), (2, 3), (3, 4)]) == [0, 0, 2, 2, 4]


def test_a_removed_text_stands_for_nobody():
    assert kept_for(3, [(0, 1), (1, 2)]) == [0, 0, 2]


def test_a_text_with_several_kept_ones_goes_to_the_most_preferred():
    assert kept_for(3, [(1, 2), (0, 2)]) == [0, 1, 0]


def test_the_order_of_pairs_does_not_matter():
    assert kept_for(4, [(3, 2), (2, 1), (1, 0)]) == kept_for(4, [(0, 1), (1, 2), (2, 3)])


def test_without_pairs_every_text_is_kept():
    assert kept_for(3, []) == [0, 1, 2]
