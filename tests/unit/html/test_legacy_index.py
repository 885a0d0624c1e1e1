import pytest

from pagemill.html import legacy_index as index


def test_pointers_and_bytes_of_big5_belong_together():
    for pointer in range(126 * 157):
        assert index.big5_pointer(*index.big5_bytes(pointer)) == pointer


@pytest.mark.parametrize("trail", [0x3F, 0x7F, 0xA0, 0xFF])
def test_some_bytes_are_never_the_second_of_big5(trail):
    assert index.big5_pointer(0xA4, trail) == -1


def test_characters_that_python_lacks_are_there():
    assert index.big5(b"\x87\x7a") == "\u3875"
    assert index.big5(b"\xa3\xe1") == "\u20ac"
    assert index.jis0208(12, 0) == "\u2460"
    assert index.jis0212(1, 0x16) == "\uff5e"


def test_what_no_index_holds_is_nothing():
    assert index.euc_kr(b"\xc9\xa1") == ""
    assert index.shift_jis(b"\x81\xad") == ""
    assert index.gb18030(b"\xfe\x39\xfe\x39") == ""
    assert index.jis0212(0, 0) == ""
