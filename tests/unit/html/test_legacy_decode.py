import pytest

from pagemill.html.legacy_decode import LOST, read


@pytest.mark.parametrize(
    ("code", "name", "text"),
    [
        ("A3A0", "gb18030", "\u3000"),
        ("8135F437", "gb18030", "\ue7c7"),
        ("A8BC", "gb18030", "\u1e3f"),
        ("84318236", "gb18030", "\ufe10"),
        ("80", "gbk", "\u20ac"),
        ("90308130", "gbk", "\U00010000"),
        ("8862", "big5", "\u00ca\u0304"),
        ("87FE", "big5", LOST),
        ("A145", "big5", "\u2027"),
        ("A1FE", "big5", "\uff0f"),
        ("A241", "big5", "\u2215"),
        ("ADA1", "euc-jp", "\u2460"),
        ("8FA2B7", "euc-jp", "\uff5e"),
        ("8EB1", "euc-jp", "\uff71"),
        ("A1C1", "euc-jp", "\uff5e"),
        ("8160", "shift_jis", "\uff5e"),
        ("F040", "shift_jis", "\ue000"),
        ("A0", "shift_jis", LOST),
        ("80", "shift_jis", "\x80"),
        ("CA", "windows-1255", "\u05ba"),
        ("CA", "iso-8859-8", LOST),
        ("AEBE", "koi8-u", "\u045e\u040e"),
        ("81", "windows-1252", "\x81"),
        ("80FF", "x-user-defined", "\uf780\uf7ff"),
    ],
)
def test_a_code_is_read_as_the_standard_reads_it(code, name, text):
    assert read(bytes.fromhex(code), name) == text


@pytest.mark.parametrize(
    ("payload", "name", "text"),
    [
        (b"\xb0<p>", "euc-kr", LOST + "<p>"),
        (b"\xb0<p>", "gb18030", LOST + "<p>"),
        (b"\xa4<p>", "big5", LOST + "<p>"),
        (b"\xa4<p>", "euc-jp", LOST + "<p>"),
        (b"\x8f\xa4<p>", "euc-jp", LOST + "<p>"),
        (b"\x88<p>", "shift_jis", LOST + "<p>"),
        (b"\x8e\xe0x", "euc-jp", LOST + "x"),
        (b"\x81\x30<p>", "gb18030", LOST + "0<p>"),
        (b"\x81\x30\x81<p>", "gb18030", LOST + "0" + LOST + "<p>"),
        (b"\x81\x30\x81", "gb18030", LOST),
        (b"\xfe\x39\xfe\x39", "gb18030", LOST),
        (b"\xff", "gb18030", LOST),
    ],
)
def test_a_broken_character_never_swallows_a_tag(payload, name, text):
    assert read(payload, name) == text


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (b'\x1b$B$"\x1b(B!', "\u3042!"),
        (b"\x1b(J\\~\x1b(B\\~", "\xa5\u203e\\~"),
        (b"\x1b(I1", "\uff71"),
        (b'\x1b$@$"$', "\u3042" + LOST),
        (b"\x1b$B\x1b(Bx", LOST + "x"),
        (b"\x1b$B$\x1b(Bx", LOST + "x"),
        (b'\x1b$B$\xe9$"', LOST + "\u3042"),
        (b"\x1b(X", LOST + "(X"),
        (b"a\x0eb\xe9", "a" + LOST + "b" + LOST),
        (b"\x1b$B\x1b(D", LOST + LOST),
    ],
)
def test_iso_2022_jp_switches_sets(payload, text):
    assert read(payload, "iso-2022-jp") == text


def test_an_encoding_that_nobody_knows_is_a_lookup_error():
    with pytest.raises(LookupError):
        read(b"x", "no-such-encoding")
