import pytest

from pagemill.html.utf8 import Malformed, malformed, malformed_in_stream


@pytest.mark.parametrize(
    ("code", "fault", "lengths"),
    [
        ("80", "stray continuation byte", [1]),
        ("C0 AF", "overlong form", [1]),
        ("E0 80 AF", "overlong form", [1]),
        ("F0 80 80 AF", "overlong form", [1]),
        ("ED A0 80", "surrogate", [1]),
        ("F4 90 80 80", "beyond U+10FFFF", [1]),
        ("F5 80 80 80", "beyond U+10FFFF", [1]),
        ("FF", "no byte of UTF-8", [1]),
        ("E4 B8", "cut short", [2]),
        ("F0 A0 80", "cut short", [3]),
        ("CF", "cut short", [1]),
    ],
)
def test_each_fault_is_told_with_its_offset(code, fault, lengths):
    payload = "Zwölf".encode() + bytes.fromhex(code) + b"x"
    found = list(malformed(payload))
    assert found[0] == Malformed(offset=6, length=lengths[0], fault=fault)


@pytest.mark.parametrize("text", ["", "plain", "\u03c0 \u4e2d \U00020000 \u0000 \U0010ffff"])
def test_utf8_has_no_faults(text):
    assert list(malformed(text.encode())) == []


def test_a_character_cut_by_the_pieces_of_a_stream_is_whole():
    payload = "夜の海\xe9".encode()
    pieces = [payload[place : place + 1] for place in range(len(payload))]
    assert list(malformed_in_stream(pieces)) == []


def test_offsets_count_over_all_pieces():
    found = list(malformed_in_stream([b"ab\xe4", b"\xb8", b"c\xff", b"\xe4\xb8"]))
    assert [(fault.offset, fault.length) for fault in found] == [(2, 2), (5, 1), (6, 2)]


def test_damage_without_end_is_told_in_linear_time():
    assert sum(1 for _ in malformed(b"\xff\xc3" * 200_000)) == 400_000
