"""The small web of examples/ as a collection, and what a browser does with its pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from starlette.testclient import TestClient

from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner
from pagemill.serve.reading.source import Source

WEB = Path(__file__).resolve().parents[2] / "examples" / "web"
FERRY = "http://www.saltmarsh-courier.example/news/night-ferry.html"
COPY = "http://www.inland-post.example/region/night-ferry.html"
HERE = "http://127.0.0.1:8017"
AT = datetime(2026, 3, 1, tzinfo=UTC)


def built_small_web(root: Path, *further: Path) -> Collection:
    """Build the collection of the small web and of further sources, in this process."""
    collection = Collection.create(root)
    collection.import_([WEB], mirror=True)
    if further:
        collection.import_(list(further))
    site = Site(Layout(collection.root), SerialRunner(), lambda _: None, lambda: AT)
    pipeline.build(site, collection.config)
    pipeline.fill_pages(site, collection.config)
    return collection


def token_of(browser: TestClient, path: str = "/") -> str:
    """Return the token of the forms on a page."""
    found = re.search(r'name="token" value="([0-9a-f]{64})"', browser.get(path).text)
    assert found is not None
    return found[1]


def send(browser: TestClient, path: str, **fields: str) -> httpx2.Response:
    """Send a form as a page of ours would."""
    return browser.post(path, data={"token": token_of(browser, "/"), **fields})


def looked_at(browser: TestClient, html: str) -> str:
    """Have the generator look at a page, and return where it is shown."""
    answer = send(browser, "/look", html=html)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def ferry() -> Source:
    """Return a page of the small web."""
    payload = (WEB / "www.saltmarsh-courier.example/news/night-ferry.html").read_bytes()
    return Source(payload=payload, url=FERRY, content_type="text/html", origin="a test")
