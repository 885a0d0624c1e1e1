import numpy as np
import pytest

from pagemill.dedup import copies as module
from pagemill.dedup.copies import copies, document_pairs, keys_by, numbered
from pagemill.dedup.near import NearPairs
from pagemill.dedup.spill.texts import SpilledTexts


def near(pairs):
    left, right = np.array(pairs, np.int64).reshape(-1, 2).T
    sizes = np.full(left.size, 9)
    return NearPairs(left=left, right=right, intersection=sizes, union=sizes + 1)


def copies_of(digests, order):
    return copies(numbered(digests), order)


def listed(found):
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_copies_are_grouped_and_the_preferred_comes_first():
    grouped = copies_of(["x", "y", "x", "", "y", "z"], np.array([4, 2, 3, 5, 0, 1]))
    assert grouped.docs.tolist() == [4, 1, 2, 0, 5]
    assert grouped.offsets.tolist() == [0, 2, 4, 5]
    assert grouped.best.tolist() == [4, 2, 5]


def test_documents_without_words_are_in_no_group():
    assert copies_of(["", ""], np.array([1, 0])).docs.size == 0


def test_a_pair_of_texts_becomes_all_pairs_of_their_copies():
    grouped = copies_of(["x", "y", "x", "y", "z"], np.arange(5))
    found = document_pairs(grouped, near([(0, 1)]), np.array([0, 0, 2]))
    assert listed(found) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert found.union.tolist() == [10, 0, 10, 10, 0, 10]


@pytest.mark.parametrize("at_once", [1, 5, 1 << 20])
def test_pairs_of_copies_do_not_depend_on_slices(monkeypatch, at_once):
    monkeypatch.setattr(module, "_PAIRS_AT_ONCE", at_once)
    digests = [*"xyxyxzzuwvvvvxu"]
    grouped = copies_of(digests, np.arange(len(digests))[::-1])
    of_text = {digests[doc]: text for text, doc in enumerate(grouped.best.tolist())}
    texts = sorted(
        tuple(sorted((of_text[one], of_text[two]))) for one, two in ("xy", "zv", "uy")
    )
    found = document_pairs(grouped, near(texts), np.arange(len(of_text)))
    alike = {frozenset("xy"), frozenset("zv"), frozenset("uy"), *map(frozenset, "xyzuvw")}
    expected = [
        (one, two)
        for one in range(len(digests))
        for two in range(one + 1, len(digests))
        if frozenset((digests[one], digests[two])) in alike
    ]
    assert listed(found) == expected
    equal = [digests[one] == digests[two] for one, two in expected]
    assert (found.union == 0).tolist() == equal
    assert set(found.intersection.tolist()) == {0, 9}


def test_of_very_many_copies_each_is_paired_with_the_kept_one(monkeypatch):
    monkeypatch.setattr(module, "LISTED", 3)
    grouped = copies_of(["x", "x", "x", "x", "y"], np.array([2, 0, 1, 3, 4]))
    found = document_pairs(grouped, near([(0, 1)]), np.array([0, 0]))
    assert listed(found) == [(0, 2), (1, 2), (2, 3), (2, 4)]


def test_each_of_very_many_copies_is_paired_with_what_it_is_removed_for(monkeypatch):
    monkeypatch.setattr(module, "LISTED", 3)
    grouped = copies_of(["x", "y", "y", "y", "y", "z"], np.arange(6))
    found = document_pairs(grouped, near([(0, 1), (1, 2)]), np.array([0, 0, 2]))
    assert listed(found) == [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (1, 5)]
    assert found.union.tolist() == [10, 10, 10, 10, 0, 0, 0, 10]


@pytest.mark.parametrize("digests", [[], ["x"], ["x", "y"]])
def test_without_copies_there_are_no_pairs(digests):
    order = np.arange(len(digests))
    assert listed(document_pairs(copies_of(digests, order), near([]), order)) == []


@pytest.mark.parametrize("on_disk", [False, True])
def test_texts_that_share_a_print_by_chance_are_told_apart(tmp_path, on_disk):
    texts = ["a b", "c", "a  b\n", "d", "e\u0301", "é", "c", "!", "d", "x"]
    prints = np.array([7, 7, 7, 7, 5, 5, 7, 0, 7, 9], np.uint64)
    with SpilledTexts(tmp_path) as spilled:
        for text in texts:
            spilled.append(text)
        spilled.whole()
        keys = keys_by(prints, spilled if on_disk else texts)
    assert keys[7] == 0
    assert keys[0] == keys[2]
    assert keys[4] == keys[5]
    assert (keys[1], keys[3]) == (keys[6], keys[8])
    assert len(set(keys.tolist())) == 6
