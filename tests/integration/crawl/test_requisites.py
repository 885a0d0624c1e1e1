"""What pages are shown with, on request: kept, counted apart, no pages, and replayed."""

from __future__ import annotations

import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pytest

import pagemill
from material import site
from pagemill.errors import PagemillError

ADDRESS, NETWORK = "127.0.0.1", "127.0.0.0/8"
PROSE = " ".join(f"The ferry of pier {number} left at dawn." for number in range(40))
OF_WWW = "/ /next.html /s/main.css /s/more.css /s/pier.woff2 /h1.svg /icon.svg".split()
PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}">'
    '<rect width="{0}" height="{0}" fill="red"/></svg>'
)


def drawn(width: int) -> dict[str, str]:
    return {"body": PICTURE.format(width), "type": "image/svg+xml"}


def routes(cdn: str) -> dict[str, Any]:
    """One site under two names: what a name has at its paths the other has too."""
    head = (
        f'<link rel="stylesheet" href="/s/main.css"><link rel="icon" href="/icon.svg">'
        f'<script src="{cdn}/run.js"></script><style>h1 {{ background: url(/h1.svg) }}</style>'
    )
    return {
        "/robots.txt": {"body": "User-agent: *\nDisallow: /closed/", "type": "text/plain"},
        "/": {
            "body": f"<!doctype html><title>Ferries</title>{head}<h1>Ferries</h1><p>{PROSE}</p>"
            f'<img id=p src="{cdn}/picture.svg"><img src="{cdn}/closed/no.svg">'
            f'<img src="{cdn}/page.html"><a href="/next.html">next</a>'
            f'<a href="{cdn}/elsewhere.html">elsewhere</a>'
        },
        "/next.html": {
            "body": f"<!doctype html><title>Next</title>{head}<p>Further on. {PROSE} End.</p>"
        },
        "/page.html": {"body": f"<!doctype html><title>No picture</title><p>{PROSE}</p>"},
        "/s/main.css": {
            "body": f"@import 'more.css'; body {{ background: url({cdn}/back.svg) }}",
            "type": "text/css",
        },
        "/s/more.css": {
            "body": "@font-face { font-family: Pier; src: url(pier.woff2) }"
            "p { color: rgb(1, 2, 3); font-family: Pier }",
            "type": "text/css",
        },
        "/s/pier.woff2": {"body": "wOF2 and more", "type": "font/woff2"},
        "/run.js": {"body": "window.ran = 'yes'", "type": "text/plain"},
        "/picture.svg": drawn(31),
        "/back.svg": drawn(8),
        "/h1.svg": drawn(9),
        "/icon.svg": drawn(16),
        "/closed/no.svg": drawn(4),
    }


@pytest.fixture
def collection(tmp_path: Path) -> pagemill.Collection:
    return pagemill.Collection.create(tmp_path / "c")


def crawled(
    collection: pagemill.Collection, served: site.Site, **settings: Any
) -> pagemill.CrawlReport:
    cdn = f"http://cdn.example:{served.port}"
    served.description["routes"] = routes(cdn)
    order = {"delay": 0.02, "delay_factor": 0.0, "requisites": True, "contact": "a@b.example"}
    return collection.crawl(
        [f"http://www.example:{served.port}/"],
        allow_networks=[NETWORK],
        resolve={"www.example": ADDRESS, "cdn.example": ADDRESS},
        **{**order, **settings},
    )


def test_what_pages_are_shown_with_is_kept_apart_from_them(
    collection: pagemill.Collection,
) -> None:
    with site.running({"routes": {}}) as served:
        report = crawled(collection, served)
        asked = Counter(served.paths())
    assert report.fetched == 2
    assert report.requisites == 9
    assert report.refusals["robots.txt"] == 1
    assert "/elsewhere.html" not in asked
    assert "/closed/no.svg" not in asked
    assert asked.pop("/robots.txt") == 2  # one for each host
    assert set(asked.values()) == {1}
    collection.build(workers=1)
    table = duckdb.read_parquet(f"{collection.root}/tables/captures/*/*.parquet").df()
    standings = Counter(table["standing"])
    assert standings == {"current": 2, "requisite": 9}
    pages = {view.url.rpartition("/")[2] for view in collection.docviews()}
    assert pages == {"", "next.html"}
    log = duckdb.read_parquet(f"{collection.root}/crawl/log/*.parquet").df()
    assert Counter(log["outcome"]) == {"fetched": 2, "requisite": 9, "refused": 1}


def test_without_the_setting_none_is_asked_for(collection: pagemill.Collection) -> None:
    with site.running({"routes": {}}) as served:
        report = crawled(collection, served, requisites=False)
        assert set(served.paths()) == {"/robots.txt", "/", "/next.html"}
    assert report.requisites == 0


def test_the_pause_holds_for_requisites_too(collection: pagemill.Collection) -> None:
    with site.running({"routes": {}}) as served:
        crawled(collection, served, delay=0.15)
        agents = [hit for hit in served.hits if hit.path in OF_WWW]
    gaps = [later.at - earlier.at for earlier, later in pairwise(agents)]
    assert len(agents) == 7
    assert min(gaps) >= 0.15


def test_a_crawl_of_one_page_fetches_all_that_it_is_shown_with(
    collection: pagemill.Collection,
) -> None:
    with site.running({"routes": {}}) as served:
        report = crawled(collection, served, max_pages=1)
        assert report.ended == "as many pages as were asked for"
        assert (report.fetched, report.requisites, report.queued) == (1, 9, 1)
        report = crawled(collection, served)
    assert (report.fetched, report.requisites, report.queued) == (1, 0, 0)


def test_a_refresh_asks_again_for_what_has_changed(collection: pagemill.Collection) -> None:
    with site.running({"routes": {}}) as served:
        crawled(collection, served)
        report = crawled(collection, served, delay=0.01)
        assert report.requisites == 0
        served.hits.clear()
        again = collection.crawl(
            allow_networks=[NETWORK],
            resolve={"www.example": ADDRESS, "cdn.example": ADDRESS},
            refresh=True,
            delay=0.01,
            delay_factor=0.0,
            requisites=True,
            contact="a@b.example",
        )
        assert served.paths().count("/s/pier.woff2") == 1
    assert again.outcomes == {"unchanged": 11}
    assert (again.fetched, again.requisites) == (2, 9)


@pytest.mark.slow
def test_a_browser_shows_the_archived_page_from_the_archive_alone(
    collection: pagemill.Collection,
) -> None:
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api")
    with site.running({"routes": {}}) as served:
        crawled(collection, served)
        begin = f"http://www.example:{served.port}/"
    missing: list[str] = []

    def replayed(route: Any) -> None:
        try:
            found = collection.capture(route.request.url)
        except PagemillError:
            missing.append(route.request.url.rpartition("/")[2])
            route.abort()
            return
        headers = {"content-type": found.media_type}
        route.fulfill(status=found.status, body=found.payload, headers=headers)

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.route("**/*", replayed)
        page.goto(begin, wait_until="networkidle")
        assert page.evaluate("window.ran") == "yes"
        assert page.evaluate("document.getElementById('p').naturalWidth") == 31
        color = "getComputedStyle(document.querySelector('p')).color"
        assert page.evaluate(color) == "rgb(1, 2, 3)"
        browser.close()
    assert missing == ["no.svg"]  # robots.txt forbids it
