import pytest

from pagemill.dedup.checksum import blake, chance_pairs, checksum, crc, sha


def test_the_textbook_sum_of_tropical_fish():
    assert checksum(b"Tropical fish") == 1288


def test_any_anagram_has_the_same_sum_but_another_crc():
    assert checksum(b"ab") == checksum(b"ba")
    assert crc(b"ab") != crc(b"ba")


def test_the_crc_is_the_usual_one():
    assert crc(b"123456789") == 0xCBF43926


def test_digests_have_64_bits_that_all_tools_agree_on():
    assert sha(b"abc") == 0xBA7816BF8F01CFEA
    assert blake(b"abc") == 0xD8BB14D833D59559


def test_at_a_hundred_million_pages_no_false_pair_is_expected():
    assert chance_pairs(10**8) == pytest.approx(0.0003, abs=5e-5)
    assert chance_pairs(10**8, bits=32) > 10**6
