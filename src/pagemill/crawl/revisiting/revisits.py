"""When pages are asked for again: their histories on disk, and a plan made of all of them.

A plan is made from time to time: the rate of change of each page from its visits, that of few
visits drawn towards its host's; then visits per day where they keep most of the copy fresh, or
its age lowest, under a budget and a cap for each host. Only the pages that come next stay in
memory.

A page whose site announces a later change (``lastmod`` of a sitemap) is due at once, as long as
its site's announcements have mostly been true.

Source: Cho, Garcia-Molina 2003 (see ``change_rate`` and ``recrawl``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from struct import Struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names
from pagemill.crawl.revisiting.change_rate import Visits, pooled, rates
from pagemill.crawl.revisiting.history import History
from pagemill.crawl.revisiting.recrawl import capped, freshest_plan, youngest_plan
from pagemill.html.url import host as host_of

DAY: Final = 86_400.0
_VISIT, _TRUST = b"v", b"y"
_TRUST_NOTE: Final = Struct("<II")
_MOST_NEXT: Final = 50_000
_SLOWEST: Final = 1e-3
_USUAL: Final = 1 / 7
_PAUSE: Final = 1e-3
_SHORTEST_PAUSE: Final = 2.0
_LONGEST_PAUSE: Final = 3_600.0

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What revisits may cost.

    Attributes:
        per_day: visits a day in all.
        per_host: visits a day of one host.
        least: seconds at least between two visits of a page.
        aim: ``fresh`` for the largest share of up-to-date pages, ``young`` for the lowest age.
    """

    per_day: float = 5_000.0
    per_host: float = 2_000.0
    least: float = 3_600.0
    aim: str = "young"


class Revisits:
    """Histories of the pages of a crawl, and the plan of their visits.

    Args:
        cells: where they lie.
        budget: what revisits may cost.
    """

    def __init__(self, cells: Cells, budget: Budget | None = None) -> None:
        self._cells = cells
        self._budget = budget or Budget()
        self._next: list[tuple[float, bytes]] = []
        self._planned_until = 0.0
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def known(self, key: bytes) -> History | None:
        """The history of a page; None where it was never fetched."""
        key = _VISIT + key
        note = self.puts[key] if key in self.puts else self._cells.get([key])[0]
        return History.from_note(note) if note else None

    def put(self, key: bytes, history: History) -> None:
        """Remember a visit."""
        self.puts[_VISIT + key] = history.note()

    def forget(self, key: bytes) -> None:
        """A page is gone: it is not visited any more."""
        if self.known(key) is not None:
            self.puts[_VISIT + key] = b""

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of what is named."""
        for key, note in self._cells.walk(_VISIT):
            if note and names(History.from_note(note).url):
                yield key
        for key, _ in self._cells.walk(_TRUST):
            if names.host(key[1:].decode()):
                yield key

    def announced(self, key: bytes, at: float, rate: float) -> bool:
        """A sitemap says when a page changed; whether that is a reason to visit it now.

        Args:
            key: of the page.
            at: instant of the change.
            rate: changes per day that it announces; 0 for none.
        """
        before = self.known(key)
        if before is None or at <= before.announced:
            return False
        self.put(key, replace(before, announced=at, expected=rate or before.expected))
        return at > before.last and self.trust(host_of(before.url)) >= 0.5

    def judge_announcement(self, before: History, *, changed: bool) -> None:
        """A page whose change was announced was visited: was it true?"""
        if before.announced <= before.last:
            return
        host = host_of(before.url)
        true, false = self._trust(host)
        note = _TRUST_NOTE.pack(true + int(changed), false + int(not changed))
        self.puts[_TRUST + host.encode()] = note

    def trust(self, host: str) -> float:
        """Share of a host's announcements that came true; one true one is taken as given."""
        true, false = self._trust(host)
        return (true + 1) / (true + false + 1)

    def due(self, now: float, most: int = 1_000) -> list[History]:
        """Pages whose time has come, earliest first; each is named once for each plan."""
        if now >= self._planned_until:
            self._plan(now)
        count = min(bisect_right(self._next, (now, b"\xff")), most)
        taken, self._next = self._next[:count], self._next[count:]
        found = [self.known(key) for _, key in taken]
        return [one for one in found if one is not None]

    def wait(self, now: float) -> float:
        """Seconds until a page may be due, or a new plan is."""
        first = self._next[0][0] if self._next else self._planned_until
        return max(0.0, min(first, self._planned_until) - now)

    def all(self) -> Iterator[tuple[bytes, History]]:
        """Every history with its key, in the order of keys."""
        for key, note in self._cells.walk(_VISIT):
            if note:
                yield key[1:], History.from_note(note)

    def _trust(self, host: str) -> tuple[int, int]:
        key = _TRUST + host.encode()
        note = self.puts.get(key) or self._cells.get([key])[0]
        return _TRUST_NOTE.unpack(note) if note else (0, 0)

    def _plan(self, now: float) -> None:
        columns = _Columns()
        for key, history in self.all():
            columns.add(key, history)
        # Planning takes time in proportion to the pages, and is done the more seldom.
        pause = min(max(len(columns.keys) * _PAUSE, _SHORTEST_PAUSE), _LONGEST_PAUSE)
        self._planned_until = now + pause
        self._next = []
        if not columns.keys:
            return
        due = columns.due(self._budget)
        order = np.argsort(due, kind="stable")[:_MOST_NEXT]
        self._next = [(float(due[place]), columns.keys[place]) for place in order]


class _Columns:
    """All histories as columns."""

    def __init__(self) -> None:
        self.keys: list[bytes] = []
        self._last: list[float] = []
        self._least: list[float] = []
        self._expected: list[float] = []
        self._weight: list[float] = []
        self._host: list[int] = []
        self._hosts: dict[str, int] = {}
        self._page: list[int] = []
        self._gap: list[float] = []
        self._changed: list[bool] = []

    def add(self, key: bytes, history: History) -> None:
        """Take one page."""
        number = len(self.keys)
        self.keys.append(key)
        self._last.append(history.last)
        self._least.append(history.least)
        self._expected.append(history.expected)
        self._weight.append(1.0 / (1 + history.depth))
        host = host_of(history.url)
        self._host.append(self._hosts.setdefault(host, len(self._hosts)))
        for gap, changed in history.gaps:
            self._page.append(number)
            self._gap.append(gap / DAY)
            self._changed.append(changed)

    def due(self, budget: Budget) -> Floats:
        """Instant from which each page is to be visited; infinite for never."""
        rate, host = self._rates()
        plan = freshest_plan if budget.aim == "fresh" else youngest_plan
        cap = np.full(len(self._hosts), budget.per_host)
        visits = capped(plan, rate, np.array(self._weight), budget.per_day, host, cap)
        gap = np.divide(DAY, visits, out=np.full(len(rate), np.inf), where=visits > 0)
        least = np.maximum(np.array(self._least), budget.least)
        due: Floats = np.array(self._last) + np.maximum(gap, least)
        return due

    def _rates(self) -> tuple[Floats, NDArray[np.int64]]:
        """Changes per day of each page, and the number of its host."""
        pages, host = len(self.keys), np.array(self._host, np.int64)
        page = np.array(self._page, np.int64)
        seen = Visits(page, np.array(self._gap), np.array(self._changed, np.bool_))
        found = rates(seen, pages)
        expected = np.array(self._expected)
        is_told = np.isnan(found) & (expected > 0)
        found = np.where(is_told, expected, found)
        count = np.bincount(page, minlength=pages) + is_told
        found = pooled(found, count, host)
        return np.maximum(np.nan_to_num(found, nan=_USUAL), _SLOWEST), host
