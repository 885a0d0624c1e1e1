from fractions import Fraction

import numpy as np

from pagemill.dedup.methods.method import Shares, ordered


def test_pairs_come_in_order():
    found = ordered(np.array([2, 0, 0]), np.array([3, 5, 1]), np.array([0.1, 0.2, 0.3]), 7)
    assert found.left.tolist() == [0, 0, 2]
    assert found.right.tolist() == [1, 5, 3]
    assert found.similarity.tolist() == [0.3, 0.2, 0.1]
    assert (len(found), found.kept_bytes) == (3, 7)


def test_a_pair_at_the_threshold_itself_reaches_it():
    shares = Shares(
        left=np.array([0, 0, 1]),
        right=np.array([1, 2, 2]),
        part=np.array([4, 3, 0]),
        whole=np.array([5, 4, 0]),
    )
    found = shares.reaching(Fraction(4, 5), 0)
    assert found.right.tolist() == [1]
    assert found.similarity.tolist() == [0.8]


def test_only_marked_pairs_are_left():
    found = ordered(np.array([0, 1]), np.array([1, 2]), np.array([1.0, 0.5]), 3)
    assert found.only(np.array([False, True])).left.tolist() == [1]
