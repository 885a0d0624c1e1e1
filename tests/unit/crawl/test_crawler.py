"""The loop against a web in memory, on a clock that every request moves on."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pagemill.crawl import traps
from pagemill.crawl.cells import Cells
from pagemill.crawl.crawler import Crawler
from pagemill.crawl.deposit import Attempt, Kept
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.frontier import Frontier, Turn
from pagemill.crawl.plan import Ends, Rules
from pagemill.crawl.politeness import Pace, Window
from pagemill.crawl.scope import scope
from pagemill.crawl.site_rules import Sites
from pagemill.html.identity import STANDARD
from pagemill.html.url_rules import Profile, profile

PACE = Pace(delay=0.0, delay_factor=0.0, first_wait=0.0)
SITE = "http://a.example"
Routes = Mapping[str, tuple[int, str] | Failure]


@dataclass
class Memory:
    """Answers from a dictionary, and keeps what a crawl deposits."""

    routes: Routes
    frontier: Frontier
    asked: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    lines: list[Attempt] = field(default_factory=list[Attempt])
    texts: set[tuple[str, bytes]] = field(default_factory=set[tuple[str, bytes]])
    pauses: list[str] = field(default_factory=list[str])
    now: float = 1000.0
    schemes = frozenset(("http",))

    async def fetch(self, request: Request) -> Outcome:
        self.now += 1.0
        self.asked.append(request.url.removeprefix(SITE))
        found = self.routes.get(request.url.removeprefix(SITE), (404, ""))
        if isinstance(found, Failure):
            return found
        status, body = found
        headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"),)
        if 300 <= status < 400:
            headers = (("Location", body),)
        return Answer(
            status=status,
            headers=headers,
            head=b"",
            body=body.encode(),
            request_head=b"",
            address="",
            took=1.0,
        )

    async def close(self) -> None:
        pass

    def opened(self, turn: Turn, answer: Answer, at: float) -> Kept:
        del turn, at
        return Kept(answer.body, answer.header("content-type"))

    def keep(self, turn: Turn, answer: Answer, at: float) -> Kept:
        self.kept.append(turn.found.url.removeprefix(SITE))
        return self.opened(turn, answer, at)

    def note(self, attempt: Attempt) -> None:
        self.lines.append(attempt)

    def is_new(self, host: str, fingerprint: bytes) -> bool:
        is_new = (host, fingerprint) not in self.texts
        self.texts.add((host, fingerprint))
        return is_new

    def commit(self) -> None:
        self.frontier.commit()


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


def crawled(
    cells: Cells,
    routes: Routes,
    ends: Ends | None = None,
    window: Window | None = None,
    same: Profile = STANDARD,
) -> tuple[Memory, Crawler]:
    frontier = Frontier(cells, PACE)
    memory = Memory(routes, frontier)
    rules = Rules(
        agent="pagemill",
        scope=scope("host", [f"{SITE}/"]),
        pace=PACE,
        limits=traps.Limits(),
        ends=ends or Ends(),
        window=window,
        same=same,
    )
    crawler = Crawler(frontier, Sites(cells), [memory], memory, rules, lambda: memory.now)
    crawler.seed([f"{SITE}/"])

    def told() -> None:
        if crawler.paused:
            memory.pauses.append(crawler.paused)
            memory.now += 600.0

    asyncio.run(crawler.run(told))
    return memory, crawler


def links(*urls: str) -> tuple[int, str]:
    return 200, "".join(f'<a href="{url}">{url}</a>' for url in urls)


def test_links_are_followed_once_and_robots_txt_is_asked_first(cells: Cells) -> None:
    memory, crawler = crawled(cells, {"/": links("/a", "/b", "/a"), "/a": links("/", "/b")})
    assert memory.asked[0] == "/robots.txt"
    assert sorted(memory.asked[1:]) == ["/", "/a", "/b"]
    assert crawler.tally.fetched == 3


def test_a_profile_says_which_addresses_were_met(cells: Cells) -> None:
    routes = {"/": links("/a?x=1&y=2", "/a?y=2&x=1")}
    memory, _ = crawled(cells, routes, same=profile("standard", add=["sorted-query"]))
    assert memory.asked[2:] == ["/a?x=1&y=2"]


def test_pages_that_robots_txt_forbids_are_counted_and_not_asked(cells: Cells) -> None:
    routes: Routes = {
        "/robots.txt": (200, "User-agent: *\nDisallow: /a"),
        "/": links("/a", "/b"),
    }
    memory, crawler = crawled(cells, routes)
    assert "/a" not in memory.asked
    assert crawler.tally.refusals == {"robots.txt": 1}


def test_redirects_are_followed_as_addresses_of_their_own(cells: Cells) -> None:
    memory, crawler = crawled(cells, {"/": (301, "/a"), "/a": links()})
    assert memory.kept == ["/", "/a"]
    assert crawler.tally.outcomes["redirect"] == 1


def test_redirects_without_end_come_to_one(cells: Cells) -> None:
    routes = {f"/{n}": (302, f"/{n + 1}") for n in range(40)}
    memory, crawler = crawled(cells, {"/": (302, "/0"), **routes})
    assert len(memory.kept) < 15
    assert crawler.tally.refusals["redirects without end"] == 1


def test_pages_that_ask_not_to_be_kept_or_followed_are_not(cells: Cells) -> None:
    routes: Routes = {
        "/": links("/a", "/b"),
        "/a": (200, '<meta name="robots" content="noarchive"><a href="/c">c</a>'),
        "/b": (200, '<meta name="robots" content="nofollow"><a href="/d">d</a>'),
    }
    memory, _ = crawled(cells, routes)
    assert "/a" not in memory.kept
    assert "/c" in memory.asked
    assert "/d" not in memory.asked


def test_failures_are_tried_again_unless_they_last(cells: Cells) -> None:
    slow = Failure(reason="too slow", detail="")
    gone = Failure(reason="malformed address", detail="", is_lasting=True)
    memory, crawler = crawled(
        cells, {"/": links("/slow", "/gone"), "/slow": slow, "/gone": gone}
    )
    assert memory.asked.count("/slow") == 5
    assert memory.asked.count("/gone") == 1
    assert crawler.tally.failures == {"too slow": 1, "malformed address": 1}


@pytest.mark.parametrize("ends", [Ends(pages=5), Ends(seconds=6.0), Ends(size=120)])
def test_a_crawl_ends_after_its_pages_its_bytes_or_its_time(cells: Cells, ends: Ends) -> None:
    routes = {f"/{n}": links(f"/{n + 1}") for n in range(50)}
    memory, crawler = crawled(cells, {"/": links("/0"), **routes}, ends)
    assert 2 < len(memory.kept) < 9
    assert crawler.tally.fetched == len(memory.kept)


def test_a_pattern_that_brings_nothing_new_is_given_up(cells: Cells) -> None:
    routes = {
        f"/cal/{n}": (200, f'<p>nothing</p><a href="/cal/{n + 1}">n</a>') for n in range(300)
    }
    memory, crawler = crawled(cells, {"/": links("/cal/0"), **routes})
    assert len(memory.kept) < 30
    assert crawler.tally.refusals["pattern that brings nothing new"] == 1


def test_every_attempt_has_a_line(cells: Cells) -> None:
    memory, _ = crawled(cells, {"/": links("/a"), "/a": links()})
    assert [(line.url, line.outcome) for line in memory.lines] == [
        (f"{SITE}/", "fetched"),
        (f"{SITE}/a", "fetched"),
    ]


def test_nothing_is_asked_outside_the_hours_and_the_pause_is_told(cells: Cells) -> None:
    now = datetime.fromtimestamp(1000.0)  # noqa: DTZ006 - the hours are local
    begin = (now + timedelta(minutes=15)).time()
    window = Window(begin, (now + timedelta(hours=3)).time())
    memory, crawler = crawled(cells, {"/": links("/a")}, window=window)
    assert len(memory.pauses) == 2
    assert f"{begin:%H:%M}" in memory.pauses[0]
    assert memory.lines[0].at >= 1000.0 + 900
    assert crawler.tally.fetched == 2
