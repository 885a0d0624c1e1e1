"""The door for Prometheus."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request

import pytest

from pagemill.crawling.metrics import answering
from pagemill.errors import SurroundingsError


def test_figures_are_told_and_nothing_else() -> None:
    async def ask() -> tuple[bytes, int]:
        async with answering("127.0.0.1:0", lambda: "x 1\n") as port:
            return await asyncio.to_thread(get, port)

    def get(port: int) -> tuple[bytes, int]:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            body = answer.read()
        with pytest.raises(urllib.error.HTTPError) as fault:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/other")
        with fault.value as error:
            return body, error.code

    assert asyncio.run(ask()) == (b"x 1\n", 404)


def test_a_port_in_use_is_told_in_a_line() -> None:
    async def twice() -> None:
        async with answering("127.0.0.1:0", str) as port, answering(f"127.0.0.1:{port}", str):
            pass

    with pytest.raises(SurroundingsError, match="another port"):
        asyncio.run(twice())


def test_nothing_is_opened_unless_asked_for() -> None:
    async def none() -> int:
        async with answering("", str) as port:
            return port

    assert asyncio.run(none()) == 0
