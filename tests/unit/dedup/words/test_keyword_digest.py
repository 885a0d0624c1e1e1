from collections import Counter

import pytest

from pagemill.dedup.words.keyword_digest import (
    AboveAverage,
    Heaviest,
    keyword_digest,
    keyword_pairs,
    terms,
    verified_keyword_pairs,
)

LECTURE = Counter("天网 搜索 引擎 天网 网页 搜索 天网 预处理".split())


def test_the_fingerprint_of_the_worked_example():
    assert keyword_digest(LECTURE, Heaviest(3)).hex() == "d981f58a53d52d6639a429f3894b7f90"


def test_ties_go_by_the_order_of_characters():
    assert Heaviest(3)(LECTURE) == ["天网", "搜索", "引擎"]
    assert Heaviest(2)({"b": 1, "a": 1, "c": 1}) == ["a", "b"]


def test_other_frequencies_of_the_same_keywords_make_no_difference():
    one = keyword_digest({"a": 9, "b": 5, "c": 1}, Heaviest(2))
    assert one == keyword_digest({"a": 2, "b": 7, "d": 1}, Heaviest(2))


def test_one_other_keyword_makes_another_fingerprint():
    assert keyword_digest({"a": 2, "b": 1}, Heaviest(2)) != keyword_digest(
        {"a": 2, "c": 1}, Heaviest(2)
    )


def test_the_relative_choice_keeps_what_is_well_above_the_average():
    weights = {"a": 10, "b": 3, "c": 1, "d": 2}
    assert AboveAverage(beta=1.0)(weights) == ["a"]
    assert AboveAverage(beta=0.0, most=1)({"a": 5, "b": 5, "c": 1}) == ["a"]
    assert AboveAverage()({}) == []


def test_terms_leave_stop_words_out_and_pair_characters():
    assert terms("the ferry and the ferry") == Counter({"ferry": 2})
    assert terms("天网 a 天网") == Counter({"天网": 2})


def test_a_text_without_terms_has_no_fingerprint():
    assert keyword_digest({}, Heaviest()) == b""
    assert len(keyword_pairs(["the", "the", ""], 0.8)) == 0


@pytest.mark.parametrize("choices", [(Heaviest(2),), (Heaviest(1), Heaviest(2))])
def test_texts_with_the_same_keywords_are_a_pair(choices):
    texts = ["ferry ferry pier pier rain", "pier ferry pier ferry snow", "fog"]
    found = keyword_pairs(texts, 0.8, choices=choices)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [1])


def test_a_pair_of_equal_keywords_is_compared_exactly():
    body = " ".join(f"ferry pier rain{number}" for number in range(60))
    texts = [body, body + " zinc", " ".join(sorted(body.split()))]
    assert len(keyword_pairs(texts, 0.8)) == 3
    found = verified_keyword_pairs(texts, 0.8)
    assert (found.left.tolist(), found.right.tolist()) == ([0], [1])
