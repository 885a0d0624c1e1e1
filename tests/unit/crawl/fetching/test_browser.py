"""A real Chromium; skipped where there is none."""

from __future__ import annotations

import asyncio
import importlib.util
import shutil
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

import pytest

from pagemill.crawl.fetching import browser
from pagemill.crawl.fetching.browser import PROGRAMS, Browser, Part, Rendered, RenderLimits
from pagemill.errors import UsageError
from pagemill.html.rendered.boxes import boxes
from pagemill.html.tree import parsed

URL = "http://a.example/"
HTML = (("Content-Type", "text/html"),)
SCRIPT = (("Content-Type", "text/javascript"),)

needs_chromium = pytest.mark.skipif(
    not any(map(shutil.which, PROGRAMS)) or not importlib.util.find_spec("playwright"),
    reason="there is no chromium on this machine (apt-get install chromium)",
)


def rendered(html: str, parts: dict[str, Part], **limits: float) -> tuple[Rendered, list[str]]:
    """What becomes of a page, and which addresses were asked for."""
    asked: list[str] = []

    async def ask(url: str) -> Part | str:
        asked.append(url)
        return parts.get(url, "no such page")

    async def run() -> Rendered:
        made = Browser(RenderLimits(**limits), "pagemill/test")
        try:
            return await made.render(URL, Part(200, HTML, html.encode()), ask)
        finally:
            await made.close()

    return asyncio.run(run()), asked


@contextmanager
def listening() -> Generator[tuple[int, list[bytes]]]:
    """A port of this machine that nobody may come to."""
    came: list[bytes] = []
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()

        def wait() -> None:
            while True:
                try:
                    guest, _ = door.accept()
                except OSError:
                    return
                came.append(guest.recv(100))
                guest.close()

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        yield door.getsockname()[1], came
        door.shutdown(socket.SHUT_RDWR)
    thread.join(5)


@needs_chromium
def test_blocks_are_told_with_where_they_stand() -> None:
    style = "body{margin:0}p{margin:0;height:40px}"
    found, _ = rendered(
        "<link rel=stylesheet href=/s.css><p>one</p><p data-box='1 2 3 4'>two</p>",
        {f"{URL}s.css": Part(200, (("Content-Type", "text/css"),), style.encode())},
    )
    kept = boxes(parsed(found.html.decode()))
    assert kept is not None
    assert [(one.x, one.y, one.height) for one in kept.of.values()][-2:] == [
        (0, 0, 40),
        (0, 40, 40),
    ]


@needs_chromium
def test_a_page_that_takes_the_means_away_is_read_without_boxes() -> None:
    spoilt = "document.querySelectorAll = () => { throw new Error('no') }"
    found, _ = rendered(f"<body><p>there</p><script>{spoilt}</script>", {})
    assert b"<p>there</p>" in found.html
    assert found.fault == ""
    assert boxes(parsed(found.html.decode())) is None


@needs_chromium
def test_a_page_is_read_after_its_scripts_have_run() -> None:
    script = "document.body.innerHTML += '<a href=/on>' + navigator.userAgent + '</a>'"
    found, asked = rendered(
        "<body><script src=/s.js></script><img src=/p.png></body>",
        {f"{URL}s.js": Part(200, SCRIPT, script.encode())},
    )
    assert b'<a href="/on">pagemill/test</a>' in found.html
    assert asked == [f"{URL}s.js"]
    assert (found.fault, found.requests) == ("", 1)
    assert found.refused == {"not needed for text and links": 1}
    assert found.software.startswith("Chromium ")


@needs_chromium
def test_the_browser_itself_reaches_nobody() -> None:
    with listening() as (port, came):
        here = f"127.0.0.1:{port}"
        attacks = f"""<body><script>
            const tries = [() => fetch('http://{here}/f'), () => new WebSocket('ws://{here}/w'),
                () => navigator.sendBeacon('http://{here}/b', 'x'),
                () => new EventSource('http://{here}/e'), () => fetch('/away'),
                () => fetch('http://{here}/p', {{method: 'POST', body: 'x'}}),
                () => new RTCPeerConnection({{iceServers: [{{urls: 'stun:{here}'}}]}})
                    .createDataChannel('c')];
            for (const one of tries)
                {{ try {{ Promise.resolve(one()).catch(() => 0) }} catch {{}} }}
            </script><iframe src=http://{here}/i></iframe><link rel=preconnect href=http://{here}>
            <link rel=stylesheet href=http://{here}/s.css><img src=http://{here}/g>"""
        away = Part(302, (("Location", f"http://{here}/r"),), b"")
        found, asked = rendered(attacks, {f"{URL}away": away}, seconds=6.0)
        assert came == []
    assert found.html
    assert f"http://{here}/f" in asked, "it was asked of the fetcher, which has the guard"
    assert found.refused["not GET"] >= 1


@needs_chromium
def test_a_page_that_never_rests_or_asks_too_much_or_grows_too_large_is_bounded() -> None:
    endless = "<body><script>setInterval(() => fetch('/' + Math.random()), 20)</script>rest"
    found, asked = rendered(endless, {}, seconds=3.0, requests=5)
    assert b"rest" in found.html
    assert len(asked) == 5
    assert found.refused["too many requests"] > 0
    busy, _ = rendered("<body><script>while (true) {}</script>", {}, seconds=2.0)
    assert busy.html == b""
    assert busy.fault
    large = "<body><script>document.body.innerHTML = 'x'.repeat(100000)</script>"
    grown, _ = rendered(large, {}, size=50_000)
    assert (grown.html, grown.fault[-21:]) == (b"", "bytes after rendering")


def test_without_a_browser_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="no Chromium on this machine"):
        browser.program()
