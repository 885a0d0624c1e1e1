from __future__ import annotations

import numpy as np

from pagemill.dedup.anchor.stored import StoredComparison
from pagemill.dedup.shingle import shingle_sets

TEXTS = ["a b c d e f", "a b c d e g h", "x y", "b c d e f g"]


def held() -> StoredComparison:
    return StoredComparison(shingle_sets(TEXTS), np.array([3, 9, 0, 1, 2]) % 4)


def test_texts_are_compared_by_the_sets_that_their_numbers_stand_for():
    shared, union = held()(2, np.array([0, 3, 4]))
    # a b c d, b c d e, c d e f against: b c d e, c d e f, d e f g; ...; none
    assert shared.tolist() == [2, 2, 0]
    assert union.tolist() == [4, 5, 3]


def test_some_sets_come_in_the_order_asked_for():
    some = held().some(np.array([4, 0, 2]))
    sets = shingle_sets(TEXTS)
    assert [some[at].tolist() for at in range(3)] == [sets[at].tolist() for at in (2, 3, 0)]
