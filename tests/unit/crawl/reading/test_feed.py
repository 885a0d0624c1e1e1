from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pagemill.crawl.reading.feed import instant, parsed

RSS = b"""<rss version="2.0"><channel><ttl>60</ttl>
<item><title>A &amp; B</title><link>/one</link>
<pubDate>Sun, 06 Sep 2009 16:18:00 EST</pubDate></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom">
<link rel="hub" href="http://hub.example/"/><link rel="self" href="http://a.example/feed"/>
<entry><title>T</title><link href="http://a.example/e"/><updated>2020-01-02T03:04:05Z</updated>
</entry></feed>"""
JSON = b"""{"version": "https://jsonfeed.org/version/1.1", "feed_url": "http://a.example/j",
"hubs": [{"type": "WebSub", "url": "http://hub.example/"}],
"items": [{"url": "/j1", "title": "J", "date_published": "2020-01-02"}, 7]}"""


def test_ttl_is_in_minutes_and_addresses_are_absolute() -> None:
    feed = parsed(RSS, "http://a.example/feed")
    assert feed.ttl == 3600.0
    assert [item.url for item in feed.items] == ["http://a.example/one"]
    assert feed.items[0].title == "A & B"
    assert feed.items[0].at == datetime(2009, 9, 6, 21, 18, tzinfo=UTC)


@pytest.mark.parametrize("payload", [ATOM, JSON])
def test_hubs_are_found(payload: bytes) -> None:
    feed = parsed(payload, "http://a.example/feed")
    assert feed.hub == "http://hub.example/"
    assert len(feed.items) == 1


@pytest.mark.parametrize("payload", [b"", b"{", b'{"items": 5}', b"\x00\xff", b"<html>"])
def test_what_is_no_feed_names_nothing(payload: bytes) -> None:
    assert parsed(payload).items == ()


@pytest.mark.parametrize("text", ["", "yesterday", "31 Feb 2015", "2015-13-01", "1 Xyz 2015"])
def test_a_date_that_is_none_is_no_other_day(text: str) -> None:
    assert instant(text) is None


def test_elements_with_odd_attributes_say_nothing() -> None:
    channel = b"<ttl w: />21s</ttl><link w: /><item><title w: /><link x: /></item>"
    feed = b"<rss version='2.0'><channel>" + channel + b"</channel></rss>"
    found = parsed(feed, "http://a.example/feed")
    assert (found.ttl, found.hub, found.topic) == (0.0, "", "")
