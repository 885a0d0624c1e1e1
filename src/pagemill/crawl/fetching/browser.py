"""Rendering a page in a browser that never reaches the network itself.

Every request of a page that is rendered is taken from the browser and answered by the crawl's
own fetcher, so that the guard against private addresses, robots.txt, proxies, certificates and
limits hold for scripts as for pages. Whatever could get past that finds a resolver that knows
no name and a proxy that does not exist. Requests are made one after the other; only what text
and links can depend on is asked for: no pictures, films, fonts, and nothing but GET.

While a page is still open it is noted in it where each of its blocks stands
(:mod:`pagemill.html.rendered.boxes`), which purification goes by.

The one module that knows Playwright, which drives the Chromium of the system.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from pagemill.errors import UsageError
from pagemill.html.rendered.boxes import RECORDER

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Page, Playwright, Route

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WANTED: Final = frozenset(("document", "script", "stylesheet", "xhr", "fetch"))
"""Kinds of requests that text and links can depend on."""

_CLOSED: Final = [
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-quic",
    "--disable-background-networking",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-gpu",
]
_NOWHERE: Final = "http://127.0.0.1:1"
_DROPPED: Final = frozenset(
    ("content-encoding", "content-length", "transfer-encoding", "connection", "set-cookie")
)
_QUIET: Final = 0.5  # of the time that a page has, for what it loads after it was loaded


@dataclass(frozen=True, slots=True)
class Part:
    """What a page's request was answered with.

    Attributes:
        status: HTTP status.
        headers: header fields.
        payload: decoded body.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    payload: bytes


Ask = Callable[[str], Awaitable[Part | str]]
"""Asks for an address; what came, or why nothing may or did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page after rendering.

    Attributes:
        html: the document as it was then with the boxes of its blocks, UTF-8; ``b""`` where it
            failed.
        fault: why it failed, or ``""``.
        requests: requests that were made for it.
        refused: requests that were not made, by reason.
        software: what rendered it.
    """

    html: bytes
    fault: str = ""
    requests: int = 0
    refused: dict[str, int] = field(default_factory=dict[str, int])
    software: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderLimits:
    """How much a page may take.

    Attributes:
        seconds: until it is looked at, however much it still loads.
        requests: that it may make.
        size: bytes of the document.
    """

    seconds: float = 20.0
    requests: int = 100
    size: int = 33_554_432


def program() -> str:
    """The browser of this machine.

    Raises:
        UsageError: there is none, or what drives it is not installed.
    """
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise UsageError(
            "render: there is no Chromium on this machine; install it, or leave --render out"
        )
    if find_spec("playwright") is None:
        raise UsageError("render: Playwright is missing; pip install 'pagemill[browser]'")
    return found


class Browser:
    """Renders pages, one at a time.

    Args:
        limits: how much a page may take.
        agent: ``User-Agent`` that pages see.
    """

    def __init__(self, limits: RenderLimits, agent: str) -> None:
        self._limits = limits
        self._agent = agent
        self._program = program()
        self._turn = asyncio.Lock()
        self._driver: Playwright | None = None
        self._chromium: Chromium | None = None

    async def render(self, url: str, first: Part, ask: Ask) -> Rendered:
        """Render a page.

        Args:
            url: its address.
            first: what the address was answered with; it is not asked for again.
            ask: answers every further request.
        """
        async with self._turn:
            chromium = await self._started()
            context = await chromium.new_context(
                user_agent=self._agent, service_workers="block", accept_downloads=False
            )
            try:
                page = await context.new_page()
                requests = _Requests(url, first, ask, self._limits.requests)
                await page.route("**/*", requests.answer)
                html, fault = await self._looked_at(page, url)
            finally:
                await context.close()
        return Rendered(
            html=html,
            fault=fault,
            requests=requests.made,
            refused=dict(sorted(requests.refused.items())),
            software=f"Chromium {chromium.version}",
        )

    async def close(self) -> None:
        """End the browser."""
        if self._chromium is not None:
            await self._chromium.close()
        if self._driver is not None:
            await self._driver.stop()
        self._chromium = self._driver = None

    async def _started(self) -> Chromium:
        if self._chromium is None or not self._chromium.is_connected():
            from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra

            if self._driver is None:
                self._driver = await async_playwright().start()
            # A browser refuses to contain pages for the system's owner.
            unconfined = ["--no-sandbox"] if os.geteuid() == 0 else []
            self._chromium = await self._driver.chromium.launch(
                executable_path=self._program,
                args=[*_CLOSED, *unconfined],
                proxy={"server": _NOWHERE, "bypass": "<-loopback>"},
            )
        return self._chromium

    async def _looked_at(self, page: Page, url: str) -> tuple[bytes, str]:
        """The document, or why there is none."""
        from playwright.async_api import Error  # noqa: PLC0415 - an extra

        loop = asyncio.get_running_loop()
        ends = loop.time() + self._limits.seconds
        fault = ""
        try:
            await page.goto(
                url, wait_until="load", timeout=1000 * self._limits.seconds * _QUIET
            )
            left = max(0.1, ends - loop.time())
            await page.wait_for_load_state("networkidle", timeout=1000 * left)
        except Error as error:
            fault = str(error).partition("\n")[0]
        try:
            left = max(1.0, ends - loop.time())
            text = await asyncio.wait_for(_with_boxes(page), left)
        except (Error, TimeoutError):
            return b"", fault or "the page does not come to rest"
        html = text.encode("utf-8", "replace")
        if len(html) > self._limits.size:
            return b"", f"{len(html):,} bytes after rendering"
        return html, ""


async def _with_boxes(page: Page) -> str:
    """The document with its boxes; without, where the page took away what they are read by."""
    from playwright.async_api import Error  # noqa: PLC0415 - an extra

    with contextlib.suppress(Error):
        return str(await page.evaluate(RECORDER))
    return await page.content()


class _Requests:
    """Answers the requests of one page."""

    def __init__(self, url: str, first: Part, ask: Ask, most: int) -> None:
        self._url = url
        self._first: Part | None = first
        self._ask = ask
        self._most = most
        self._one_by_one = asyncio.Lock()
        self.made = 0
        self.refused: Counter[str] = Counter()

    async def answer(self, route: Route) -> None:
        """Answer one request from what the fetcher says."""
        request = route.request
        why = self._refusal(request.method, request.resource_type)
        found: Part | str = why
        if not why:
            async with self._one_by_one:
                found = await self._got(request.url)
        if isinstance(found, str):
            self.refused[found] += 1
            await route.abort("blockedbyclient")
            return
        headers = {name: value for name, value in found.headers if name.lower() not in _DROPPED}
        await route.fulfill(status=found.status, headers=headers, body=found.payload)

    def _refusal(self, method: str, kind: str) -> str:
        if method != "GET":
            return "not GET"
        return "" if kind in WANTED else "not needed for text and links"

    async def _got(self, url: str) -> Part | str:
        if self._first is not None and url.partition("#")[0] == self._url.partition("#")[0]:
            first, self._first = self._first, None
            return first
        if not url.startswith(("http://", "https://")):
            return "unknown scheme"
        if self.made >= self._most:
            return "too many requests"
        self.made += 1
        return await self._ask(url)
