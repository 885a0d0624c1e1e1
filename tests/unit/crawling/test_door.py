"""What is heard at a door, over real sockets."""

from __future__ import annotations

import asyncio

import pytest

from pagemill.crawling.door import OK, Asked, Said, door, place
from pagemill.errors import SurroundingsError, UsageError


def test_a_place_is_a_port_with_or_without_a_host() -> None:
    assert place("push", "9108") == ("127.0.0.1", 9108)
    assert place("push", "0.0.0.0:80") == ("0.0.0.0", 80)
    assert place("push", "[::1]:9") == ("::1", 9)
    for text in ("host", "a:b", "1:70000"):
        with pytest.raises(UsageError, match=f"push is '{text}'; write it as"):
            place("push", text)


def told(*sent: bytes) -> tuple[list[bytes], list[Asked]]:
    """What comes back for each request, and what was understood of them."""
    heard: list[Asked] = []

    def answer(asked: Asked) -> Said:
        heard.append(asked)
        return Said(OK, f"{asked.method} it is", "text/x")

    async def say(port: int, data: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data)
        writer.write_eof()
        found = await reader.read()
        writer.close()
        return found

    async def run() -> list[bytes]:
        async with door("push", "0", answer, longest=10) as port:
            return [await say(port, one) for one in sent]

    return asyncio.run(run()), heard


def test_a_request_is_taken_apart_and_answered() -> None:
    head = b"POST /a/b?c=d HTTP/1.1\r\nX-One:  two \r\nContent-Length: 4\r\n\r\nbody"
    (found,), (asked,) = told(head)
    assert (asked.method, asked.path, asked.query, asked.body) == (
        "POST",
        "/a/b",
        "c=d",
        b"body",
    )
    assert asked.fields["x-one"] == "two"
    assert found.startswith(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 10\r\n"
    )
    assert found.endswith(b"\r\n\r\nPOST it is")


def test_of_a_head_request_the_body_is_not_sent() -> None:
    (found,), _ = told(b"HEAD / HTTP/1.1\r\n\r\n")
    assert b"Content-Length: 10\r\n" in found
    assert found.endswith(b"\r\n\r\n")


def test_what_is_too_long_or_no_request_is_not_heard() -> None:
    found, heard = told(
        b"POST / HTTP/1.1\r\nContent-Length: 11\r\n\r\nhello world",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\ncut",
        b"",
    )
    assert [one[:12] for one in found[:2]] == [b"HTTP/1.1 413"] * 2
    assert found[2:] == [b""] * 4
    assert heard == []


def test_a_port_in_use_is_told_in_a_line() -> None:
    async def twice() -> None:
        def answer(_: Asked) -> Said:
            return Said(OK)

        async with door("push", "0", answer) as port, door("push", f"{port}", answer):
            pass

    with pytest.raises(SurroundingsError, match=r"push .* choose another port"):
        asyncio.run(twice())


def test_a_place_whose_host_is_no_name_is_a_slip_of_whoever_wrote_it() -> None:
    async def run(where: str) -> None:
        async with door("metrics", where, lambda _: Said(OK)):
            pass

    for where in (f"{'a' * 70}:9000", "a..b:9000"):
        with pytest.raises(UsageError, match="is no name of a host"):
            asyncio.run(run(where))
