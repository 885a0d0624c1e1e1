"""Asking for an address that a visitor gives, as carefully as a crawl asks.

Whatever the address and its redirects lead to, no private address is asked, and public ones
only where the collection says under which address its owner can be reached.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pagemill.archive.http import capture
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Failure, Request
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.http import HttpFetcher, HttpLimits
from pagemill.errors import DocumentError, UsageError
from pagemill.html.url import linked, normalized
from pagemill.model.capture import Capture, Record
from pagemill.model.version import __version__

MOST_REDIRECTS = 5
LIMITS = HttpLimits(body_bytes=8 << 20, seconds=20.0, connect_seconds=8.0)
_OPENED_BYTES = 16 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks, and what may be asked.

    Attributes:
        contact: web or mail address under which the owner can be reached; ``""`` for none.
        networks: private networks that may be asked.
    """

    contact: str
    networks: Sequence[str] = ()


async def visit(url: str, caller: Caller) -> Capture:
    """Ask for one page, following redirects.

    Raises:
        UsageError: it is no web address.
        DocumentError: there was no answer, or it may not be asked for.
    """
    address = _address(url)
    guard = Guard.allowing(caller.networks, is_known=bool(caller.contact))
    names = Names(time.monotonic, {})
    known = f" (+{caller.contact})" if caller.contact else ""
    fetcher = HttpFetcher(names, guard, f"pagemill/{__version__}{known}", limits=LIMITS)
    try:
        for _ in range(MOST_REDIRECTS + 1):
            answer = await fetcher.fetch(Request(url=address))
            if isinstance(answer, Failure):
                raise DocumentError(answer.reason, _advice(answer))
            onward = answer.header("location") if 300 <= answer.status < 400 else ""
            if not onward:
                return _taken(address, answer)
            address = _address(linked(address, onward) or onward)
    finally:
        await fetcher.close()
        names.close()
    raise DocumentError("too many redirects", f"more than {MOST_REDIRECTS} from {url}")


def _address(text: str) -> str:
    written = text.strip()
    if "://" not in written:
        written = f"https://{written}"
    url = normalized(written)
    if url is None or not url.startswith(("http://", "https://")):
        raise UsageError(f"{text[:200]}: no web address; write it as https://www.example.org/")
    return url


def _advice(failure: Failure) -> str:
    if "no contact" in failure.detail:
        return (
            "public hosts are asked only under an address where you can be reached; set "
            "contact in [crawl] of collection.toml"
        )
    return failure.detail


def _taken(url: str, answer: Answer) -> Capture:
    record = Record(
        url=url,
        fetched_at=datetime.now(UTC),  # noqa: TID251 - a visit happens now
        kind="response",
        record_id="",
        content_type="application/http; msgtype=response",
        block=answer.head + answer.body,
    )
    return capture(record, limit=_OPENED_BYTES)
