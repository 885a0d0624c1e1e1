from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from pagemill import native
from pagemill.dedup.anchor import pivot
from pagemill.dedup.anchor.pivot import PivotComparison
from pagemill.dedup.anchor.stored import StoredComparison
from pagemill.dedup.columns import Int64s, offsets
from pagemill.dedup.shingle import ShingleSets
from pagemill.dedup.verify import exact_threshold, reaches

is_copy = partial(reaches, threshold=exact_threshold(0.8))


def copies(seed: int, count: int, bases: int = 2) -> ShingleSets:
    """Sets that differ from one of some sets by a few members, many of them shared."""
    pick = np.random.default_rng(seed)
    sets: list[np.ndarray] = []
    for number in range(count):
        base = np.arange(200, dtype=np.uint64) + np.uint64(1000 * (number % bases))
        gone = pick.choice(200, pick.integers(0, 40), replace=False)
        new = pick.choice(300, gone.size, replace=False).astype(np.uint64) + np.uint64(10**6)
        sets.append(np.sort(np.concatenate((np.delete(base, gone), new))))
    return ShingleSets(
        hashes=np.concatenate(sets), offsets=offsets(np.array([each.size for each in sets]))
    )


class Counted:
    def __init__(self, compare: StoredComparison) -> None:
        self.compare, self.pairs = compare, 0

    def __call__(self, text: int, others: Int64s) -> tuple[Int64s, Int64s]:
        self.pairs += others.size
        return self.compare(text, others)


@pytest.fixture(params=["compiled", "NumPy"], autouse=True)
def _loops(request, monkeypatch):
    if request.param == "NumPy":
        monkeypatch.setattr(native, "intersect", None)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("at_once", [1, 1 << 22])
def test_what_reaches_the_threshold_is_told_exactly_and_nothing_else_does(
    monkeypatch, seed, at_once
):
    monkeypatch.setattr(pivot, "_CELLS_AT_ONCE", at_once)
    monkeypatch.setattr(pivot, "_ROWS", 8)
    sets = copies(seed, 240)
    held = StoredComparison(sets, np.arange(240))
    whole = Counted(held)
    compare = PivotComparison(whole, held.some, sets.counts, is_copy)
    pick = np.random.default_rng(seed)
    every = alike = 0
    for text in range(120):
        others = np.sort(pick.choice(np.arange(text + 1, 240), 100, replace=False))
        shared, union = compare(text, others)
        true_shared, true_union = held(text, others)
        same = is_copy(true_shared, true_union)
        assert is_copy(shared, union).tolist() == same.tolist()
        assert shared[same].tolist() == true_shared[same].tolist()
        assert union[same].tolist() == true_union[same].tolist()
        every, alike = every + others.size, alike + int(same.sum())
    assert 0 < alike < every
    assert 0 < whole.pairs < every


def test_texts_met_once_have_no_pivot_made_for_them():
    sets = copies(1, 60, bases=1)
    held = StoredComparison(sets, np.arange(60))
    whole = Counted(held)
    compare = PivotComparison(whole, held.some, sets.counts, is_copy)
    compare(0, np.arange(1, 60))
    assert whole.pairs == 59
    compare(1, np.arange(2, 60))
    compare(2, np.arange(3, 60))
    assert whole.pairs == 59
