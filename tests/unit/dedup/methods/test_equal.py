from pagemill.dedup.checksum import checksum
from pagemill.dedup.methods.equal import as_it_is, equal_pairs

TEXTS = ["a cat", "a act", "a  cat", "", " ", "a cat", "cafe\u0301", "caf\u00e9"]


def pairs(found):
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


def test_a_sum_takes_anagrams_for_copies_until_it_is_verified():
    found = equal_pairs(TEXTS, checksum=checksum, form=as_it_is, is_verified=False)
    assert pairs(found) == [(0, 1), (0, 5), (1, 5)]
    assert pairs(equal_pairs(TEXTS, checksum=checksum, form=as_it_is)) == [(0, 5)]


def test_the_normal_form_makes_no_difference_of_spaces_and_composition():
    assert pairs(equal_pairs(TEXTS)) == [(0, 2), (0, 5), (2, 5), (6, 7)]


def test_a_text_of_nothing_is_no_copy():
    assert pairs(equal_pairs(["", "", "  "])) == []
