import pytest

from pagemill.html.refresh import refresh


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("5", (5, "")),
        (" 5 ; url = next.html ", (5, "next.html")),
        ("0;URL='a b'x", (0, "a b")),
        ('0; url="next', (0, "next")),
        ("0,next", (0, "next")),
        ("0 next", (0, "next")),
        (".5; url=x", (0, "x")),
        ("1.9;x", (1, "x")),
        ("0; urgent.html", (0, "urgent.html")),
        ("0; 'x y'", (0, "x y")),
        ("5x", None),
        ("-1; url=x", None),
        ("url=x", None),
        ("", None),
        ("9" * 50 + ";x", (10_000_000, "x")),
    ],
)
def test_a_refresh_is_read_as_by_a_browser(content, found):
    assert refresh(content) == found
