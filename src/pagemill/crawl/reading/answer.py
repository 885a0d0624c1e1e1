"""What an answer says: where it leads, what it names, whether it wants to be asked again."""

from __future__ import annotations

import re
import zlib
from email.utils import parsedate_to_datetime
from typing import Final

from pagemill.crawl.deposit import Kept
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Found
from pagemill.crawl.reading import feed, sitemap
from pagemill.crawl.reading.page import Depth, Directives, Page, page
from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.html.identity import frontier_key
from pagemill.html.tree import parsed
from pagemill.html.url import linked

MOST_TRIES: Final = 5
"""Times that one address is asked for before it counts as failed."""

_LOOKED_AT: Final = 2_048
_SITEMAP: Final = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")
_FEED: Final = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]|\"https://jsonfeed\.org/version/")
_ADDRESSES: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*https?://[^\s<]+\s*(?:\n\s*https?://|\Z)")
_GZIP: Final = b"\x1f\x8b"
_LONGEST_LIST: Final = 50 << 20  # what the protocol of sitemaps allows
_PAGES: Final = ("text/html", "application/xhtml+xml")


def facts_of(url: str, answer: Answer, seen: Kept, agent: str) -> Page | None:
    """What a page, a sitemap or a feed says; None for what is none of them.

    Args:
        url: where it was found.
        answer: what the server said.
        seen: its body, decoded.
        agent: product token of the crawler.
    """
    if answer.status >= 400:
        return None
    if named := _named(seen, url):
        return Page(named, Directives(), b"", Depth.OPEN)
    if not _is_page(seen):
        return None
    try:
        html, _ = decoded(seen.payload, seen.media_type)
        tags = tuple(value for name, value in answer.headers if name.lower() == "x-robots-tag")
        return page(parsed(html), url, tags, agent)
    except DocumentError:
        return Page((), Directives(), b"", Depth.OPEN)


def target_of(url: str, answer: Answer) -> str:
    """Where a redirect leads; ``""`` for an answer that is none."""
    if answer.status not in (301, 302, 303, 307, 308):
        return ""
    location = answer.header("location")
    return linked(url, location) or "" if location else ""


def is_errand(found: Found, target: str, answer: Answer) -> bool:
    """Whether an answer says "come back with this cookie": the next one will be another."""
    if not target or not answer.header("set-cookie") or found.tries + 1 >= MOST_TRIES:
        return False
    return frontier_key(target) == frontier_key(found.url)


def _named(seen: Kept, url: str) -> tuple[str, ...]:
    """Addresses that a sitemap or a feed names; none for what is neither."""
    payload = _unpacked(seen.payload)
    start = payload[:_LOOKED_AT]
    if _SITEMAP.search(start) or _ADDRESSES.match(start):
        found = sitemap.parsed(payload, url)
        return tuple(dict.fromkeys(one.url for one in (*found.sitemaps, *found.entries)))
    if _FEED.search(start):
        items = feed.parsed(payload, url).items
        return tuple(dict.fromkeys(item.url for item in items if item.url))
    return ()


def _unpacked(payload: bytes) -> bytes:
    """A sitemap that lies at its server as a gzip file, unpacked as far as one may be long."""
    if not payload.startswith(_GZIP):
        return payload
    try:
        return zlib.decompressobj(31).decompress(payload, _LONGEST_LIST)
    except zlib.error:
        return payload


def _is_page(seen: Kept) -> bool:
    kind = seen.media_type.partition(";")[0].strip().lower()
    return kind in _PAGES or (not kind and b"<" in seen.payload[:1024])


def seconds_asked(text: str, now: float) -> float | None:
    """Seconds that a ``Retry-After`` field asks for: a number or an instant."""
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None
