"""Prometheus is told the figures of the running crawl, on one address of this machine."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable

from pagemill.crawl.looking.metrics import MEDIA_TYPE
from pagemill.crawling.door import GONE, OK, Asked, Said, door

NAME = "metrics"


@contextlib.asynccontextmanager
async def answering(where: str, told: Callable[[], str]) -> AsyncGenerator[int]:
    """Answer requests for ``/metrics`` until the block ends.

    Args:
        where: see :func:`pagemill.crawling.door.place`; ``""`` for nowhere.
        told: gives the figures.

    Yields:
        The port; 0 for none.

    Raises:
        UsageError: that is no place.
        SurroundingsError: the port cannot be had.
    """
    if not where:
        yield 0
        return

    def answer(asked: Asked) -> Said:
        if asked.method in ("GET", "HEAD") and asked.path in ("/", "/metrics"):
            return Said(OK, told(), MEDIA_TYPE)
        return Said(GONE, "only /metrics is here\n")

    async with door(NAME, where, answer) as port:
        yield port
