"""The door at which hubs tell of news, and the requests that ask them to.

Hubs have to reach it: it is heard where ``[crawl] push`` says, or behind whatever forwards to
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
from pagemill.crawling.metrics import place
from pagemill.errors import SurroundingsError

PATH: Final = "/websub/"
_LONGEST_HEAD: Final = 8_192
_LONGEST_BODY: Final = 4 << 20
_SLOWEST: Final = 10.0
_PAUSE: Final = 1.0
_FORM: Final = (("Content-Type", "application/x-www-form-urlencoded"),)
_OK, _GONE, _LARGE = "200 OK", "404 Not Found", "413 Content Too Large"


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
        where: ``HOST:PORT`` or ``PORT``; port 0 takes any.
        subscriptions: makes them, given the port that is heard.
        news: is told the feed of each push that can be believed.
        clock: seconds since 1970.

    Raises:
        SurroundingsError: the port cannot be had.
    """
    known: list[Subscriptions] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broken = (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError)
        with contextlib.suppress(*broken):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _SLOWEST)
            status, body = await _heard(head, reader, known[0], news, clock)
            writer.write(_answer(status, body))
            await asyncio.wait_for(writer.drain(), _SLOWEST)
        writer.close()

    host, port = place(where)
    try:
        server = await asyncio.start_server(talk, host, port, limit=_LONGEST_HEAD)
    except OSError as error:
        raise SurroundingsError(
            f"push {where}: {error.strerror or error}; choose another port"
        ) from None
    async with server:
        known.append(subscriptions(int(server.sockets[0].getsockname()[1])))
        yield known[0]


def _answer(status: str, body: str) -> bytes:
    length = len(body.encode())
    fields = f"Content-Type: text/plain\r\nContent-Length: {length}\r\nConnection: close"
    return f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n{body}".encode()


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
        start = address.rstrip("/") or f"http://{place(where)[0]}:{port}"
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


async def _heard(
    head: bytes,
    reader: asyncio.StreamReader,
    subscriptions: Subscriptions,
    news: Callable[[str], None],
    clock: Callable[[], float],
) -> tuple[str, str]:
    """Status and body of the answer to one request."""
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    path, _, query = target.partition("?")
    pairs = (line.partition(":") for line in lines if ":" in line)
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    if not path.startswith(PATH):
        return _GONE, ""
    name = path.removeprefix(PATH)
    if method == "GET":
        challenge = subscriptions.confirmed(name, query, clock())
        return (_GONE, "") if challenge is None else (_OK, challenge)
    length = int(fields.get("content-length", "0"))
    if method != "POST" or length > _LONGEST_BODY:
        return _LARGE if method == "POST" else _GONE, ""
    body = await asyncio.wait_for(reader.readexactly(length), _SLOWEST)
    feed = subscriptions.pushed(name, fields, body, clock())
    if feed:
        news(feed)
    return (_GONE, "") if feed is None else (_OK, "")
