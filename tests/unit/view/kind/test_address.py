from __future__ import annotations

import pytest

from pagemill.view.kind.address import suggestions


@pytest.mark.parametrize(
    ("url", "genre"),
    [
        ("http://forum.a.example/t/9", "forum"),
        ("http://docs.a.example/x", "documentation"),
        ("http://a.example/products/lamp", "product"),
        ("http://a.example/collections/lamps", "collection"),
        ("http://a.example/2024/05/lamp", "article"),
        ("http://a.example/services/roofs", "service"),
    ],
)
def test_addresses_suggest_a_genre(url: str, genre: str) -> None:
    assert suggestions(url, [])[f"address {genre}"] == 1


def test_the_query_is_no_part_of_the_path() -> None:
    found = suggestions("http://a.example/x/blue-lamp.html?q=/forum/", [])
    assert found["address forum"] == 0
    assert found["address query"] == 1
    assert found["address ending"] == 1
    assert (found["address depth"], found["address hyphens"]) == (2, 1)


def test_declarations_suggest_a_genre() -> None:
    found = suggestions("", ["WebPage", "Product"])
    assert (found["says product"], found["says forum"], found["kind webpage"]) == (1, 0, 1)
    assert found["no address"] == 1


def test_the_names_are_the_same_for_all_pages() -> None:
    assert list(suggestions("", [])) == list(suggestions("http://a.example/x?y", ["Person"]))
