"""Which robots.txt rules hold at a site, and for how long that is known.

What an answer to the request for robots.txt means:

    2xx                  its rules hold
    3xx                  looked for where it points, five times at most; then as 4xx
    4xx                  there are none: all is allowed
    5xx, no answer       they cannot be had: nothing is allowed until they can

Rules are kept for a day, "cannot be had" for a few minutes that double with each time in a row.

Source: RFC 9309, section 2.3.1.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Final

import ada_url

from pagemill.crawl import robots
from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names
from pagemill.crawl.robots import Robots
from pagemill.html.url import host as host_of
from pagemill.html.url import plain_host

MOST_REDIRECTS: Final = 5
KEPT: Final = 86_400.0
"""Seconds for which rules are known; RFC 9309, section 2.4."""

_FIRST_RETRY: Final = 60.0
_LONGEST_RETRY: Final = 3_600.0
_SITE: Final = b"r"
_HEAD: Final = Struct("<dBH")
_MOST_IN_MEMORY: Final = 10_000


class Standing(Enum):
    """What is known of a site's robots.txt."""

    RULES = 0
    OPEN = 1
    CLOSED = 2


def standing(status: int) -> Standing:
    """What an answer's status means; a redirect too many counts like an answer without rules.

    Args:
        status: HTTP status; 0 where there was no answer.
    """
    if 200 <= status < 300:
        return Standing.RULES
    if 300 <= status < 500:
        return Standing.OPEN
    return Standing.CLOSED


@dataclass(frozen=True, slots=True)
class SiteRules:
    """What holds at a site.

    Attributes:
        standing: what is known of its robots.txt.
        robots: the rules.
        until: instant until which this holds.
        failures: times in a row that it could not be had.
    """

    standing: Standing
    robots: Robots
    until: float
    failures: int = 0


class Sites:
    """The rules of all sites met, on disk, the last used ones in memory.

    Args:
        cells: where they lie.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._known: dict[str, SiteRules] = {}
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl; the caller empties it."""

    def known(self, origin: str, now: float) -> SiteRules | None:
        """What holds at a site, or None where it must be asked.

        Files of this machine have no robots.txt.
        """
        if not origin.startswith("http"):
            return SiteRules(Standing.OPEN, robots.EVERYTHING, float("inf"))
        rules = self._known.get(origin) or self._load(origin)
        return rules if rules is not None and rules.until > now else None

    def learn(self, origin: str, status: int, payload: bytes, now: float) -> SiteRules:
        """Take in the answer to a request for robots.txt.

        Args:
            origin: the site, as :func:`origin_of` writes it.
            status: HTTP status at the end of all redirects; 0 where there was no answer.
            payload: the body, decoded.
            now: when.
        """
        before = self._known.get(origin) or self._load(origin)
        found = standing(status)
        failures = 0
        until = now + KEPT
        if found is Standing.CLOSED:
            failures = (before.failures if before else 0) + 1
            until = now + min(_FIRST_RETRY * 2.0 ** min(failures - 1, 30), _LONGEST_RETRY)
        kept = payload[: robots.MAX_BYTES + 1] if found is Standing.RULES else b""
        rules = SiteRules(found, _robots(found, kept), until, failures)
        head = _HEAD.pack(until, found.value, min(failures, 65_535))
        self.puts[_SITE + origin.encode()] = head + zlib.compress(kept, 1)
        self._remember(origin, rules)
        return rules

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of the hosts that are named."""
        for key, _ in self._cells.walk(_SITE):
            if names.host(host_of(key[1:].decode("utf-8", "replace"))):
                yield key

    def _load(self, origin: str) -> SiteRules | None:
        key = _SITE + origin.encode()
        note = self.puts.get(key) or self._cells.get([key])[0]
        if note is None:
            return None
        until, number, failures = _HEAD.unpack_from(note)
        found = Standing(number)
        payload = zlib.decompress(note[_HEAD.size :])
        rules = SiteRules(found, _robots(found, payload), until, failures)
        self._remember(origin, rules)
        return rules

    def _remember(self, origin: str, rules: SiteRules) -> None:
        if len(self._known) >= _MOST_IN_MEMORY:
            self._known.pop(next(iter(self._known)))
        self._known[origin] = rules


def origin_of(url: str) -> str:
    """Scheme, host and port of an address: each has a robots.txt of its own."""
    if plain_host(url) is not None:
        return url[: url.index("/", len("https://"))]
    return ada_url.URL(url).origin


def _robots(found: Standing, payload: bytes) -> Robots:
    if found is Standing.RULES:
        return robots.parsed(payload)
    return robots.EVERYTHING if found is Standing.OPEN else robots.NOTHING
