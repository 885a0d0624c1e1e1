"""Hubs tell of news at a door of the crawl, and requests ask them to.

Hubs have to reach that door: it is where ``[crawl] push`` says, or behind whatever forwards to
that. What is heard is short, and is believed only as far as its signature goes.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncGenerator, Callable
from typing import Final, Protocol

from pagemill.crawl.fetching.fetch import Answer, Fetcher, Request
from pagemill.crawl.revisiting.websub import Subscriptions
from pagemill.crawling.door import GONE, OK, Asked, Said, door, place

NAME: Final = "push"
PATH: Final = "/websub/"
_LONGEST_BODY: Final = 4 << 20
_PAUSE: Final = 1.0
_FORM: Final = (("Content-Type", "application/x-www-form-urlencoded"),)


def drawn() -> str:
    """A text that nobody can guess."""
    return secrets.token_urlsafe(24)


async def subscribe(
    subscriptions: Subscriptions, fetcher: Fetcher, clock: Callable[[], float]
) -> int:
    """Ask the hubs whose turn it is; the number of those that accepted."""
    count = 0
    for one in subscriptions.due(clock()):
        body = subscriptions.request(one)
        request = Request(url=one.hub, method="POST", headers=_FORM, body=body)
        outcome = await fetcher.fetch(request)
        accepted = isinstance(outcome, Answer) and 200 <= outcome.status < 300
        count += accepted
        # The hub may have asked back before its answer was there; that holds.
        if not accepted or one.due_at <= clock():
            subscriptions.asked(one, clock(), accepted=accepted)
    return count


@contextlib.asynccontextmanager
async def listening(
    where: str,
    subscriptions: Callable[[int], Subscriptions],
    news: Callable[[str], None],
    clock: Callable[[], float],
) -> AsyncGenerator[Subscriptions]:
    """Hear hubs until the block ends.

    Args:
        where: see :func:`pagemill.crawling.door.place`.
        subscriptions: makes them, given the port that is heard.
        news: is told the feed of each push that can be believed.
        clock: seconds since 1970.

    Raises:
        UsageError: that is no place.
        SurroundingsError: the port cannot be had.
    """
    known: list[Subscriptions] = []

    def answer(asked: Asked) -> Said:
        return _heard(asked, known[0], news, clock())

    async with door(NAME, where, answer, longest=_LONGEST_BODY) as port:
        known.append(subscriptions(port))
        yield known[0]


class Hearer(Protocol):
    """Who wants to know of feeds with hubs, and of their news."""

    def heed(self, hub_found: Callable[[str, str, str], None]) -> None:
        """Take what is to be told of every feed that names a hub."""
        ...

    def news(self, url: str) -> None:
        """Hear that a feed has news."""
        ...


@contextlib.asynccontextmanager
async def pushes(
    where: str, address: str, fetcher: Fetcher, hearer: Hearer
) -> AsyncGenerator[None]:
    """Subscribe to the feeds that a crawl meets, and let it know of their news.

    Args:
        where: where to be heard, see :func:`listening`; ``""`` for nowhere.
        address: address under which hubs reach that; ``""`` for the place itself.
        fetcher: asks the hubs.
        hearer: the crawl.

    Raises:
        SurroundingsError: the port cannot be had.
    """
    if not where:
        yield
        return
    clock = time.time  # noqa: TID251 - the crawl's own clock

    def made(port: int) -> Subscriptions:
        start = address.rstrip("/") or f"http://{place(NAME, where)[0]}:{port}"
        return Subscriptions(f"{start}{PATH}", drawn)

    async def keep_subscribed(subscriptions: Subscriptions) -> None:
        while True:
            await subscribe(subscriptions, fetcher, clock)
            await asyncio.sleep(_PAUSE)

    async with listening(where, made, hearer.news, clock) as subscriptions:
        hearer.heed(lambda feed, topic, hub: subscriptions.want(feed, topic, hub, clock()))
        task = asyncio.ensure_future(keep_subscribed(subscriptions))
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _heard(
    asked: Asked, subscriptions: Subscriptions, news: Callable[[str], None], now: float
) -> Said:
    """What is answered to a hub."""
    if not asked.path.startswith(PATH):
        return Said(GONE)
    name = asked.path.removeprefix(PATH)
    if asked.method == "GET":
        challenge = subscriptions.confirmed(name, asked.query, now)
        return Said(GONE) if challenge is None else Said(OK, challenge)
    if asked.method != "POST":
        return Said(GONE)
    feed = subscriptions.pushed(name, dict(asked.fields), asked.body, now)
    if feed:
        news(feed)
    return Said(GONE) if feed is None else Said(OK)
