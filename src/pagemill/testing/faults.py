"""Servers that break: how an answer can go wrong on its way.

Each fault writes to a connection and returns; the connection is closed behind it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Final

_MOST_SECONDS: Final = 30.0
_MOST_BYTES: Final = 256 << 20

Fault = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _cut(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Less than was announced."""
    del reader
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n<p>only this")
    await writer.drain()


async def _closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Not a word."""
    del reader, writer


async def _garbage(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """No HTTP."""
    del reader
    writer.write(b"\x16\x03\x01 220 this is not the web\n" * 4)
    await writer.drain()


async def _hanging(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """No answer as long as the client waits."""
    del writer
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(reader.read(1), _MOST_SECONDS)


async def _dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A byte now and then."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(int(_MOST_SECONDS * 4)):
        writer.write(b".")
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.25)
            return


async def _endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A body that never ends."""
    del reader
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    piece = b"<p>more and more of the same</p>\n" * 2_000
    for _ in range(_MOST_BYTES // len(piece)):
        writer.write(piece)
        await writer.drain()


FAULTS: Final[dict[str, Fault]] = {
    "cut": _cut,
    "closed": _closed,
    "garbage": _garbage,
    "hanging": _hanging,
    "dripping": _dripping,
    "endless": _endless,
}
"""Faults by name."""

SILENT: Final = frozenset(("closed", "hanging", "garbage"))
"""Those that answer nothing that is HTTP."""
