import random

import numpy as np
import pytest

from pagemill.dedup import near as module
from pagemill.dedup.near import near_pairs, sketches, verified
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import jaccard, shingle_sets

WORDS = [f"w{number}" for number in range(600)]


def text(start, stop, change=None):
    words = WORDS[start:stop]
    if change is not None:
        words = [*words[:change], "changed", *words[change + 1 :]]
    return " ".join(words)


TEXTS = [text(0, 100), text(0, 100, 50), text(200, 300), text(0, 95), text(1, 3), text(30, 130)]


def listed(found):
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_pairs_that_reach_the_threshold_are_found_with_exact_sizes():
    found = near_pairs(TEXTS, DedupParams())
    assert listed(found) == [(0, 1), (0, 3), (1, 3)]
    assert found.intersection.tolist() == [93, 92, 88]
    assert found.union.tolist() == [101, 97, 101]


def test_a_higher_threshold_gives_fewer_pairs():
    assert listed(near_pairs(TEXTS, DedupParams(threshold=0.93))) == [(0, 3)]


def test_a_lower_threshold_gives_more_pairs():
    assert (0, 5) in listed(near_pairs(TEXTS, DedupParams(threshold=0.5)))


def test_no_texts_have_no_pairs():
    assert listed(near_pairs([], DedupParams())) == []


def test_texts_shorter_than_a_shingle_are_in_no_pair():
    assert listed(near_pairs(["one two", "One two", "one, two"], DedupParams())) == []


@pytest.mark.parametrize("characters", [1, 500, 10**6])
def test_sketches_do_not_depend_on_batches(monkeypatch, characters):
    expected = sketches(TEXTS, DedupParams())
    monkeypatch.setattr(module, "_CHARACTERS_AT_ONCE", characters)
    made = sketches(TEXTS, DedupParams())
    assert np.array_equal(made.minima, expected.minima)
    assert made.counts.tolist() == [97, 97, 97, 92, 0, 97]


@pytest.mark.parametrize("shingles", [1, 250, 10**6])
def test_verification_does_not_depend_on_blocks(monkeypatch, shingles):
    monkeypatch.setattr(module, "_SHINGLES_AT_ONCE", shingles)
    sets = shingle_sets(TEXTS, 4)
    left, right = np.triu_indices(len(TEXTS), 1)
    found = verified(
        left,
        right,
        sets.counts,
        lambda wanted: shingle_sets([TEXTS[n] for n in wanted], 4),
        lambda _, union: np.ones(union.size, np.bool_),
    )
    for number, (one, two) in enumerate(listed(found)):
        union = max(int(found.union[number]), 1)
        assert found.intersection[number] / union == jaccard(sets[one], sets[two])
    assert listed(found) == list(zip(left.tolist(), right.tolist(), strict=True))


@pytest.mark.parametrize("each", [0, 10])
def test_what_is_held_while_it_is_compared_gives_the_same_pairs(monkeypatch, each):
    draw = random.Random(5)
    texts: list[str] = []
    for story in range(3):
        words = [f"w{story}-{number}" for number in range(120)]
        for _ in range(40):
            copy = list(words)
            for place in draw.sample(range(120), draw.randrange(8)):
                copy[place] = f"x{draw.randrange(1000)}"
            texts.append(" ".join(copy))
    texts += [" ".join(f"y{n}" for n in range(at, at + 90)) for at in range(0, 60, 3)]
    whole = near_pairs(texts, DedupParams())
    monkeypatch.setattr(module, "_SHINGLES_AT_ONCE", 1000)
    monkeypatch.setattr(module, "_PAIRS_EACH", each)
    held = near_pairs(texts, DedupParams())
    sets = shingle_sets(texts)
    assert listed(held) == listed(whole)
    assert held.intersection.tolist() == whole.intersection.tolist()
    assert held.union.tolist() == whole.union.tolist()
    assert 100 < len(whole.left) < 3 * 780
    resemblances = {jaccard(sets[one], sets[two]) for one, two in listed(whole)}
    assert min(resemblances) >= 0.8


def test_the_pairs_looked_at_first_do_not_decide_where_runs_are_cut(monkeypatch):
    left, right = np.triu_indices(30, 1)
    counts = np.arange(1, 31)
    monkeypatch.setattr(module, "_SHINGLES_AT_ONCE", 120)
    whole = list(module._blocks(left, right, counts))
    monkeypatch.setattr(module, "_PAIRS_LOOKED_AT", 2)
    assert list(module._blocks(left, right, counts)) == whole
    assert len(whole) > 1
    assert whole[-1].stop == left.size
