from __future__ import annotations

import gzip
from dataclasses import replace

import pytest

from pagemill.crawl.deposit import Opened
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Found, key_of
from pagemill.crawl.reading.answer import (
    facts_of,
    is_errand,
    may_keep,
    named_by_style,
    seconds_asked,
    target_of,
)
from pagemill.crawl.reading.page import Page

URL = "http://a.example/x/"
SITEMAP = (
    b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    b"<url><loc>http://a.example/one</loc></url></urlset>"
)
FEED = b'<rss version="2.0"><channel><item><link>http://a.example/news</link></item></channel></rss>'


def answer(status: int = 200, **fields: str) -> Answer:
    headers = tuple((name.replace("_", "-"), value) for name, value in fields.items())
    return Answer(
        status=status,
        headers=headers,
        head=b"",
        body=b"",
        request_head=b"",
        address="",
        took=0.0,
    )


def links(payload: bytes, media_type: str, status: int = 200) -> tuple[str, ...] | None:
    facts = facts_of(seen(payload, media_type, status), "pagemill")
    return facts.links if facts else None


def seen(payload: bytes, media_type: str, status: int = 200, **fields: str) -> Opened:
    return Opened(
        url=URL,
        at=1e9,
        answer=answer(status, **fields),
        payload=payload,
        media_type=media_type,
        digest=b"",
    )


def test_a_redirect_leads_somewhere_and_nothing_else_does() -> None:
    assert target_of(URL, answer(301, location="../y")) == "http://a.example/y"
    assert target_of(URL, answer(304, location="/y")) == ""
    assert target_of(URL, answer(302)) == ""


def test_a_redirect_to_itself_with_a_cookie_is_an_errand() -> None:
    one = Found(URL, key_of(URL), "a.example")
    assert is_errand(one, URL, answer(302, location=URL, set_cookie="a=b"))
    assert not is_errand(one, URL, answer(302, location=URL))
    assert not is_errand(one, f"{URL}z", answer(302, set_cookie="a=b"))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("120", 120.0), ("Thu, 01 Jan 1970 00:01:00 GMT", 50.0), ("soon", None), ("", None)],
)
def test_retry_after_is_a_number_or_an_instant(text: str, seconds: float | None) -> None:
    assert seconds_asked(text, 10.0) == seconds


def test_addresses_are_read_from_pages_sitemaps_and_feeds_by_what_they_are() -> None:
    assert links(b'<a href="z">z</a>', "text/html") == ("http://a.example/x/z",)
    assert links(SITEMAP, "text/plain") == ("http://a.example/one",)
    assert links(FEED, "text/html") == ("http://a.example/news",)
    assert links(b'<a href="z">z</a>', "image/png") is None
    assert links(b'<a href="z">z</a>', "text/html", status=404) is None


def test_a_sitemap_that_lies_as_a_gzip_file_or_as_text_is_read() -> None:
    assert links(gzip.compress(SITEMAP), "application/octet-stream") == (
        "http://a.example/one",
    )
    text = b"http://a.example/1\nhttp://a.example/2\n"
    assert links(text, "text/plain") == ("http://a.example/1", "http://a.example/2")
    assert links(b"http://a.example/ is an address", "text/plain") is None
    assert links(b"\x1f\x8bno gzip", "application/gzip") is None


def test_a_sitemap_tells_of_changes_and_a_feed_how_long_to_wait() -> None:
    entry = b"<urlset><url><loc>http://a.example/1</loc><lastmod>2024-01-02</lastmod>"
    entry += b"<changefreq>daily</changefreq></url></urlset>"
    facts = facts_of(seen(entry, "text/xml"), "pagemill")
    assert facts is not None
    assert [(one.url, one.at, one.rate) for one in facts.news] == [
        ("http://a.example/1", 1704153600.0, 1.0)
    ]
    told = FEED.replace(b"<item>", b"<ttl>5</ttl><item>")
    for cache, least in (("", 300.0), ("public, max-age=600", 600.0)):
        facts = facts_of(seen(told, "text/xml", cache_control=cache), "pagemill")
        assert facts is not None
        assert facts.least == least


def test_no_answer_of_any_kind_is_kept_that_asks_not_to_be() -> None:
    document = seen(b"%PDF-1.7", "application/pdf", x_robots_tag="noarchive")
    assert not may_keep(document, None, "pagemill")
    assert may_keep(seen(b"%PDF-1.7", "application/pdf", x_robots_tag="noindex"), None, "x")
    assert may_keep(seen(b"", "image/png", x_robots_tag="other: noarchive"), None, "pagemill")
    asking = seen(b"<meta name=robots content=noarchive>", "text/html")
    assert not may_keep(asking, facts_of(asking, "pagemill"), "pagemill")


def test_a_page_tells_what_it_is_shown_with_if_asked() -> None:
    one = seen(b"<style>p { b: url(y.png) }</style><img src=x.png>", "text/html")
    assert facts_of(one, "pagemill") == replace(_facts(one), requisites=())
    assert _facts(one).requisites == (f"{URL}y.png", f"{URL}x.png")


def _facts(one: Opened) -> Page:
    facts = facts_of(one, "pagemill", requisites=True)
    assert facts is not None
    return facts


def test_a_stylesheet_names_what_it_needs_and_nothing_else_does() -> None:
    sheet = b"@import 'a.css'; p { b: url(../p.png) }"
    assert named_by_style(seen(sheet, "text/css; charset=utf-8")) == [
        f"{URL}a.css",
        "http://a.example/p.png",
    ]
    assert named_by_style(seen(sheet, "text/plain")) == []
    assert named_by_style(seen(sheet, "text/css", 404)) == []
