"""Which addresses are queued, and under which reason the others are counted."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Tally
from pagemill.crawl.discovery import MOST_HOPS, SPENT, Discovery
from pagemill.crawl.frontier import Found, Frontier, key_of
from pagemill.crawl.plan import Ends, Rules
from pagemill.crawl.politeness import Pace
from pagemill.crawl.reading.page import Depth, Directives, Page
from pagemill.crawl.revisiting.revisits import Revisits
from pagemill.crawl.scope import scope
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.store import Store
from pagemill.crawl.waste import traps
from pagemill.crawl.waste.dust import Dust
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages
from pagemill.crawl.waste.traps import Limits

HOME = "http://a.example/"
SOURCE = Found(HOME, key_of(HOME), "a.example", depth=2)


@pytest.fixture
def cells(tmp_path: Path) -> Generator[Cells]:
    with Cells(tmp_path / "table") as table:
        yield table


@pytest.fixture
def frontier(cells: Cells) -> Frontier:
    return Frontier(cells, Pace())


@pytest.fixture
def discovery(frontier: Frontier, cells: Cells) -> Discovery:
    rules = Rules(
        agent="pagemill",
        scope=scope("host", [HOME]),
        pace=Pace(),
        limits=traps.Limits(),
        ends=Ends(),
    )
    store = Store(
        frontier=frontier,
        sites=Sites(cells),
        revisits=Revisits(cells),
        mirrors=Mirrors(cells),
        kinds=Kinds(cells, Limits()),
        dust=Dust(cells),
        errors=ErrorPages(cells),
    )
    return Discovery(store, rules, Tally())


def test_links_are_queued_one_deeper_and_the_rest_is_counted(
    discovery: Discovery, frontier: Frontier
) -> None:
    discovery.links(SOURCE, [f"{HOME}x#top", f"{HOME}x", "http://b.example/", "http://[::1/"])
    turn = frontier.next(0.0)
    assert turn is not None
    assert (turn.found.url, turn.found.depth) == (f"{HOME}x", 3)
    assert frontier.counts["QUEUED"] == 1
    assert discovery._tally.refusals == {"out of scope": 1, "malformed address": 1}


def test_redirects_end_after_some_hops(discovery: Discovery, frontier: Frontier) -> None:
    last = Found(HOME, key_of(HOME), "a.example", hops=MOST_HOPS)
    discovery.redirect(last, f"{HOME}x")
    discovery.redirect(SOURCE, f"{HOME}y")
    assert frontier.counts["QUEUED"] == 1
    assert discovery._tally.refusals == {"redirects without end": 1}


def test_sitemaps_are_queued_if_they_are_of_the_web(
    discovery: Discovery, frontier: Frontier
) -> None:
    discovery.sitemaps(SOURCE, [f"{HOME}sitemap.xml", "/relative.xml"])
    assert frontier.counts["QUEUED"] == 1


def test_pages_that_are_alike_close_their_pattern(discovery: Discovery) -> None:
    facts = Page((), Directives(), b"12345678", Depth.OPEN, frozenset(("nothing", "here")))
    for number in range(traps.Limits().alike):
        one = Found(f"{HOME}cal/{number}", b"", "a.example")
        assert discovery.refusal(one) == ""
        discovery.seen(one, facts, is_new=number == 0)
    assert discovery.refusal(Found(f"{HOME}cal/9", b"", "a.example")) == SPENT
    assert discovery.found(f"{HOME}cal/10", depth=1) is None
    assert discovery._tally.refusals == {SPENT: 1}


def test_what_left_the_scope_is_refused_though_it_is_queued(discovery: Discovery) -> None:
    assert discovery.refusal(Found("http://b.example/", b"", "b.example")) == "out of scope"


def test_nothing_more_is_asked_of_a_mirror(discovery: Discovery) -> None:
    for number in range(12):
        mark = number.to_bytes(8, "big")
        facts = Page((), Directives(), mark, Depth.OPEN, frozenset((f"w{number}", "a", "b")))
        for host in ("a.example", "m.example"):
            one = Found(f"http://{host}/{number}", b"", host)
            discovery.seen(one, facts, is_new=True)
    assert discovery.refusal(Found(f"{HOME}x", b"", "a.example")) == ""
    mirror = Found("http://m.example/x", b"", "m.example")
    assert discovery.refusal(mirror) == "out of scope"
    assert discovery._mirrors.of("m.example") == "a.example"


def test_requisites_come_before_the_next_page_and_end_somewhere(
    discovery: Discovery, frontier: Frontier
) -> None:
    discovery.links(SOURCE, [f"{HOME}next"])
    discovery.requisites(SOURCE, [f"{HOME}x.css", f"{HOME}x.css", "http://b.example/y.png"])
    turn = frontier.next(0.0)
    assert turn is not None
    assert (turn.found.url, turn.found.nested, turn.found.depth) == (f"{HOME}x.css", 1, 2)
    assert discovery._tally.refusals == {"out of scope": 1}  # this scope has no requisites
    for number in range(1, 9):
        sheet = replace(turn.found, nested=number)
        discovery.requisites(sheet, [f"{HOME}{number}.css"])
    assert discovery._tally.refusals["stylesheets without end"] == 4
    assert frontier.counts["QUEUED"] == 6


def test_what_other_hosts_showed_first_brings_nothing(discovery: Discovery) -> None:
    for number in range(traps.Limits().alike):
        words = frozenset(f"w{number}x{place}" for place in range(9))
        facts = Page((), Directives(), number.to_bytes(8, "big"), Depth.OPEN, words)
        first = Found(f"http://b.example/x{number}", b"", "b.example")
        copy = Found(f"{HOME}copies/{number}", b"", "a.example")
        assert discovery.seen(first, facts, is_new=True) == ""
        assert discovery.seen(copy, facts, is_new=True) == f"b.example/x{number}"
    assert discovery.refusal(Found(f"{HOME}copies/9", b"", "a.example")) == SPENT
    assert discovery.found("http://b.example/x9", depth=1) is None  # out of this scope
