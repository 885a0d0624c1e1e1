"""A door for Prometheus: the figures of the running crawl, on one address of this machine."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable

from pagemill.crawl.looking.metrics import MEDIA_TYPE
from pagemill.errors import SurroundingsError, UsageError

_LONGEST_ASKED = 8_192
_SLOWEST = 5.0


def place(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT`` or ``PORT``; without a host only this machine is heard.

    Raises:
        UsageError: it is neither.
    """
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= 65_535:
        raise UsageError(f"metrics is '{text}'; write it as 9108 or 127.0.0.1:9108")
    return host.strip("[]") or "127.0.0.1", int(port)


@contextlib.asynccontextmanager
async def answering(where: str, told: Callable[[], str]) -> AsyncGenerator[int]:
    """Answer requests for ``/metrics`` until the block ends.

    Args:
        where: see :func:`place`; ``""`` for nowhere.
        told: gives the figures.

    Yields:
        The port; 0 for none.

    Raises:
        SurroundingsError: the port cannot be had.
    """
    if not where:
        yield 0
        return

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _SLOWEST)
            writer.write(_answer(head, told))
            await asyncio.wait_for(writer.drain(), _SLOWEST)
        writer.close()

    host, port = place(where)
    try:
        server = await asyncio.start_server(talk, host, port, limit=_LONGEST_ASKED)
    except OSError as error:
        raise SurroundingsError(
            f"metrics {where}: {error.strerror or error}; choose another port"
        ) from None
    async with server:
        yield int(server.sockets[0].getsockname()[1])


def _answer(head: bytes, told: Callable[[], str]) -> bytes:
    method, _, rest = head.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    status, body = "404 Not Found", b"only /metrics is here\n"
    if method in (b"GET", b"HEAD") and path in (b"/", b"/metrics"):
        status, body = "200 OK", told().encode()
    fields = f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\nConnection: close"
    start = f"HTTP/1.1 {status}\r\n{fields}\r\n\r\n".encode()
    return start if method == b"HEAD" else start + body
