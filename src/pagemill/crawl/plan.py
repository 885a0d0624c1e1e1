"""What a crawl is held to, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pagemill.crawl.fetching.browser import Browser
from pagemill.crawl.ordering.importance import Importance
from pagemill.crawl.ordering.scorer import Scorer
from pagemill.crawl.politeness import Pace, Window
from pagemill.crawl.scope import Scope
from pagemill.crawl.waste import traps
from pagemill.html.identity import STANDARD
from pagemill.html.url_rules import Profile

_SPARING: Final = Pace(delay=0.0, delay_factor=1.0, longest_delay=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """When a crawl ends by itself; 0 for never.

    Attributes:
        pages: answers kept.
        size: bytes received.
        seconds: time.
        unreachable: seconds that all hosts left may ask to wait before the crawl gives them up.
    """

    pages: int = 0
    size: int = 0
    seconds: float = 0.0
    unreachable: float = 900.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a crawl is held to.

    Attributes:
        agent: product token, as robots.txt files know it.
        scope: what may be crawled.
        pace: how fast.
        limits: what addresses may look like.
        ends: when it ends.
        connections: requests under way at a time.
        window: hours of the day in which to ask; None for always.
        bandwidth: bytes a second that may be received; 0 for any number.
        continuous: whether pages are visited again when they are due, without end.
        local: how fast files of this machine are read: a pause as long as the last one took.
        scorer: says what comes first; None for breadth-first.
        requisites: whether what a page is shown with is fetched too.
        importance: says what comes first by links and hosts; None for breadth-first.
        forms: addresses that one form may bring at most; 0 to leave forms alone.
        browser: renders pages that say nothing without; None to read all as they come.
        same: rules by which an address is one that was met already.
    """

    agent: str
    scope: Scope
    pace: Pace
    limits: traps.Limits
    ends: Ends
    connections: int = 64
    window: Window | None = None
    bandwidth: int = 0
    continuous: bool = False
    local: Pace = _SPARING
    scorer: Scorer | None = None
    requisites: bool = False
    importance: Importance | None = None
    forms: int = 0
    browser: Browser | None = None
    same: Profile = STANDARD

    def pace_at(self, host: str) -> Pace:
        """How fast a host may be asked; files of this machine are of no host."""
        return self.pace if host else self.local
