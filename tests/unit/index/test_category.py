"""Categories as paths."""

from __future__ import annotations

import pytest

from pagemill.index.category import branches


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("", []),
        ("News", ["news"]),
        ("Arts / Music/Jazz", ["arts", "arts/music", "arts/music/jazz"]),
        ("/a//b/", ["a", "a/b"]),
    ],
)
def test_a_category_stands_for_all_that_it_lies_in(category, expected):
    assert branches(category) == expected
