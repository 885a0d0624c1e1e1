from collections import Counter
from itertools import combinations

import numpy as np

from pagemill.dedup.columns import numbers
from pagemill.dedup.methods import inverted
from pagemill.dedup.methods.inverted import pair_keys, pairs_of_keys, postings, shared


def brute(values, texts):
    counts = Counter()
    for value in set(values):
        having = sorted(text for text, one in zip(texts, values, strict=True) if one == value)
        counts.update(combinations(having, 2))
    return counts


def counted(found):
    pairs = zip(found.left.tolist(), found.right.tolist(), strict=True)
    return dict(zip(pairs, found.count.tolist(), strict=True))


def test_shared_values_are_counted_as_by_hand(monkeypatch):
    monkeypatch.setattr(inverted, "_BUFFER", 20)
    values, texts = [], []
    for text in range(12):
        own = sorted({int(one) % 9 for one in numbers(text, 5)})
        values += own
        texts += [text] * len(own)
    found = shared(np.array(values, np.uint64), np.array(texts))
    assert counted(found) == brute(values, texts)
    assert np.all(found.left < found.right)


def test_only_wanted_pairs_are_counted():
    def wanted(left, right):
        del left
        return right == 2

    found = shared(np.array([7, 7, 7], np.uint64), np.array([0, 1, 2]), wanted)
    assert counted(found) == {(0, 2): 1, (1, 2): 1}


def test_nothing_shares_nothing():
    assert counted(shared(np.zeros(0, np.uint64), np.zeros(0, np.int64))) == {}


def test_pairs_go_into_numbers_and_back():
    left, right = np.array([0, 5]), np.array([2**31, 6])
    one, two = pairs_of_keys(pair_keys(left, right))
    assert one.tolist() == left.tolist()
    assert two.tolist() == right.tolist()


def test_postings_name_the_text_of_each_element():
    assert postings(np.array([2, 0, 1])).tolist() == [0, 0, 2]
