import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.dedup.columns import offsets
from pagemill.dedup.methods.fingerprint import (
    EveryIth,
    Winnowing,
    ZeroModP,
    all_ngrams,
    fingerprint_pairs,
    overlaps,
    selected,
)
from pagemill.dedup.methods.ngram import Ngrams, word_ngrams

# The hashes of the sixteen trigrams of the textbook's sentence on tropical fish.
FISH = [938, 664, 463, 822, 492, 798, 78, 969, 143, 236, 913, 908, 694, 553, 870, 779]
# The hashes of the paper on winnowing, for n-grams of five characters.
PAPER = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98]


def grams(*texts):
    hashes = np.array([one for text in texts for one in text], np.uint64)
    return Ngrams(hashes=hashes, offsets=offsets(np.array([len(text) for text in texts])))


def test_0_mod_4_keeps_the_four_numbers_of_the_textbook():
    found = grams(FISH)
    assert found.hashes[ZeroModP(4)(found)].tolist() == [664, 492, 236, 908]


def test_every_ith_counts_within_each_text():
    found = grams(FISH[:5], FISH[5:8])
    assert found.hashes[EveryIth(2)(found)].tolist() == [938, 463, 492, 798, 969]


def test_winnowing_keeps_the_numbers_of_its_paper():
    found = grams(PAPER)
    assert found.hashes[Winnowing(4)(found)].tolist() == [17, 17, 8, 39, 17]


def test_winnowing_heeds_the_ends_of_texts_and_keeps_one_of_a_short_text():
    found = grams([5, 9], [1, 2, 3, 4, 5], [], [7, 7, 7])
    assert found.hashes[Winnowing(4)(found)].tolist() == [5, 1, 2, 7]
    assert selected(found, Winnowing(4)).counts.tolist() == [1, 2, 0, 1]


@given(st.data(), st.integers(1, 4), st.integers(1, 5))
def test_winnowing_sees_whatever_two_texts_share_for_long_enough(data, width, window):
    word = st.sampled_from("abcdefgh")
    least = window + width - 1
    common = data.draw(st.lists(word, min_size=least, max_size=least))
    sides = [data.draw(st.lists(word, max_size=6)) for _ in range(4)]
    texts = [" ".join([*sides[at], *common, *sides[at + 1]]) for at in (0, 2)]
    prints = selected(word_ngrams(texts, width), Winnowing(window))
    assert np.intersect1d(prints[0], prints[1]).size


def test_containment_finds_a_quotation_that_resemblance_does_not():
    quotation = " ".join(f"word{number}" for number in range(40))
    whole = quotation + " " + " ".join(f"more{number}" for number in range(400))
    prints = selected(word_ngrams([quotation, whole], 4), all_ngrams)
    assert overlaps(prints, "containment").part.tolist() == [37]
    assert overlaps(prints, "containment").whole.tolist() == [37]
    assert overlaps(prints).whole.tolist() == [437]
    assert len(fingerprint_pairs([quotation, whole], 0.8)) == 0
    assert len(fingerprint_pairs([quotation, whole], 0.8, measure="containment")) == 1


@pytest.mark.parametrize("selector", [all_ngrams, EveryIth(), ZeroModP(), Winnowing()])
def test_equal_texts_have_equal_fingerprints(selector):
    text = " ".join(f"word{number % 37}" for number in range(90))
    found = fingerprint_pairs([text, "other", text], 1.0, selector=selector)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [2])
    assert found.similarity.tolist() == [1.0]
