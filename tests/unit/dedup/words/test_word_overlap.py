import pytest

from pagemill.dedup.words.word_overlap import word_overlap, word_overlap_pairs


def shares(texts, reading):
    found, _ = word_overlap(texts, reading)
    return list(zip(found.left, found.right, found.part, found.whole, strict=True))


def test_a_set_counts_a_word_once_and_a_multiset_as_often_as_both_have_it():
    texts = ["a a a b", "a a c", "x"]
    assert shares(texts, "set") == [(0, 1, 1, 2)]
    assert shares(texts, "multiset") == [(0, 1, 2, 4)]


@pytest.mark.parametrize("reading", ["set", "multiset"])
def test_ninety_of_a_hundred_words_are_nine_tenths(reading):
    one = [f"word{number}" for number in range(100)]
    two = one[:90] + [f"other{number}" for number in range(10)]
    texts = [" ".join(one), " ".join(two)]
    assert len(word_overlap_pairs(texts, 0.9, reading=reading)) == 1
    assert len(word_overlap_pairs(texts, 0.91, reading=reading)) == 0
