"""Sitemaps: the addresses that a site names itself, with what it says about them.

XML (with whatever prefixes and name spaces), plain text, gzip, indexes of sitemaps; feeds are
read by ``feed``. Nothing raises: an entry that cannot be used is passed over.

Source: the sitemaps.org protocol, version 0.9.
"""

from __future__ import annotations

import contextlib
import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from html import unescape
from typing import Final
from xml.parsers import expat

import ada_url

MAX_ADDRESSES: Final = 50_000
"""Addresses that one file may name; the protocol's limit."""

_WEB: Final = ("http://", "https://")
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?")
_ZONE: Final = re.compile(r"(?:Z|[+-]\d\d:?\d\d)\s*$")
_FREQUENCIES: Final = frozenset(
    ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never")
)
_STRAY_AMPERSAND: Final = re.compile(rb"&(?!#?\w{1,10};)")


@dataclass(frozen=True, slots=True)
class Entry:
    """An address that a sitemap names.

    Attributes:
        url: absolute.
        lastmod: day or instant of its last change as the site states it, or None.
        changefreq: how often it changes, as one of the protocol's words, or ``""``.
        priority: 0 to 1; 0.5 where nothing is said.
    """

    url: str
    lastmod: datetime | None = None
    changefreq: str = ""
    priority: float = 0.5


@dataclass(frozen=True, slots=True)
class Sitemap:
    """A sitemap as read.

    Attributes:
        entries: pages.
        sitemaps: further sitemaps that an index names.
    """

    entries: tuple[Entry, ...]
    sitemaps: tuple[Entry, ...]


def parsed(payload: bytes, url: str = "") -> Sitemap:
    """Read a sitemap.

    Args:
        payload: the file, decompressed.
        url: where it was found; relative addresses are resolved against it.
    """
    start = payload.lstrip(b"\xef\xbb\xbf \t\r\n")[:256].lower()
    if start.startswith(b"<"):
        return _of_xml(payload, url)
    return _of_text(payload, url)


def instant(text: str) -> datetime | None:
    """A date as the protocol writes it (W3C), in UTC; None for what is none."""
    text = text.strip()
    found = _DATE.match(text)
    if found is None:
        return None
    try:
        if found[4] is None:
            day = date(int(found[1]), int(found[2]), int(found[3]))
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        zone = _ZONE.search(text)
        plain = text[: zone.start()] if zone else text
        shift = zone[0].strip().replace("Z", "+00:00") if zone else "+00:00"
        if ":" not in shift:
            shift = f"{shift[:3]}:{shift[3:]}"
        plain = re.sub(r"\.\d+$", "", plain)
        return datetime.fromisoformat(plain + shift).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


class _Reader:
    """Gathers entries from the parser's events; only names without prefix count."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.path: list[str] = []
        self.fields: dict[str, str] = {}
        self.text: list[str] = []
        self.entries: list[Entry] = []
        self.sitemaps: list[Entry] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2].lower()
        if local in ("url", "sitemap"):
            self.fields = {}
        self.path.append(local)
        self.text = []
        del attributes

    def data(self, text: str) -> None:
        self.text.append(text)

    def end(self, name: str) -> None:
        local = name.rpartition(":")[2].lower()
        if self.path:
            self.path.pop()
        parent = self.path[-1] if self.path else ""
        if parent in ("url", "sitemap"):
            # The pictures and films of a page have elements of these names too, further down.
            self.fields.setdefault(local, "".join(self.text).strip())
        elif local in ("url", "sitemap"):
            # Some write the address without an element of its own.
            self.fields.setdefault("loc", "".join(self.text).strip())
            self._add(self.sitemaps if local == "sitemap" else self.entries)
        self.text = []

    def _add(self, to: list[Entry]) -> None:
        address = absolute(unescape(self.fields.get("loc", "")), self.url)
        if address and len(to) < MAX_ADDRESSES:
            frequency = self.fields.get("changefreq", "").lower()
            to.append(
                Entry(
                    address,
                    instant(self.fields.get("lastmod", "")),
                    frequency if frequency in _FREQUENCIES else "",
                    _priority(self.fields.get("priority", "")),
                )
            )


def _of_xml(payload: bytes, url: str) -> Sitemap:
    reader = _Reader(url)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.data
    parser.EntityDeclHandler = _refuse
    # What stands before a fault counts.
    with contextlib.suppress(expat.ExpatError, _EntityError, ValueError, LookupError):
        parser.Parse(_STRAY_AMPERSAND.sub(b"&amp;", payload.lstrip()), True)  # noqa: FBT003
    return Sitemap(tuple(reader.entries), tuple(reader.sitemaps))


class _EntityError(Exception):
    pass


def _refuse(*_: object) -> None:
    """A file that declares entities of its own could grow without bound."""
    raise _EntityError


def _of_text(payload: bytes, url: str) -> Sitemap:
    found: list[Entry] = []
    for line in payload.decode("utf-8-sig", "replace").splitlines()[: 2 * MAX_ADDRESSES]:
        address = absolute(line, url) if line.strip().startswith(_WEB) else None
        if address and len(found) < MAX_ADDRESSES:
            found.append(Entry(address))
    return Sitemap(tuple(found), ())


def absolute(reference: str, url: str) -> str | None:
    """Absolute web address of a reference, or None where it is none."""
    reference = " ".join(reference.split())
    if not reference:
        return None
    try:
        address = ada_url.join_url(url, reference) if url else ada_url.normalize_url(reference)
    except ValueError:
        return None
    return address if address.startswith(_WEB) else None


def _priority(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.5
    return 0.5 if math.isnan(value) else min(max(value, 0.0), 1.0)
