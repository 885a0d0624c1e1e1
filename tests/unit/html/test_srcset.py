import pytest

from pagemill.html.srcset import candidates


@pytest.mark.parametrize(
    ("srcset", "found"),
    [
        ("a.png", [("a.png", "")]),
        ("a.png 1x, b.png 2x", [("a.png", "1x"), ("b.png", "2x")]),
        (" , a.png , b.png 480w 20h,", [("a.png", ""), ("b.png", "480w 20h")]),
        ("a,b.png 1x", [("a,b.png", "1x")]),
        ("a.png, b.png", [("a.png", ""), ("b.png", "")]),
        ("a.png,,,", [("a.png", "")]),
        ("a.png (1x, 2x) 3x, b.png", [("a.png", "(1x, 2x) 3x"), ("b.png", "")]),
        ("a.png (1x, b.png", [("a.png", "(1x, b.png")]),
        ("data:,a 1x, b.png 2x", [("data:,a", "1x"), ("b.png", "2x")]),
        (", ,", []),
        ("", []),
    ],
)
def test_candidates_are_cut_as_by_a_browser(srcset, found):
    assert candidates(srcset) == found


def test_a_hostile_srcset_takes_linear_time():
    assert candidates("a (" * 50_000)
