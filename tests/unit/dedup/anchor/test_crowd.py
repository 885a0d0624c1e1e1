from __future__ import annotations

import random

import numpy as np
import pytest

from pagemill import native
from pagemill.dedup import band
from pagemill.dedup.anchor import crowd
from pagemill.dedup.anchor.crowd import Check, Crowd
from pagemill.dedup.band import Banding, banding
from pagemill.dedup.duplicates import find_duplicates
from pagemill.dedup.minhash import Scheme
from pagemill.dedup.near import anchored, near_pairs, sketches
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import jaccard, shingle_sets


def variants(count: int, changes: int, seed: int = 7) -> list[tuple[str, str]]:
    pick = random.Random(seed)
    base = [f"w{pick.randrange(5000)}" for _ in range(150)]
    docs: list[tuple[str, str]] = []
    for number in range(count):
        words = list(base)
        for _ in range(pick.randrange(changes + 1)):
            words[pick.randrange(150)] = f"x{pick.randrange(5000)}"
        docs.append((f"{number:05}", " ".join((*words, f"n{number}"))))
    return docs


@pytest.mark.parametrize("changes", [2, 4, 6])
def test_clusters_are_as_if_all_pairs_had_been_compared(monkeypatch, changes):
    docs = variants(400, changes)
    monkeypatch.setattr(band, "BUDGET", 1 << 40)
    every = find_duplicates(docs)
    monkeypatch.setattr(band, "BUDGET", 100)
    few = find_duplicates(docs[::-1])
    assert every.cut_runs == 0 < few.cut_runs
    assert few.clusters == every.clusters


def test_among_thousands_no_two_kept_texts_that_share_a_band_are_alike(monkeypatch):
    monkeypatch.setattr(band, "BUDGET", 1 << 15)
    docs = variants(3000, 2)
    found = find_duplicates(docs)
    assert found.cut_runs > 0
    texts = dict(docs)
    removed = found.kept_for
    kept = [name for name in texts if name not in removed]
    assert len(kept) < 400
    sets = shingle_sets([texts[name] for name in kept])
    minima = sketches([texts[name] for name in kept], DedupParams()).minima
    keys = banding(0.8).keys(minima)
    for one in range(len(kept)):
        for two in np.flatnonzero((keys[one + 1 :] == keys[one]).any(axis=1)) + one + 1:
            assert jaccard(sets[one], sets[int(two)]) < 0.8
    listed = {(pair.left, pair.right): pair.similarity for pair in found.pairs}
    for member, anchor in removed.items():
        assert listed[min(member, anchor), max(member, anchor)] >= 0.8


LOOPS = ("shingle", "sketch", "bands", "agree", "intersect", "fingerprint")


def straddling(count: int, seed: int = 3) -> list[tuple[str, str]]:
    """Copies of one text that resemble each other by some more and some less than .8."""
    pick = random.Random(seed)
    base = [f"w{pick.randrange(5000)}" for _ in range(150)]
    docs: list[tuple[str, str]] = []
    for number in range(count):
        words = list(base)
        for place in pick.sample(range(150), pick.randint(1, 4)):
            words[place] = f"x{pick.randrange(400)}"
        docs.append((f"{number:05}", " ".join(words)))
    return docs


def checked(docs: list[tuple[str, str]]) -> int:
    """Pairs that are compared exactly to cluster some documents."""
    texts = [text for _, text in docs]
    return anchored(texts, DedupParams(), sketches(texts, DedupParams())).checked


def test_the_pairs_compared_grow_as_the_copies_of_one_text():
    few, twice, four = (checked(variants(count, 2)) for count in (1500, 3000, 6000))
    assert few < twice < 2.5 * few
    assert twice < four < 2.5 * twice
    assert four < 20 * 6000


def test_straddling_copies_are_removed_for_kept_ones_that_they_resemble(
    monkeypatch,
):
    docs = straddling(1200)
    monkeypatch.setattr(band, "LISTED", 1 << 40)
    every = find_duplicates(docs)
    monkeypatch.setattr(band, "LISTED", 100)
    found = find_duplicates(docs)
    assert every.cut_runs == 0 < found.cut_runs
    assert found.left_out == 0
    assert found.clusters == every.clusters
    assert 100 < len(docs) - len(found.kept_for) < 600
    texts = dict(docs)
    listed = {(pair.left, pair.right): pair.similarity for pair in found.pairs}
    for one, kept in found.kept_for.items():
        pair = shingle_sets([texts[one], texts[kept]])
        assert listed[min(one, kept), max(one, kept)] == jaccard(pair[0], pair[1]) >= 0.8
    true = {(pair.left, pair.right): pair.similarity for pair in every.pairs}
    assert listed.items() < true.items()


def test_a_crowd_is_the_same_in_any_order_and_without_compiled_loops(monkeypatch):
    monkeypatch.setattr(band, "LISTED", 100)
    docs = [*straddling(700), *variants(300, 2)]
    docs = [(f"{number:05}", text) for number, (_, text) in enumerate(docs)]
    found = find_duplicates(docs)
    assert found.cut_runs > 0
    random.Random(1).shuffle(docs)
    for name in LOOPS:
        monkeypatch.setattr(native, name, None)
    again = find_duplicates(docs)
    assert again.clusters == found.clusters
    assert list(again.pairs) == list(found.pairs)
    assert again.cut_runs == found.cut_runs


def test_past_the_bound_only_what_sketches_hold_for_duplicates_is_compared(monkeypatch):
    monkeypatch.setattr(band, "LISTED", 100)
    docs = straddling(600)
    whole = find_duplicates(docs)
    monkeypatch.setattr(crowd, "CHECKED", 2000)
    monkeypatch.setattr(crowd, "CHECKED_EACH", 0)
    found = find_duplicates(docs)
    assert found.left_out > 0 == whole.left_out
    assert 0 < len(found.kept_for) < len(docs)
    texts = dict(docs)
    for one, kept in found.kept_for.items():
        pair = shingle_sets([texts[one], texts[kept]])
        assert jaccard(pair[0], pair[1]) >= 0.8


def test_single_link_chains_a_crowd_as_if_all_pairs_had_been_compared(monkeypatch):
    docs = [*straddling(900), *variants(300, 2)]
    docs = [(f"{number:05}", text) for number, (_, text) in enumerate(docs)]
    monkeypatch.setattr(band, "LISTED", 1 << 40)
    every = find_duplicates(docs, link="single")
    monkeypatch.setattr(band, "LISTED", 100)
    found = find_duplicates(docs, link="single")
    assert every.cut_runs == 0 < found.cut_runs
    assert len(found.pairs) < 2 * len(docs)
    assert len(every.clusters) > 1
    assert [one.members for one in found.clusters] == [one.members for one in every.clusters]
    assert [one.least for one in found.clusters] == [one.least for one in every.clusters]
    for one, other in zip(found.clusters, every.clusters, strict=True):
        assert one.diameter is not None
        assert other.diameter is not None
        assert one.diameter >= other.diameter


def test_a_method_that_is_asked_for_pairs_lists_all_pairs_of_a_crowd(monkeypatch):
    texts = list(dict(text[::-1] for text in straddling(500)))
    every = near_pairs(texts, DedupParams())
    monkeypatch.setattr(band, "LISTED", 50)
    found = near_pairs(texts, DedupParams())
    assert every.cut_runs == 0 < found.cut_runs
    columns = ("left", "right", "intersection", "union")
    for name in columns:
        assert getattr(found, name).tolist() == getattr(every, name).tolist()


def made(minima: np.ndarray, cut: Banding) -> Crowd:
    def sizes(_: int, others: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.full(others.size, 9) - others, np.full(others.size, 10)

    check = Check(
        fewest=1,
        expected=2,
        sizes=sizes,
        reaches=lambda shared, union: shared * 10 >= union * 5,
    )
    return Crowd(texts=np.array([1, 3, 4, 6]), minima=minima, cut=cut, check=check)


def test_only_undecided_texts_of_a_shared_band_are_compared():
    minima = np.array([[1, 2, 3], [1, 5, 6], [7, 2, 8], [9, 9, 9]], np.uint32)
    found = made(minima, Banding(3, 1))
    is_open = np.ones(8, np.bool_)
    assert found.copies(2, is_open).tolist() == []  # not of the crowd
    assert found.copies(1, is_open).tolist() == [3, 4]
    is_open[3] = False
    assert found.copies(1, is_open).tolist() == [4]
    assert [column.tolist() for column in found.pairs()] == [
        [1, 1, 1],
        [3, 4, 4],
        [6, 5, 5],
        [10, 10, 10],
    ]


def test_work_is_bounded_and_what_is_left_out_is_counted(monkeypatch):
    minima = np.ones((4, 3), np.uint32)
    monkeypatch.setattr(crowd, "ENTRIES", 12)
    monkeypatch.setattr(crowd, "ENTRIES_EACH", 0)
    found = made(minima, Banding(3, 1))
    is_open = np.ones(8, np.bool_)
    assert found.copies(1, is_open).tolist() == [3, 4]
    assert found.copies(3, is_open).tolist() == []
    assert found.left_out == 1


def test_sketches_of_equal_sets_meet_in_every_band():
    sets = shingle_sets(["a b c d e f", "a b c d e f"])
    assert (np.diff(Scheme().minima(sets).astype(np.int64), axis=0) == 0).all()
