"""The loop against a web in memory, on a clock that every request moves on."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha1
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.crawler import Crawler
from pagemill.crawl.deposit import Attempt, Opened
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.frontier import Frontier
from pagemill.crawl.plan import Ends, Rules
from pagemill.crawl.politeness import Pace, Window
from pagemill.crawl.revisiting.revisits import Budget, Revisits
from pagemill.crawl.scope import scope
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.store import Store
from pagemill.crawl.waste import traps
from pagemill.crawl.waste.dust import Dust
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages
from pagemill.crawl.waste.traps import Limits
from pagemill.html.identity import STANDARD
from pagemill.html.url_rules import Profile, profile

PACE = Pace(delay=0.0, delay_factor=0.0, first_wait=0.0)
SITE = "http://a.example"
Routes = Mapping[str, tuple[int, str] | Failure]


@dataclass
class Memory:
    """Answers from a dictionary, and keeps what a crawl deposits."""

    routes: dict[str, tuple[int, str] | Failure]
    frontier: Frontier
    revisits: Revisits
    asked: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])
    same: list[str] = field(default_factory=list[str])
    known: list[str] = field(default_factory=list[str])
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
        tag = f'"{len(body)}"'
        if dict(request.headers).get("If-None-Match") == tag:
            status, body = 304, ""
            self.known.append(request.url.removeprefix(SITE))
        headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"), ("ETag", tag))
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

    def opened(self, url: str, answer: Answer, at: float) -> Opened:
        return Opened(
            url=url,
            at=at,
            answer=answer,
            payload=answer.body,
            media_type=answer.header("content-type"),
            digest=sha1(answer.body, usedforsecurity=False).digest(),
        )

    def keep(self, seen: Opened, original: float = 0.0, *, depth: int = 0) -> None:
        del depth
        self.kept.append(seen.url.removeprefix(SITE))
        if original:
            self.same.append(seen.url.removeprefix(SITE))

    def keep_rendered(self, seen: Opened, html: bytes, software: str) -> None:
        self.kept.append(f"{seen.url} {software} {len(html)}")

    def read(self, url: str, at: float) -> Opened | None:
        del url, at
        return None

    def note(self, attempt: Attempt) -> None:
        self.lines.append(attempt)

    def is_new(self, host: str, fingerprint: bytes) -> bool:
        is_new = (host, fingerprint) not in self.texts
        self.texts.add((host, fingerprint))
        return is_new

    def commit(self) -> None:
        self.frontier.commit(also=self.revisits.puts)
        self.revisits.puts = {}


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


@dataclass(kw_only=True)
class Order:
    ends: Ends = field(default_factory=Ends)
    window: Window | None = None
    continuous: bool = False
    same: Profile = STANDARD


def crawler_of(cells: Cells, routes: Routes, order: Order) -> tuple[Memory, Crawler]:
    frontier = Frontier(cells, PACE)
    revisits = Revisits(cells, Budget(per_day=1_000.0, per_host=1_000.0, least=60.0))
    memory = Memory(dict(routes), frontier, revisits)
    rules = Rules(
        agent="pagemill",
        scope=scope("host", [f"{SITE}/"]),
        pace=PACE,
        limits=traps.Limits(),
        ends=order.ends,
        window=order.window,
        continuous=order.continuous,
        same=order.same,
    )
    store = Store(
        frontier=frontier,
        sites=Sites(cells),
        revisits=revisits,
        mirrors=Mirrors(cells),
        kinds=Kinds(cells, Limits()),
        dust=Dust(cells),
        errors=ErrorPages(cells),
    )
    return memory, Crawler(store, [memory], memory, rules, lambda: memory.now)


def crawled(cells: Cells, routes: Routes, order: Order | None = None) -> tuple[Memory, Crawler]:
    memory, crawler = crawler_of(cells, routes, order or Order())
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
    same = profile("standard", add=["sorted-query"])
    memory, _ = crawled(cells, routes, Order(same=same))
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
    memory, crawler = crawled(cells, {"/": links("/0"), **routes}, Order(ends=ends))
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
    memory, crawler = crawled(cells, {"/": links("/a")}, Order(window=window))
    assert len(memory.pauses) == 2
    assert f"{begin:%H:%M}" in memory.pauses[0]
    assert memory.lines[0].at >= 1000.0 + 900
    assert crawler.tally.fetched == 2


def again(cells: Cells, routes: Routes, at: float = 10_000.0) -> Memory:
    """Visit all pages again that were fetched before."""
    memory, crawler = crawler_of(cells, routes, Order())
    memory.now = at
    crawler.revisit(history for _, history in memory.revisits.all())
    asyncio.run(crawler.run(lambda: None))
    return memory


def test_a_page_that_has_not_changed_is_not_sent_again(cells: Cells) -> None:
    routes = {"/": links("/a", "/b"), "/a": (200, "<p>a</p>"), "/b": (200, "<p>b</p>")}
    crawled(cells, routes)
    memory = again(cells, {**routes, "/b": (200, "<p>another</p>")})
    assert sorted(memory.known) == ["/", "/a"]
    assert sorted(memory.kept) == ["/", "/a", "/b"]
    assert sorted(memory.same) == ["/", "/a"]
    assert sorted(line.outcome for line in memory.lines) == [
        "fetched",
        "unchanged",
        "unchanged",
    ]


def test_new_links_of_a_changed_page_are_followed(cells: Cells) -> None:
    crawled(cells, {"/": links("/a")})
    memory = again(cells, {"/": links("/a", "/new"), "/new": links()})
    assert "/new" in memory.asked


def test_a_page_that_is_gone_is_visited_no_more(cells: Cells) -> None:
    crawled(cells, {"/": links("/a"), "/a": (200, "<p>a</p>")})
    assert "/a" in again(cells, {"/": links("/a")}).asked
    assert "/a" not in again(cells, {"/": links("/a")}, at=20_000.0).asked


def test_a_continuous_crawl_visits_again_what_is_due(cells: Cells) -> None:
    routes = {"/": links("/a"), "/a": (200, "<p>a</p>")}
    ends = Ends(seconds=3_600.0)
    memory, crawler = crawled(cells, routes, Order(ends=ends, continuous=True))
    assert memory.asked.count("/a") > 3
    assert crawler.tally.unchanged > 3
    assert any("due" in pause for pause in memory.pauses)


def test_a_sitemap_that_tells_of_news_brings_a_visit_forward(cells: Cells) -> None:
    entry = f"<urlset><url><loc>{SITE}/a</loc><lastmod>2030-01-01</lastmod></url></urlset>"
    routes: Routes = {"/": links("/a", "/map"), "/a": (200, "<p>a</p>"), "/map": (200, entry)}
    memory, crawler = crawler_of(cells, routes, Order(continuous=True, ends=Ends(seconds=60.0)))
    crawler.seed([f"{SITE}/"])

    def told() -> None:
        memory.now += 20.0 if crawler.paused else 0.0

    asyncio.run(crawler.run(told))
    assert memory.asked.count("/a") == 2


def test_a_page_that_says_what_is_said_where_nothing_is_counts_as_missing(cells: Cells) -> None:
    error = (200, "<p>" + "Sorry, we could not find what you were looking for. " * 3)

    class Forgiving(dict[str, tuple[int, str] | Failure]):
        def get(self, key: str, default: object = None) -> object:
            del default
            return dict.get(self, key, (404, "") if key == "/robots.txt" else error)

    gone = [f"/gone/{word}" for word in ("one", "two", "three", "four")]
    routes = Forgiving({"/": links("/a", *gone), "/a": (200, "<p>real page</p>")})
    memory, crawler = crawler_of(cells, routes, Order())
    memory.routes = routes
    crawler.seed([f"{SITE}/"])
    asyncio.run(crawler.run(lambda: None))
    assert crawler.tally.refusals["soft 404"] == 2
    assert [line.outcome for line in memory.lines].count("probe") == 1
    assert sorted(memory.kept) == ["/", "/a", "/gone/one", "/gone/two"]
