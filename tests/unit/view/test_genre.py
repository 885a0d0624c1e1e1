from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.genre import genre


@pytest.mark.parametrize(
    ("kinds", "url", "kind", "expected"),
    [
        (["NewsArticle"], "http://a.example/", "topic", "article"),
        (["Product"], "http://a.example/x", "topic", "product"),
        ([], "http://forum.a.example/t/9", "topic", "forum"),
        ([], "http://docs.a.example/x", "topic", "documentation"),
        ([], "http://a.example/products/lamp", "topic", "product"),
        ([], "http://a.example/collections/lamps", "hub", "collection"),
        ([], "http://a.example/news", "hub", "listing"),
        ([], "http://a.example/2024/05/lamp", "topic", "article"),
        ([], "", "topic", "article"),
        ([], "http://a.example/services/roofs", "topic", "service"),
    ],
)
def test_genres(kinds: list[str], url: str, kind: str, expected: str) -> None:
    assert genre(parsed("<p>x</p>"), kinds, url, kind) == expected
