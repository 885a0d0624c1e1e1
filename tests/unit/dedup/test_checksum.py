from pagemill.dedup.checksum import checksum


def test_the_bytes_of_tropical_fish_sum_to_0x508():
    assert checksum(b"Tropical fish") == 0x508


def test_an_anagram_has_the_same_checksum():
    assert checksum(b"listen") == checksum(b"silent")
