"""When a host may be asked again.

One connection at a time; between the end of one answer and the next request a pause, which is
the longest of what the user set, what the site's robots.txt asks for, and a multiple of the
time the last answer took, so that a slow host is asked more seldom. An answer that says "too
many" or "not now" stops the host for as long as it asks, or for a time that doubles with each
such answer in a row; so does a host that cannot be reached.

Nothing here reads a clock: instants are seconds on a clock that the caller keeps.

Source: Mercator (Heydon, Najork 1999) for one queue a host and the pause of ten times the last
fetch; RFC 9110, section 10.2.3, for ``Retry-After``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import time
from typing import Final

SLOWED: Final = frozenset((429, 503))
"""Statuses by which a host says that it is asked too often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """What a crawl is held to.

    Attributes:
        delay: seconds between the end of an answer and the next request to the same host.
        delay_factor: the same, as a multiple of the time the last answer took; 0 for none.
        longest_delay: seconds that neither the multiple nor a robots.txt can exceed.
        first_wait: seconds a host is left alone after its first refusal or failure in a row.
        longest_wait: seconds that this time, doubled with each, grows to.
        attempts: failures in a row after which a host is given up.
    """

    delay: float = 2.0
    delay_factor: float = 10.0
    longest_delay: float = 60.0
    first_wait: float = 1.0
    longest_wait: float = 3600.0
    attempts: int = 5


@dataclass(slots=True)
class HostPace:
    """One host's place in time.

    Attributes:
        next_at: instant from which it may be asked.
        asked_delay: seconds that its robots.txt asks for; 0 for none.
        refusals: answers in a row by which it said that it is asked too often.
        failures: requests in a row that came to no answer at all.
        is_busy: whether a request is under way.
    """

    next_at: float = 0.0
    asked_delay: float = 0.0
    refusals: int = 0
    failures: int = 0
    is_busy: bool = False

    def may_ask(self, now: float) -> bool:
        """Whether a request may begin."""
        return not self.is_busy and now >= self.next_at

    def begin(self) -> None:
        """A request begins."""
        self.is_busy = True

    def answered(
        self, now: float, took: float, pace: Pace, *, status: int, retry_after: float | None
    ) -> None:
        """A request has ended with an answer.

        Args:
            now: when.
            took: seconds from its beginning.
            pace: what the crawl is held to.
            status: HTTP status.
            retry_after: seconds that the answer asks to wait, or None.
        """
        self.is_busy = False
        self.failures = 0
        pause = self.pause(took, pace)
        if status in SLOWED:
            self.refusals += 1
            pause = max(pause, _doubled(self.refusals, pace))
        else:
            self.refusals = 0
        if retry_after is not None and (status in SLOWED or 300 <= status < 400):
            pause = max(pause, min(retry_after, pace.longest_wait))
        self.next_at = now + pause

    def failed(self, now: float, took: float, pace: Pace) -> None:
        """A request has ended without an answer."""
        self.is_busy = False
        self.failures += 1
        self.next_at = now + max(self.pause(took, pace), _doubled(self.failures, pace))

    def pause(self, took: float, pace: Pace) -> float:
        """Seconds to leave between an answer that took this long and the next request."""
        asked = min(max(self.asked_delay, took * pace.delay_factor), pace.longest_delay)
        return max(pace.delay, asked)

    def is_given_up(self, pace: Pace) -> bool:
        """Whether it has failed too often in a row to be asked again in this crawl."""
        return self.failures >= pace.attempts


@dataclass(slots=True)
class AddressSlots:
    """Connections under way to each IP address: many names may stand for one machine."""

    limit: int
    used: dict[str, int] = field(default_factory=dict[str, int])

    def take(self, address: str) -> bool:
        """Take one connection; False where the address has as many as it may."""
        count = self.used.get(address, 0)
        if count >= self.limit:
            return False
        self.used[address] = count + 1
        return True

    def give_back(self, address: str) -> None:
        """A connection has ended."""
        count = self.used[address] - 1
        if count:
            self.used[address] = count
        else:
            del self.used[address]


@dataclass(slots=True)
class Bandwidth:
    """How many bytes a second may be received; what came in too fast is waited for.

    Attributes:
        rate: bytes a second; 0 for any number.
        debt: bytes that are not paid for by time yet.
        at: instant until which that holds.
        total: bytes received until then.
    """

    rate: float
    debt: float = 0.0
    at: float = 0.0
    total: int = 0

    def wait(self, now: float, total: int) -> float:
        """Seconds to wait before more is asked for.

        Args:
            now: when.
            total: bytes received since the beginning.
        """
        if not self.rate:
            return 0.0
        elapsed = now - self.at if self.at else 0.0
        self.debt = max(0.0, self.debt - elapsed * self.rate) + total - self.total
        self.at, self.total = now, total
        # A second's worth may come at once: else nothing ever would.
        return max(0.0, self.debt / self.rate - 1.0)


@dataclass(frozen=True, slots=True)
class Window:
    """Hours of the day in which a crawl may ask, such as 22:00 to 06:00.

    Example:
        >>> night = Window.parse("22:00-06:00")
        >>> night.is_open(time(23, 30)), night.is_open(time(12, 0))
        (True, False)
    """

    begin: time
    end: time

    @classmethod
    def parse(cls, text: str) -> Window:
        """Read ``HH:MM-HH:MM``.

        Raises:
            ValueError: it is written in another way.
        """
        begin, dash, end = text.partition("-")
        if not dash:
            raise ValueError(f"'{text}' is no time of day from-to; write it as 22:00-06:00")
        try:
            return cls(time.fromisoformat(begin.strip()), time.fromisoformat(end.strip()))
        except ValueError:
            raise ValueError(
                f"'{text}' is no time of day from-to; write it as 22:00-06:00"
            ) from None

    def is_open(self, now: time) -> bool:
        """Whether the time of day lies within; a window may reach past midnight."""
        if self.begin <= self.end:
            return self.begin <= now < self.end
        return now >= self.begin or now < self.end

    def seconds_to_open(self, now: time) -> float:
        """Seconds until it opens; 0 while it is open."""
        if self.is_open(now):
            return 0.0
        wait = _seconds(self.begin) - _seconds(now)
        return wait if wait >= 0 else wait + 86_400


def _seconds(moment: time) -> float:
    return moment.hour * 3600 + moment.minute * 60 + moment.second + moment.microsecond / 1e6


def _doubled(times: int, pace: Pace) -> float:
    return min(pace.first_wait * 2.0 ** min(times - 1, 40), pace.longest_wait)
