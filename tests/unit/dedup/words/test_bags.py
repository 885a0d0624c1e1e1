import numpy as np

from pagemill.dedup.words import bags as module
from pagemill.dedup.words.bags import bags, products


def test_words_are_counted_in_each_text():
    found = bags(["a b a", "b c", ""])
    assert (found.size, found.vocabulary) == (3, 3)
    assert sorted(zip(found.texts.tolist(), found.counts.tolist(), strict=True)) == [
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 1),
    ]


def test_products_are_those_of_the_vectors_whatever_the_block(monkeypatch):
    texts = ["a b a d", "b c d", "a a a b e", "z"]
    expected = [[6, 2, 7, 0], [2, 3, 1, 0], [7, 1, 11, 0], [0, 0, 0, 1]]
    for words in (1, 2, 100):
        monkeypatch.setattr(module, "_WORDS_AT_ONCE", words)
        found = bags(texts)
        made = products(found, found.counts.astype(np.float64))
        off_diagonal = ~np.eye(4, dtype=bool)
        assert np.array_equal(made[off_diagonal], np.array(expected)[off_diagonal])


def test_no_texts_have_no_words():
    assert bags([]).vocabulary == 0
    assert products(bags([]), np.zeros(0)).shape == (0, 0)
