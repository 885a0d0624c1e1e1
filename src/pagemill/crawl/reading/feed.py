"""Feeds: what a site announces itself, newest first or last: RSS, RDF, Atom, JSON Feed.

The structure is read by feedparser, whatever the media type says and however damaged the XML
is. Dates are read here, because a date that cannot be understood must be none, never another
day.

Source: RSS 0.9x to 2.0 (``ttl`` in minutes), RFC 4287 (Atom), JSON Feed 1.1, WebSub.
"""
# pyright: basic

from __future__ import annotations

import json
import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any, Final

from pagemill.crawl.reading.sitemap import absolute

MAX_ENTRIES: Final = 10_000

_MONTHS: Final = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
]
_ZONES: Final = {
    "": 0, "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "est": -300, "edt": -240,
    "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
    "cet": 60, "cest": 120, "bst": 60, "ist": 330, "eet": 120, "eest": 180, "msk": 180,
    "jst": 540, "kst": 540, "aest": 600, "aedt": 660,
}  # fmt: skip
_CLOCK = (
    r"(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*([A-Za-z]{1,5}|[+-]\d\d:?\d\d)?)?"
)
_BY_NAME: Final = re.compile(
    rf"(?:\w+\.?,?\s+)?(\d{{1,2}})[ -]([A-Za-z]{{3,9}})\.?[ -](\d{{4}}|\d\d){_CLOCK}\s*\Z"
)
_BY_NUMBER: Final = re.compile(rf"(\d{{4}})[-/.](\d{{1,2}})[-/.](\d{{1,2}}){_CLOCK}\s*\Z")
_OFFSET: Final = re.compile(r"([+-])(\d\d):?(\d\d)\Z")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a feed.

    Attributes:
        url: absolute address, or ``""`` where it has none.
        title: its title as text.
        at: when it was published or changed, in UTC; None where no usable date is given.
    """

    url: str
    title: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as read.

    Attributes:
        items: entries in the order of the feed.
        ttl: seconds for which it asks not to be fetched again; 0 for no wish.
        hub: address of the hub that tells of news, or ``""``.
        topic: address under which the hub knows the feed, or ``""``.
    """

    items: tuple[Item, ...]
    ttl: float
    hub: str
    topic: str


def parsed(payload: bytes, url: str = "") -> Feed:
    """Read a feed; of what is none, a feed without entries.

    Args:
        payload: the file.
        url: where it was found; relative addresses are resolved against it.
    """
    if payload.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _of_json(payload, url)
    headers = {"content-type": "application/xml", "content-location": url}
    import feedparser  # type: ignore[import-untyped]  # noqa: PLC0415 - a fifth of a start

    found = feedparser.parse(payload, response_headers=headers, sanitize_html=False)
    items = [
        Item(
            absolute(_said(entry, "link"), url) or "",
            " ".join(unescape(_said(entry, "title")).split()),
            _first_instant(entry, ("published", "updated", "created", "date")),
        )
        for entry in found.entries[:MAX_ENTRIES]
    ]
    listed = found.feed.get("links")
    links = {
        _said(link, "rel"): _said(link, "href")
        for link in (listed if isinstance(listed, list) else ())
        if isinstance(link, dict)
    }
    return Feed(tuple(items), _ttl(found.feed), links.get("hub", ""), links.get("self", ""))


def instant(text: str) -> datetime | None:
    """A date as feeds write it, in UTC; without zone it is UTC; None for what is none.

    Example:
        >>> instant("Sun, 06 Sep 2009 16:18:00 EST").isoformat()
        '2009-09-06T21:18:00+00:00'
        >>> instant("Sat, 31 Feb 2015 10:00:00 GMT") is None
        True
    """
    text = " ".join(text.split())
    if found := _BY_NUMBER.match(text):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
    elif found := _BY_NAME.match(text):
        name = found[2][:3].lower()
        if name not in _MONTHS:
            return None
        day, month, year = int(found[1]), _MONTHS.index(name) + 1, int(found[3])
        if year < 100:
            year += 2000 if year < 70 else 1900
    else:
        return None
    offset = _minutes(found[7] or "")
    if offset is None or not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    try:
        hour, minute, second = (int(found[number] or 0) for number in (4, 5, 6))
        local = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=UTC)
        return local - timedelta(minutes=offset)
    except (ValueError, OverflowError):
        return None


def _minutes(zone: str) -> int | None:
    """Minutes east of Greenwich; None for a zone that is not known."""
    found = _OFFSET.match(zone)
    if found is None:
        return _ZONES.get(zone.lower())
    minutes = int(found[2]) * 60 + int(found[3])
    return -minutes if found[1] == "-" else minutes


def _first_instant(entry: Any, names: tuple[str, ...]) -> datetime | None:
    for name in names:
        # The library's own look-up gives one date for another.
        at = instant(str(dict.get(entry, name) or ""))
        if at is not None:
            return at
    return None


def _said(entry: Any, name: str) -> str:
    """Text of an element; of one with odd attributes the library gives these instead."""
    value = entry.get(name)
    return value if isinstance(value, str) else ""


def _ttl(feed: Any) -> float:
    try:
        return max(0.0, float(_said(feed, "ttl") or 0)) * 60
    except ValueError:
        return 0.0


def _of_json(payload: bytes, url: str) -> Feed:
    try:
        found = json.loads(payload.decode("utf-8-sig"))
        entries = found.get("items", [])[:MAX_ENTRIES]
        items = [
            Item(
                absolute(str(one.get("url") or one.get("external_url") or ""), url) or "",
                str(one.get("title") or ""),
                _first_instant(one, ("date_published", "date_modified")),
            )
            for one in entries
            if isinstance(one, dict)
        ]
        hubs = [_said(hub, "url") for hub in found.get("hubs", ()) if isinstance(hub, dict)]
        return Feed(tuple(items), 0.0, hubs[0] if hubs else "", str(found.get("feed_url", "")))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return Feed((), 0.0, "", "")
