"""Serving a synthetic web on loopback: one port, many addresses, many names, a log.

All addresses are served by one event loop in a thread of its own. The web's time can be moved
on, so that pages change without waiting.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from pagemill.testing.answers import Answers
from pagemill.testing.faults import FAULTS
from pagemill.testing.hits import Hit
from pagemill.testing.reply import Reply
from pagemill.testing.web import Web, url

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_BACKLOG: Final = 512
_TRIES: Final = 50
_PHRASES: Final = {200: "OK", 301: "Moved", 302: "Found", 304: "Not Modified", 404: "Not Found"}


class Served:
    """A web that is being served; see :func:`serving`.

    Attributes:
        web: the web.
        port: where, the same at every address.
        hits: the log, in the order in which requests came in.
    """

    def __init__(self, web: Web) -> None:
        self.web = web
        self.port = 0
        self.hits: list[Hit] = []
        self._answers = Answers(web)
        self._sockets: list[socket.socket] = []
        self._servers: list[asyncio.Server] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def begin(self) -> str:
        """Address where a crawl begins."""
        return url(self.web.begin, self.port)

    def advance(self, seconds: float) -> None:
        """Move the web's time on: pages change as if so many seconds had gone by."""
        self._answers.elapsed += seconds

    def start(self) -> None:
        """Listen at every address."""
        self._sockets = _listening(self.web)
        self.port = self._answers.port = self._sockets[0].getsockname()[1]
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(), self._loop).result(timeout=30)

    def stop(self) -> None:
        """Close every connection."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(timeout=30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _serve(self) -> None:
        self._servers = [
            await asyncio.start_server(self._talk, sock=one, limit=1 << 16)
            for one in self._sockets
        ]

    async def _end(self) -> None:
        for server in self._servers:
            server.close()
        own = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not own]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = str(writer.get_extra_info("sockname")[0])
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if not await self._turn(head.decode("latin-1"), address, (reader, writer)):
                    break
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass
        except asyncio.CancelledError:
            pass  # the web is taken down: the connection goes with it
        finally:
            writer.close()

    async def _turn(self, head: str, address: str, streams: Streams) -> bool:
        """Answer one request; whether the connection stays."""
        first, _, rest = head.partition("\r\n")
        method, _, target = first.partition(" ")
        fields = _fields(rest)
        hit = Hit(
            host=fields.get("host", "").partition(":")[0],
            address=address,
            path=target.rpartition(" ")[0] or "/",
            agent=fields.get("user-agent", ""),
            began=time.monotonic(),
            was_conditional="if-none-match" in fields or "if-modified-since" in fields,
        )
        if address == self.web.private:
            hit.host = address
        self.hits.append(hit)
        reply = self._answers.of(hit.host, hit.path, fields)
        hit.kind, hit.status = reply.kind, reply.status
        hit.wait = float(dict(reply.headers).get("Retry-After", "0"))
        # Whoever asked cannot have the answer before it is written: a pause that is measured
        # from here on is never shorter than the one that was made.
        hit.ended = time.monotonic()
        stays = await self._send(reply, method, streams)
        if not stays:
            hit.ended = time.monotonic()
        return stays

    async def _send(self, reply: Reply, method: str, streams: Streams) -> bool:
        if reply.behaviour in FAULTS:
            await FAULTS[reply.behaviour](*streams)
            return False
        _, writer = streams
        phrase = _PHRASES.get(reply.status, "Status")
        lines = [f"HTTP/1.1 {reply.status} {phrase}"]
        lines += [f"{name}: {value}" for name, value in reply.headers]
        if reply.status != 304:
            lines.append(f"Content-Length: {len(reply.body)}")
        writer.write("\r\n".join([*lines, "", ""]).encode())
        if method != "HEAD" and reply.status != 304:
            writer.write(reply.body)
        await writer.drain()
        return True


@contextmanager
def serving(web: Web) -> Generator[Served]:
    """Serve a web until the block ends."""
    served = Served(web)
    served.start()
    try:
        yield served
    finally:
        served.stop()


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.split("\r\n"):
        name, colon, value = line.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip()
    return found


def _listening(web: Web) -> list[socket.socket]:
    """Sockets at every address of a web, all at one port that is free at each of them."""
    addresses = sorted({*web.names.values(), web.private})
    for _ in range(_TRIES):
        opened: list[socket.socket] = []
        try:
            for address in addresses:
                port = opened[0].getsockname()[1] if opened else 0
                opened.append(_socket(address, port))
        except OSError:
            for one in opened:
                one.close()
            continue
        return opened
    raise OSError(f"no port is free at all {len(addresses)} addresses of loopback")


def _socket(address: str, port: int) -> socket.socket:
    one = socket.socket()
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((address, port))
        one.listen(_BACKLOG)
    except OSError:
        one.close()
        raise
    return one
