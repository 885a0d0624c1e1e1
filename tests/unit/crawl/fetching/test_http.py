"""The fetcher against a server on loopback."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from material import http2server, site
from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.http import HttpFetcher, HttpLimits

ALLOWED = Guard.allowing(["127.0.0.0/8"])
LIMITS = HttpLimits(body_bytes=10_000, seconds=2.0)


def fetched(
    *requests: Request, guard: Guard = ALLOWED, limits: HttpLimits = LIMITS
) -> list[Outcome]:
    async def ask() -> list[Outcome]:
        names = Names(time.monotonic, {"a.example": "127.0.0.1", "far.example": "9.9.9.9"})
        fetcher = HttpFetcher(names, guard, "tester/1", limits=limits)
        try:
            return list(await asyncio.gather(*[fetcher.fetch(one) for one in requests]))
        finally:
            await fetcher.close()
            names.close()

    return asyncio.run(ask())


def served(route: dict[str, Any]) -> Any:
    return site.running({"routes": {"/": route}})


def test_an_answer_is_kept_as_received_and_nothing_is_followed() -> None:
    route = {"status": 302, "location": "/elsewhere", "headers": {"X-Odd": "a"}}
    with served(route) as running:
        (answer,) = fetched(Request(url=running.url))
        assert running.paths() == ["/"]
        assert running.hits[0].agent == "tester/1"
    assert isinstance(answer, Answer)
    assert (answer.status, answer.header("location")) == (302, "/elsewhere")
    assert answer.address == "127.0.0.1"
    assert answer.head.startswith(b"HTTP/1.1 302")
    assert answer.head.endswith(b"\r\n\r\n")
    assert answer.request_head.startswith(b"GET / HTTP/1.1\r\n")


def test_many_are_asked_at_the_same_time() -> None:
    with served({"body": "hello"}) as running:
        answers = fetched(*[Request(url=running.url)] * 20)
    assert [one.body for one in answers if isinstance(one, Answer)] == [b"hello"] * 20


@pytest.mark.parametrize(
    ("route", "reason"),
    [
        ({"big_bytes": 1 << 20}, "answer too large"),
        ({"body": "cut", "close": True, "content_length": 500}, "answer cut off"),
        ({"hang": 1}, "too slow"),
    ],
)
def test_what_goes_wrong_is_a_value_with_a_reason(route: dict[str, Any], reason: str) -> None:
    with served(route) as running:
        (failure,) = fetched(Request(url=running.url))
    assert isinstance(failure, Failure)
    assert failure.reason == reason


def test_private_addresses_are_refused_by_whatever_name() -> None:
    with served({"body": "secret"}) as running:
        urls = [running.url, f"http://a.example:{running.port}/"]
        failures = fetched(*[Request(url=url) for url in urls], guard=Guard())
        assert running.hits == []
    reasons = [one.reason for one in failures if isinstance(one, Failure)]
    assert reasons == ["private address"] * 2


def test_public_addresses_are_not_asked_by_nobody() -> None:
    (failure,) = fetched(Request(url="http://far.example/"), guard=Guard(is_known=False))
    assert isinstance(failure, Failure)
    assert "no contact" in failure.detail


def test_addresses_that_are_none_are_told_so() -> None:
    (failure,) = fetched(Request(url="http://[/"))
    assert isinstance(failure, Failure)
    assert (failure.reason, failure.is_lasting) == ("malformed address", True)


def test_one_address_has_only_so_many_connections_whatever_its_names() -> None:
    with served({"body": "x", "wait": 0.05}) as running:
        requests = [Request(url=f"http://127.0.0.1:{running.port}/")] * 3
        requests += [Request(url=f"http://a.example:{running.port}/")] * 3
        answers = fetched(*requests, limits=HttpLimits(per_address=2))
        assert running.most_at_once == 2
    assert all(isinstance(one, Answer) for one in answers)


def test_http_2_is_spoken_where_the_server_does(tmp_path: Path) -> None:
    async def ask(port: int, authorities: str) -> list[Outcome]:
        names = Names(time.monotonic, {"a.example": "127.0.0.1"})
        access = Access(authorities=authorities)
        fetcher = HttpFetcher(names, ALLOWED, "t/1", limits=LIMITS, access=access)
        try:
            urls = [f"https://a.example:{port}/{number}" for number in range(3)]
            return list(
                await asyncio.gather(*[fetcher.fetch(Request(url=one)) for one in urls])
            )
        finally:
            await fetcher.close()
            names.close()

    with http2server.running(tmp_path) as (port, authority, paths):
        answers = asyncio.run(ask(port, str(authority)))
        (refused, *_) = asyncio.run(ask(port, ""))
    assert sorted(paths) == ["/0", "/1", "/2"]
    for number, answer in enumerate(answers):
        assert isinstance(answer, Answer)
        assert answer.body == f"hello over h2: /{number}".encode()
        assert answer.head.startswith(b"HTTP/1.1 200")  # as archives know it
        assert b"HTTP/2" in answer.request_head
    assert isinstance(refused, Failure)
    assert refused.reason == "certificate not valid"
