"""A crawl of a site that shows nothing without JavaScript, by a real Chromium."""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from material import site
from pagemill.api import Collection
from pagemill.crawl.fetching.browser import PROGRAMS

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
@pytest.mark.skipif(
    not any(map(shutil.which, PROGRAMS)) or not importlib.util.find_spec("playwright"),
    reason="there is no chromium on this machine (apt-get install chromium)",
)
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


def stored(archive: Path) -> Iterator[dict[str, str]]:
    """The records of an archive as a reader that is not ours sees them."""
    for path in sorted(archive.rglob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                fields = dict(record.rec_headers.headers)
                body = record.content_stream().read().decode("utf-8", "replace")
                yield {"WARC-Target-URI": "", **fields, "body": body}
