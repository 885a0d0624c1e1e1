"""Where a crawl puts what it finds, and the counts it keeps of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from pagemill.crawl.fetching.fetch import Answer
from pagemill.crawl.frontier import Turn


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it went to the archive.

    Attributes:
        payload: its body, decoded.
        media_type: as the server stated it.
    """

    payload: bytes
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One line of the crawl's log.

    Attributes:
        url: the address.
        at: when, seconds since 1970.
        status: HTTP status; 0 without an answer.
        outcome: ``fetched``, ``redirect``, ``failed``, ``refused``, ``slowed`` or ``later``.
        reason: why, in a short fixed wording; ``""`` where there is nothing to say.
        detail: what was found.
        size: bytes received.
        took: seconds.
        depth: links from a seed.
        target: where a redirect leads, or ``""``.
    """

    url: str
    at: float
    status: int
    outcome: str
    reason: str = ""
    detail: str = ""
    size: int = 0
    took: float = 0.0
    depth: int = 0
    target: str = ""


class Deposit(Protocol):
    """Where a crawl puts what it finds; all of it is written by the next commit."""

    def keep(self, turn: Turn, answer: Answer, at: float) -> Kept:
        """Take an answer.

        Raises:
            DocumentError: its body is larger, decoded, than is allowed; it was not taken.
        """
        ...

    def opened(self, turn: Turn, answer: Answer, at: float) -> Kept:
        """The same without keeping it.

        Raises:
            DocumentError: as for :meth:`keep`.
        """
        ...

    def note(self, attempt: Attempt) -> None:
        """Take a line of the log."""
        ...

    def is_new(self, host: str, fingerprint: bytes) -> bool:
        """Whether a text was never met at a host; from now on it was."""
        ...

    def commit(self) -> None:
        """Write everything, the frontier's changes too, in one step."""
        ...


@dataclass(slots=True)
class Tally:
    """What a crawl has come to since it began or went on.

    Attributes:
        fetched: answers that were kept.
        received: bytes of bodies received.
        outcomes: attempts by outcome.
        refusals: addresses that were not asked for, by reason.
        failures: addresses without an answer, by reason.
        depths: pages that show little, by class of the deep web.
        statuses: answers by status.
    """

    fetched: int = 0
    received: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    failures: Counter[str] = field(default_factory=Counter[str])
    depths: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[int] = field(default_factory=Counter[int])
