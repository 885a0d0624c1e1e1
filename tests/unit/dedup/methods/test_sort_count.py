from itertools import combinations

import numpy as np

from pagemill.dedup.columns import numbers
from pagemill.dedup.methods.sort_count import sketch_pairs, sort_and_count


def rows():
    return (numbers(4, 60).reshape(6, 10) % np.uint64(7)).astype(np.uint32)


def counts(found):
    pairs = zip(found.left.tolist(), found.right.tolist(), strict=True)
    return dict(zip(pairs, found.part.tolist(), strict=True))


def test_positions_are_counted_where_both_have_the_same_minimum():
    minima = rows()
    expected = {
        (one, two): int((minima[one] == minima[two]).sum())
        for one, two in combinations(range(6), 2)
        if (minima[one] == minima[two]).any()
    }
    assert counts(sort_and_count(minima)) == expected


def test_read_as_sets_a_minimum_counts_wherever_it_stands():
    minima = rows()
    sets = [set(row.tolist()) for row in minima]
    expected = {
        (one, two): len(sets[one] & sets[two])
        for one, two in combinations(range(6), 2)
        if sets[one] & sets[two]
    }
    assert counts(sort_and_count(minima, "sets")) == expected


def test_texts_without_a_shingle_are_in_no_pair():
    text = "the night ferry leaves at ten and whoever misses it sleeps on the pier"
    found = sketch_pairs(["short", text, "short", text + " ."], 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([1], [3])
    assert found.similarity.tolist() == [1.0]
