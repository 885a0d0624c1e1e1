from hypothesis import given
from hypothesis import strategies as st

from pagemill.dedup.words.edit import edit_distance, edit_pairs


def plain_distance(left, right):
    """Compute the distance by the table that defines it."""
    above = list(range(len(right) + 1))
    for row, one in enumerate(left, 1):
        line = [row]
        for column, two in enumerate(right, 1):
            line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (one != two)))
        above = line
    return above[-1]


def test_kitten_becomes_sitting_in_three_edits():
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance([1, 2, 3], [1, 3]) == 1


@given(st.text("abc漢", max_size=20), st.text("abc漢", max_size=20))
def test_the_distance_is_that_of_the_table(one, two):
    assert edit_distance(one, two) == plain_distance(one, two)


def test_a_distance_that_is_too_large_need_not_be_known():
    assert edit_distance("kitten", "sitting", 3) == 3
    assert edit_distance("kitten", "sitting", 1) == 2


def test_a_text_in_another_order_has_the_same_words_but_not_their_sequence():
    words = [f"word{number}" for number in range(50)]
    texts = [" ".join(words), " ".join(words[25:] + words[:25]), " ".join([*words[:45], "x"])]
    found = edit_pairs(texts, 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [2])
    assert found.similarity.tolist() == [0.9]
    assert len(edit_pairs(["", ""], 0.8)) == 0
