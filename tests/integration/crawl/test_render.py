"""A crawl of a site that shows nothing without JavaScript, by a real Chromium."""

from __future__ import annotations

import importlib.util
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from material import site
from pagemill.api import Collection
from pagemill.archive.lookup import Lookup
from pagemill.crawl.fetching.browser import PROGRAMS

needs_chromium = pytest.mark.skipif(
    not any(map(shutil.which, PROGRAMS)) or not importlib.util.find_spec("playwright"),
    reason="there is no chromium on this machine (apt-get install chromium)",
)

APP = (
    "<!doctype html><title>app</title><div id=root></div>"
    "<noscript>You need to enable JavaScript</noscript><script src=/app.js></script>"
)
CODE = """
fetch('/private/secret.json').catch(() => 0);
fetch('http://127.99.0.1:9/').catch(() => 0);
fetch('/data.json').then(answer => answer.json()).then(found => {
    document.getElementById('root').innerHTML =
        '<h1>' + found.title + '</h1><p>' + 'The ferry leaves at noon. '.repeat(20) + '</p>' +
        '<a href=/next>next</a>';
});
"""
PLAIN = "<p>" + "A page that says enough without any script. " * 10 + "<script>x()</script>"
WEB = {
    "routes": {
        "/robots.txt": {"body": "User-agent: *\nDisallow: /private/"},
        "/": {"body": APP},
        "/app.js": {"body": CODE, "type": "text/javascript"},
        "/data.json": {"body": '{"title": "Night ferry"}', "type": "application/json"},
        "/next": {"body": PLAIN},
    }
}


@pytest.mark.slow
@needs_chromium
def test_a_page_that_needs_a_script_is_rendered_kept_and_read(tmp_path: Path) -> None:
    order = {"allow_networks": ["127.0.0.0/16"], "delay": 0.0, "delay_factor": 0.0}
    with site.running(WEB) as served:
        blind = Collection.create(tmp_path / "blind")
        assert blind.crawl([served.url], **order).hidden == {"script only": 1}
        collection = Collection.create(tmp_path / "c")
        before = len(served.paths())
        report = collection.crawl([served.url], render=True, render_seconds=8.0, **order)
        asked = served.paths()[before:]
    assert report.fetched == 2
    assert report.hidden == {}
    assert asked == ["/robots.txt", "/", "/app.js", "/data.json", "/next"]
    collection.build(workers=1)
    view = collection.docview(served.url)
    assert "The ferry leaves at noon." in view.text
    records = list(stored(collection.root / "archive"))
    own = [record for record in records if record["WARC-Target-URI"] == served.url]
    [response] = [one for one in own if one["WARC-Type"] == "response"]
    [rendered] = [one for one in own if one["WARC-Type"] == "resource"]
    assert rendered["WARC-Refers-To"] == response["WARC-Record-ID"]
    assert "The ferry leaves" in rendered["body"]
    [about] = [one for one in own if "rendered-by: Chromium" in one["body"]]
    assert about["WARC-Concurrent-To"] == rendered["WARC-Record-ID"]


STYLE = "body{margin:0} .side{position:absolute;left:10px;top:90px;width:220px}"
LEDE = "The harbour was quiet that morning, and nobody knew when the ferry would leave."
LINKS = "".join(f"<div><a href='/more/{name}'>{name} and more</a></div>" for name in "abcde")
TWO_COLUMNS = (
    "document.body.innerHTML = '<div style=margin-left:260px;width:900px><h1>Harbour</h1>"
    + "".join(f"<p>{LEDE} It was day {word}.</p>" for word in ("one", "two", "three", "four"))
    + "<img src=/picture.svg alt=pier width=40 height=30></div><div class=side>"
    + LINKS.replace("'", "")
    + "</div>'; fetch('/data.json').then(found => found.json()).then("
    "found => { document.title = found.title; });"
)
SCRIPTED = (
    "<!doctype html><title>app</title><link rel=stylesheet href=/s.css><body>"
    "<noscript>You need to enable JavaScript</noscript><script src=/app.js></script>"
)
TWO_COLUMNED = {
    "routes": {
        "/robots.txt": {"body": "User-agent: *\nDisallow: /closed/"},
        "/": {"body": SCRIPTED},
        "/s.css": {"body": STYLE, "type": "text/css"},
        "/app.js": {"body": TWO_COLUMNS, "type": "text/javascript"},
        "/data.json": {"body": '{"title": "Morning at the pier"}', "type": "application/json"},
        "/picture.svg": {
            "body": '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
            "type": "image/svg+xml",
        },
        **{
            f"/more/{name}": {
                "body": f"<title>{name}</title><p>{name} {LEDE} {LEDE} {LEDE}</p>"
            }
            for name in "abcde"
        },
    }
}


@pytest.mark.slow
@needs_chromium
def test_rendering_requisites_and_order_go_together(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with site.running(TWO_COLUMNED) as served:
        report = collection.crawl(
            [served.url],
            allow_networks=["127.0.0.0/16"],
            delay=0.0,
            delay_factor=0.0,
            render=True,
            render_seconds=8.0,
            requisites=True,
            order="importance",
        )
        asked = Counter(served.paths())
        begin = served.url
    # Nothing is asked for twice: what the page asked for in the browser is kept as it came.
    assert set(asked.values()) == {1}
    assert set(asked) == {*TWO_COLUMNED["routes"]}
    assert (report.fetched, report.requisites) == (6, 4)
    collection.build(workers=1)
    # The build goes by where the blocks stood: the column of links is no content.
    ledger = collection.explain(begin, ledger=True).ledger
    assert ledger is not None
    placed = [line for line in ledger if line.box is not None]
    side = [line for line in placed if line.box and line.box.x < 250]
    assert len(side) == 5
    assert not any(line.kept for line in side)
    assert any(line.kept and line.box and line.box.x >= 260 for line in placed)
    assert {replayed(collection, begin)} == {("Morning at the pier", ())}


def replayed(collection: Collection, begin: str) -> tuple[str, tuple[str, ...]]:
    """What the archived page comes to in a browser, and what the archive lacks for it."""
    missing: list[str] = []

    def answer(route: Any) -> None:
        try:
            with Lookup(collection.root / "archive") as archive:
                rows = archive.captures(route.request.url)
                row = next(row for row in rows if row.kind == "response")
                found = archive.read(row)
        except StopIteration:
            missing.append(route.request.url)
            route.abort()
            return
        headers = {"content-type": found.media_type}
        route.fulfill(status=found.status, body=found.payload, headers=headers)

    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, PROGRAMS))),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page()
        page.route("**/*", answer)
        page.goto(begin, wait_until="networkidle")
        title = page.title()
        browser.close()
    return title, tuple(missing)


def stored(archive: Path) -> Iterator[dict[str, str]]:
    """The records of an archive as a reader that is not ours sees them."""
    for path in sorted(archive.rglob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                fields = dict(record.rec_headers.headers)
                body = record.content_stream().read().decode("utf-8", "replace")
                yield {"WARC-Target-URI": "", **fields, "body": body}
