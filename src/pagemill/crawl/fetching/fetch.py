"""Fetching: the contract that every fetcher keeps, and what a request can come to.

A fetcher asks once and reports. It follows no redirect, obeys no robots.txt, waits for nobody:
all that is the crawl's own business, decided anew for each address. Whatever goes wrong is a
value with a reason, never an exception.

A fetcher for another scheme is found by the entry point ``pagemill.fetchers``: the name is the
scheme, the value a callable without arguments that returns a :class:`Fetcher`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One address to be asked for.

    Attributes:
        url: absolute address, sent as it is.
        method: ``GET``, ``HEAD`` or ``POST``.
        headers: header fields besides those that a fetcher always sends.
        body: of a ``POST``; pages are never asked for in that way.
    """

    url: str
    method: str = "GET"
    headers: Headers = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server said.

    Attributes:
        status: HTTP status; 200 for what has none.
        headers: header fields in order, names as received.
        head: status line and header fields as bytes, with the empty line behind them.
        body: as received, content coding and all; transfer coding taken off.
        request_head: what was sent, as bytes.
        address: IP address that answered, or ``""``.
        took: seconds from the request to the last byte.
    """

    status: int
    headers: Headers
    head: bytes
    body: bytes
    request_head: bytes
    address: str
    took: float

    def header(self, name: str) -> str:
        """The first value of a header field, or ``""``."""
        name = name.lower()
        return next((value for key, value in self.headers if key.lower() == name), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there was no answer.

    Attributes:
        reason: short fixed wording under which failures are counted.
        detail: what was found.
        is_lasting: whether asking again would be in vain.
        took: seconds until that was known.
    """

    reason: str
    detail: str
    is_lasting: bool = False
    took: float = 0.0


Outcome = Answer | Failure


class Fetcher(Protocol):
    """Asks for addresses of some schemes."""

    @property
    def schemes(self) -> frozenset[str]:
        """The schemes that it understands, such as ``http``."""
        ...

    async def fetch(self, request: Request) -> Outcome:
        """Ask once; whatever happens is returned, never raised."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...
