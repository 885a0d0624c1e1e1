"""Sitemaps in every form, whole and damaged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pagemill.crawl.reading.sitemap import instant, parsed


def test_an_index_names_further_sitemaps() -> None:
    text = (
        b"<sitemapindex><sitemap><loc>/a.xml</loc><lastmod>2024-01-02</lastmod></sitemap>"
        b"<sitemap> http://a.example/b.xml?x=1&amp;y=2 </sitemap></sitemapindex>"
    )
    found = parsed(text, "http://a.example/s.xml")
    assert [one.url for one in found.sitemaps] == [
        "http://a.example/a.xml",
        "http://a.example/b.xml?x=1&y=2",
    ]
    assert found.entries == ()


def test_prefixes_and_extensions_do_not_confuse() -> None:
    text = (
        b'<x:urlset xmlns:x="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="urn:i">'
        b"<x:url><x:loc>http://a.example/1</x:loc><i:image><i:loc>http://a.example/p.png"
        b"</i:loc></i:image><x:priority>0.9</x:priority></x:url></x:urlset>"
    )
    found = parsed(text)
    assert [(one.url, one.priority) for one in found.entries] == [("http://a.example/1", 0.9)]


def test_what_stands_before_a_fault_counts() -> None:
    text = b"<urlset><url><loc>http://a.example/1</loc></url><url><loc>http://a.exa"
    assert [one.url for one in parsed(text).entries] == ["http://a.example/1"]


def test_entities_of_its_own_are_not_expanded() -> None:
    text = b'<!DOCTYPE u [<!ENTITY a "http://a.example/1">]><urlset><url><loc>&a;</loc></url></urlset>'
    assert parsed(text).entries == ()


def test_plain_text_is_one_address_a_line() -> None:
    found = parsed(b"\xef\xbb\xbfhttp://a.example/1\r\nno address\nhttp://a.example/2")
    assert [one.url for one in found.entries] == ["http://a.example/1", "http://a.example/2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2024-05-06", datetime(2024, 5, 6, tzinfo=UTC)),
        ("2024-05-06T07:08:09+02:00", datetime(2024, 5, 6, 5, 8, 9, tzinfo=UTC)),
        ("2024-05-06T07:08:09.123Z", datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)),
        ("2024-05-06 07:08", datetime(2024, 5, 6, 7, 8, tzinfo=UTC)),
        ("2024-02-30", None),
        ("2024-13-01", None),
        ("yesterday", None),
    ],
)
def test_dates_are_right_or_none(text: str, found: datetime | None) -> None:
    assert instant(text) == found
