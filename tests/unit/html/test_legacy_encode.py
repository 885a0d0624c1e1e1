import pytest

from pagemill.html.legacy_encode import encoded, escaped_query


def written(text, name):
    return list(encoded(text, name))


@pytest.mark.parametrize(
    ("text", "name", "query"),
    [
        ("\u00e9", "utf-8", "%C3%A9"),
        ("\u00e9", "windows-1252", "%E9"),
        ("\u20ac", "windows-1252", "%80"),
        ("\u20ac", "iso-8859-2", "%26%238364%3B"),
        ("\u0436", "koi8-r", "%D6"),
        ("\u0436", "ibm866", "%A6"),
        ("\u4e2d", "gbk", "%D6%D0"),
        ("\u20ac", "gbk", "%80"),
        ("\u20ac", "gb18030", "%A2%E3"),
        ("\U00020000", "gbk", "%26%23131072%3B"),
        ("\U00020000", "gb18030", "%952%826"),
        ("\u4e2d", "big5", "%A4%A4"),
        ("\u6f22", "shift_jis", "%8A%BF"),
        ("\uff71", "euc-jp", "%8E%B1"),
        ("\u2212", "euc-jp", "%A1%DD"),
        ("\ud55c", "euc-kr", "%C7%D1"),
        ("\ud800", "gb18030", "%841%A47"),
        ("\ud800", "windows-1252", "%26%2365533%3B"),
        ("a b\"#<>'&=%zz", "gbk", "a%20b%22%23%3C%3E%27&=%zz"),
        ("\u4e2d", "utf-16le", "%E4%B8%AD"),
    ],
)
def test_a_query_is_escaped_after_it_was_written(text, name, query):
    assert escaped_query(text, name) == query


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\u3042a", [b"\x1b$B", b'$"', b"\x1b(B", b"a"]),
        ("\u3042", [b"\x1b$B", b'$"', b"\x1b(B"]),
        ("\xa5a", [b"\x1b(J", b"\x5c", b"a", b"\x1b(B"]),
        ("\xa5\\", [b"\x1b(J", b"\x5c", b"\x1b(B", b"\\"]),
        ("\uff71", [b"\x1b$B", b"%\x22", b"\x1b(B"]),
        ("\u3042\u20ac", [b"\x1b$B", b'$"', b"\x1b(B", "\u20ac"]),
        ("\x1b", ["\ufffd"]),
    ],
)
def test_iso_2022_jp_switches_sets_where_it_must(text, code):
    assert written(text, "iso-2022-jp") == code
