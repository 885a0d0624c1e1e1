"""What an answer says: where it leads, what it names, whether it wants to be asked again."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import Final

from pagemill.crawl.deposit import Opened
from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Found
from pagemill.crawl.reading import feed, mail, sitemap
from pagemill.crawl.reading.forms import choices
from pagemill.crawl.reading.page import Depth, Directives, News, Page, page, stated
from pagemill.errors import DocumentError
from pagemill.html.encoding import decoded
from pagemill.html.identity import frontier_key
from pagemill.html.requisites.page import of_style
from pagemill.html.requisites.page import requisites as shown_with
from pagemill.html.tree import Tree, parsed, parsed_utf8
from pagemill.html.url import linked

MOST_TRIES: Final = 5
"""Times that one address is asked for before it counts as failed."""

_FORM: Final = re.compile(rb"<form[\s>]", re.IGNORECASE)
_LOOKED_AT: Final = 2_048
_SITEMAP: Final = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")
_FEED: Final = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]|\"https://jsonfeed\.org/version/")
_ADDRESSES: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*https?://[^\s<]+\s*(?:\n\s*https?://|\Z)")
# What must stand there for any of these to be found.
_SIGNS: Final = (b"urlset", b"sitemapindex", b"<rss", b"<feed", b"<rdf:RDF", b"jsonfeed.org")
_BEFORE: Final = b"\xef\xbb\xbf \t\n\r\f\v"
_MAX_AGE: Final = re.compile(r"(?:^|[\s,])max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)
_RATES: Final = {
    "always": 48.0,
    "hourly": 24.0,
    "daily": 1.0,
    "weekly": 1 / 7,
    "monthly": 1 / 30,
    "yearly": 1 / 365,
    "never": 1e-3,
}
_UTF8: Final = re.compile(r";\s*charset\s*=\s*[\"']?utf-?8\b", re.IGNORECASE)
_MARKS: Final = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")
_GZIP: Final = b"\x1f\x8b"
_LONGEST_LIST: Final = 50 << 20  # what the protocol of sitemaps allows
_MESSAGE_KEPT: Final = 30 * 86_400.0  # a message never changes; it may be deleted
_PAGES: Final = ("text/html", "application/xhtml+xml")


def facts_of(seen: Opened, agent: str, *, requisites: bool = False) -> Page | None:
    """What a page, a sitemap, a feed or a message says; None for what is none of them.

    Args:
        seen: the answer.
        agent: product token of the crawler.
        requisites: whether it is to be said too what a page is shown with.
    """
    if seen.answer.status >= 400:
        return None
    if (listed := _listed(seen)) is not None:
        return listed
    if not _is_page(seen):
        return None
    try:
        tree = _tree(seen)
        facts = page(tree, seen.url, _tags(seen), agent)
        if not requisites:
            return facts
        html, _ = decoded(seen.payload, seen.media_type)
        return replace(facts, requisites=tuple(shown_with(tree, seen.url, html)))
    except DocumentError:
        return Page((), Directives(), b"", Depth.OPEN)


def may_keep(seen: Opened, facts: Page | None, agent: str) -> bool:
    """Whether an answer may be archived, as far as it says so itself.

    Args:
        seen: the answer.
        facts: what it says, where it is a page.
        agent: product token of the crawler; directives for others do not count.
    """
    return (facts is None or facts.directives.archive) and stated(_tags(seen), agent).archive


def named_by_style(seen: Opened) -> list[str]:
    """What a stylesheet refers to; empty for whatever is none."""
    kind = seen.media_type.partition(";")[0].strip().lower()
    path = seen.url.partition("?")[0]
    if seen.answer.status >= 400 or not (kind == "text/css" or path.endswith(".css")):
        return []
    return of_style(seen.payload.decode("utf-8", "replace"), seen.url)


def _tags(seen: Opened) -> tuple[str, ...]:
    headers = seen.answer.headers
    return tuple(value for name, value in headers if name.lower() == "x-robots-tag")


def _tree(seen: Opened) -> Tree:
    """The tag tree; of a page in UTF-8, as its header says, without making characters of it."""
    if _UTF8.search(seen.media_type) and not seen.payload.startswith(_MARKS):
        tree = parsed_utf8(seen.payload)
        if tree is not None:
            return tree
    html, _ = decoded(seen.payload, seen.media_type)
    return parsed(html)


def form_choices(seen: Opened, most: int) -> tuple[str, ...]:
    """Addresses that the forms of a page lead to by what they let choose.

    Args:
        seen: the page.
        most: how many of each form at most.
    """
    if not most or not _FORM.search(seen.payload):
        return ()
    try:
        return choices(_tree(seen), seen.url, most)
    except DocumentError:
        return ()


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


def _listed(seen: Opened) -> Page | None:
    """What a sitemap, a feed or a message says; None for what is none of them."""
    if seen.media_type.startswith(mail.MEDIA_TYPE):
        links = mail.links(seen.payload)
        return Page(links, Directives(), b"", Depth.OPEN, least=_MESSAGE_KEPT)
    payload = _unpacked(seen.payload)
    start = payload[:_LOOKED_AT]
    is_list = start.lstrip(_BEFORE).startswith(b"http")
    if not is_list and not any(sign in start for sign in _SIGNS):
        return None  # nearly every page
    if _SITEMAP.search(start) or _ADDRESSES.match(start):
        found = sitemap.parsed(payload, seen.url)
        news = tuple(_news(one) for one in found.entries if one.lastmod or one.changefreq)
        return _of_links([one.url for one in (*found.sitemaps, *found.entries)], news)
    if _FEED.search(start):
        read = feed.parsed(payload, seen.url)
        least = max(read.ttl, _seconds_fresh(seen.answer.header("cache-control")))
        found_here = _of_links([item.url for item in read.items if item.url], (), least)
        if found_here is None or not read.hub:
            return found_here
        return replace(found_here, hub=linked(seen.url, read.hub) or "", topic=read.topic)
    return None


def _of_links(urls: list[str], news: tuple[News, ...], least: float = 0.0) -> Page | None:
    if not urls:
        return None
    links = tuple(dict.fromkeys(urls))
    return Page(links, Directives(), b"", Depth.OPEN, news=news, least=least)


def _news(entry: sitemap.Entry) -> News:
    at = entry.lastmod.timestamp() if entry.lastmod else 0.0
    return News(entry.url, at, _RATES.get(entry.changefreq, 0.0))


def _seconds_fresh(cache_control: str) -> float:
    """Seconds for which an answer may be used without asking; 0 where none are stated."""
    found = _MAX_AGE.search(cache_control)
    return float(found[1]) if found else 0.0


def _unpacked(payload: bytes) -> bytes:
    """A sitemap that lies at its server as a gzip file, unpacked as far as one may be long."""
    if not payload.startswith(_GZIP):
        return payload
    try:
        return zlib.decompressobj(31).decompress(payload, _LONGEST_LIST)
    except zlib.error:
        return payload


def _is_page(seen: Opened) -> bool:
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
