from itertools import combinations

import numpy as np
import pytest

from pagemill.dedup.columns import numbers
from pagemill.dedup.methods.hamming import Searchable, Tables, pairs_within, tables


@pytest.mark.parametrize(("blocks", "count", "matched"), [(4, 4, 16), (6, 20, 32), (8, 56, 40)])
def test_tables_for_three_bits_are_those_of_the_paper(blocks, count, matched):
    plan = Tables(3, blocks)
    assert (plan.count, plan.matched) == (count, matched)
    assert len(list(plan.masks())) == count


def fingerprints(groups=40, each=6):
    """Return random fingerprints, and near ones to each of them."""
    centres = numbers(5, groups)
    flips = numbers(6, groups * each * 5).reshape(groups, each, 5) % np.uint64(64)
    prints = [centres]
    for copy in range(each):
        changed = centres.copy()
        for bit in range(copy):
            changed ^= np.uint64(1) << flips[:, copy, bit]
        prints.append(changed)
    return np.concatenate(prints)


def brute(prints, distance):
    listed = [int(one) for one in prints]
    return [
        (one, two)
        for one, two in combinations(range(len(listed)), 2)
        if (listed[one] ^ listed[two]).bit_count() <= distance
    ]


@pytest.mark.parametrize("distance", [0, 1, 3, 6])
def test_tables_and_comparing_all_find_the_same_pairs(distance, monkeypatch):
    prints = fingerprints()
    expected = brute(prints, distance)
    for plan in (None, Tables(distance, distance + 1), Tables(distance, distance + 3)):
        monkeypatch.setattr("pagemill.dedup.methods.hamming.tables", lambda *_, p=plan: p)
        left, right, apart = pairs_within(prints, distance)
        assert list(zip(left.tolist(), right.tolist(), strict=True)) == expected
        assert apart.max(initial=0) <= distance


def test_a_search_finds_every_near_fingerprint_and_no_other():
    prints = fingerprints()
    search = Searchable(prints, Tables(3, 6))
    for asked in (int(prints[0]), int(prints[17]) ^ 0b101, 12345):
        expected = [n for n, one in enumerate(prints) if (int(one) ^ asked).bit_count() <= 3]
        assert search.near(asked) == expected


def test_few_fingerprints_are_simply_compared_and_many_are_put_in_tables():
    assert tables(100, 3) is None
    assert tables(1_000_000, 3) is not None
    assert pairs_within(np.zeros(0, np.uint64), 3)[0].size == 0
