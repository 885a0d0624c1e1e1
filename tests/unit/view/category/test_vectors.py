import numpy as np

from pagemill.view.category.vectors import UNITS, Vocabulary, bag, vocabulary

PAGES = [{"lamp": 3, "oil": 1}, {"lamp": 1, "goal": 2}, {"oil": 2, "sea": 1}, {"goal": 1}]


def test_words_of_the_title_count_further():
    assert bag({"lamp": 1}, {"lamp": 1, "sea": 1}) == {"lamp": 3, "sea": 2}


def test_a_vocabulary_holds_terms_of_several_pages_but_not_of_most():
    known = vocabulary([*PAGES, {"the": 1, "goal": 1}])
    assert known.terms == ("lamp", "oil")  # goal stands on most pages, sea on one
    assert known.rarity.tolist() == [round(UNITS * np.log(5 / 2))] * 2


def test_a_vector_does_not_depend_on_the_order_of_terms():
    known = Vocabulary(("a", "b"), np.array([10, 20]))
    for counts in ({"a": 1, "b": 3, "c": 9}, {"c": 9, "b": 3, "a": 1}):
        where, weights = known.vector(counts)
        assert dict(zip(where.tolist(), weights.tolist(), strict=True)) == {
            0: 10 * UNITS,
            1: 20 * round(UNITS * (1 + np.log(3))),
        }


def test_rows_of_a_matrix_have_length_one_or_none():
    known = vocabulary(PAGES)
    rows = known.matrix([*PAGES, {"unknown": 4}])
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 1, 1, 1, 0])


def test_a_part_of_a_vocabulary_keeps_what_is_known_of_its_terms():
    known = vocabulary(PAGES)
    part = known.only(np.array([1]))
    assert (part.terms, part.rarity[0]) == (known.terms[1:2], known.rarity[1])
