"""A small door of a running crawl: requests that are heard on one port, each answered at once.

It is there for a few askers that are known (Prometheus, hubs of feeds), not for the web: heads
and bodies are short, slow ones are sent away, each connection brings one request.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pagemill.errors import SurroundingsError, UsageError

OK, GONE, LARGE = "200 OK", "404 Not Found", "413 Content Too Large"
_LONGEST_HEAD: Final = 8_192
_SLOWEST: Final = 10.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One request.

    Attributes:
        method: such as ``GET``.
        path: without the query.
        query: what follows the question mark.
        fields: header fields by their names in lower case.
        body: what came with it.
    """

    method: str
    path: str
    query: str
    fields: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Said:
    """What is answered: status with its words, body, media type."""

    status: str
    body: str = ""
    media_type: str = "text/plain"


def place(name: str, where: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT`` or ``PORT``; without a host only this machine is heard.

    Args:
        name: the setting, for the message.
        where: what it says.

    Raises:
        UsageError: it is neither.
    """
    host, _, port = where.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= 65_535:
        raise UsageError(f"{name} is '{where}'; write it as 9108 or 127.0.0.1:9108")
    return host.strip("[]") or "127.0.0.1", int(port)


@contextlib.asynccontextmanager
async def door(
    name: str, where: str, answer: Callable[[Asked], Said], *, longest: int = 0
) -> AsyncGenerator[int]:
    """Answer requests until the block ends.

    Args:
        name: the setting that names the place, for messages.
        where: see :func:`place`; port 0 takes any.
        answer: what is answered to a request.
        longest: bytes that a body may have.

    Yields:
        The port.

    Raises:
        UsageError: that is no place.
        SurroundingsError: the port cannot be had.
    """

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        broken = (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError)
        with contextlib.suppress(*broken):
            writer.write(await asyncio.wait_for(_talked(reader, answer, longest), _SLOWEST))
            await asyncio.wait_for(writer.drain(), _SLOWEST)
        writer.close()

    host, port = place(name, where)
    try:
        server = await asyncio.start_server(talk, host, port, limit=_LONGEST_HEAD)
    except OSError as error:
        raise SurroundingsError(
            f"{name} {where}: {error.strerror or error}; choose another port"
        ) from None
    except UnicodeError:
        raise UsageError(f"{name} is '{where}'; '{host}' is no name of a host") from None
    async with server:
        yield int(server.sockets[0].getsockname()[1])


async def _talked(
    reader: asyncio.StreamReader, answer: Callable[[Asked], Said], longest: int
) -> bytes:
    """The answer to one request, as bytes."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    path, _, query = target.partition("?")
    pairs = (line.partition(":") for line in lines if ":" in line)
    fields = {name.strip().lower(): value.strip() for name, _, value in pairs}
    length = int(fields.get("content-length", "0"))
    if 0 <= length <= longest or not length:
        body = await reader.readexactly(length)
        said = answer(Asked(method, path, query, fields, body))
    else:
        said = Said(LARGE)
    told = said.body.encode()
    stated = (
        f"Content-Type: {said.media_type}\r\nContent-Length: {len(told)}\r\nConnection: close"
    )
    start = f"HTTP/1.1 {said.status}\r\n{stated}\r\n\r\n".encode()
    return start if method == "HEAD" else start + told
