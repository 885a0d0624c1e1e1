"""Where a crawl puts what it finds, and the counts it keeps of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

from pagemill.crawl.fetching.fetch import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An answer as a browser would see it.

    Attributes:
        url: what was asked for.
        at: instant of its last byte, seconds since 1970.
        answer: as it came.
        payload: its body, decoded.
        media_type: as the server stated it.
        digest: 20 bytes, SHA-1 of the body as it came: equal for answers that are the same.
    """

    url: str
    at: float
    answer: Answer
    payload: bytes
    media_type: str
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One line of the crawl's log.

    Attributes:
        url: the address.
        at: when, seconds since 1970.
        status: HTTP status; 0 without an answer.
        outcome: ``fetched``, ``requisite``, ``unchanged``, ``redirect``, ``failed``,
            ``refused``, ``slowed``, ``later``, ``probe`` or ``missing``.
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

    def opened(self, url: str, answer: Answer, at: float) -> Opened:
        """An answer opened, not kept.

        Raises:
            DocumentError: its body is larger, decoded, than is allowed.
        """
        ...

    def keep(
        self,
        seen: Opened,
        original: float | None = None,
        *,
        depth: int = 0,
        role: str = "",
    ) -> None:
        """Take an answer.

        Args:
            seen: the answer.
            original: instant of the kept answer from the same address that it equals; 0 where
                only an import can have brought one; None where that is not known.
            depth: links from the nearest seed.
            role: ``requisite`` for what a page is shown with, which is no page itself.
        """
        ...

    def keep_rendered(self, seen: Opened, html: bytes, software: str) -> None:
        """Take what a browser made of an answer that is kept.

        Args:
            seen: the answer.
            html: the document after rendering, UTF-8.
            software: what rendered it.
        """
        ...

    def read(self, url: str, at: float) -> Opened | None:
        """The answer of an address that was kept at an instant; None where it is not there."""
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
        unchanged: those of them that were as before.
        requisites: answers kept besides, which pages are shown with.
        elsewhere: pages whose text a host met earlier showed.
        received: bytes of bodies received.
        scored: pages that were scored.
        relevant: those of them that count as harvested.
        outcomes: attempts by outcome.
        refusals: addresses that were not asked for, by reason.
        failures: addresses without an answer, by reason.
        depths: pages that show little, by class of the deep web.
        statuses: answers by status.
    """

    fetched: int = 0
    unchanged: int = 0
    requisites: int = 0
    elsewhere: int = 0
    received: int = 0
    scored: int = 0
    relevant: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    refusals: Counter[str] = field(default_factory=Counter[str])
    failures: Counter[str] = field(default_factory=Counter[str])
    depths: Counter[str] = field(default_factory=Counter[str])
    statuses: Counter[int] = field(default_factory=Counter[int])
