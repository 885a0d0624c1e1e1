"""A site on loopback that behaves as a description says and logs every request."""

from __future__ import annotations

import json
import re
import threading
import time
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_REFERENCE = re.compile(r"\{(\d)(?:\+(\d))?\}")


@dataclass
class Hit:
    """One request, as the site saw it."""

    at: float
    path: str
    status: int
    note: str = ""
    agent: str = ""
    ended: float = 0.0
    method: str = "GET"


@dataclass
class Site:
    """A running site.

    ``routes``: path or path?query -> answer with ``status``, ``body``, ``type``, ``location``,
    ``set_cookie``, ``if_cookie``, ``unless_query`` with ``else_body``, ``headers``, ``hang``,
    ``big_bytes``, ``gzip_bomb_bytes``, ``drip``, ``close`` with ``content_length``,
    ``wait`` seconds before an answer, ``stated`` where ``big_bytes`` are announced.
    ``heads``: whether HEAD is known, 501 otherwise.
    ``patterns``: expression -> body with ``{1}`` and ``{1+1}``. ``rate_limit``:
    ``max_in_window`` requests in ``window_s``, then 429 with ``retry_after``.
    """

    description: dict[str, Any]
    hits: list[Hit] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    recent: list[float] = field(default_factory=list)
    blocked_until: float = 0.0
    stopped: threading.Event = field(default_factory=threading.Event)
    port: int = 0
    under_way: int = 0
    most_at_once: int = 0

    @property
    def url(self) -> str:
        """Address of its start page."""
        return f"http://127.0.0.1:{self.port}/"

    def paths(self, status: int | None = None) -> list[str]:
        """Paths that were asked for, in order; those answered with a status."""
        return [hit.path for hit in self.hits if status in (None, hit.status)]

    def is_too_fast(self) -> str:
        """Whether the rate limit refuses this request: "new", "inside" or ""."""
        limit = self.description.get("rate_limit")
        if not limit:
            return ""
        now = time.monotonic()
        with self.lock:
            if now < self.blocked_until:
                return "inside"
            self.recent = [at for at in self.recent if now - at < limit["window_s"]]
            self.recent.append(now)
            if len(self.recent) <= limit["max_in_window"]:
                return ""
            self.blocked_until = now + limit["retry_after"]
            return "new"


def _filled(text: str, match: re.Match[str]) -> str:
    def value(reference: re.Match[str]) -> str:
        found = match[int(reference[1])]
        return str(int(found) + int(reference[2])) if reference[2] else found

    return _REFERENCE.sub(value, text)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Site

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        try:
            self._answer()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def do_HEAD(self) -> None:
        if self.site.description.get("heads"):
            self.do_GET()
        else:
            self._send(501, b"", {})

    def _hit(self, status: int, note: str = "") -> None:
        agent = self.headers.get("User-Agent", "")
        hit = Hit(time.monotonic(), self.path, status, note, agent, method=self.command)
        with self.site.lock:
            self.site.hits.append(hit)

    def _send(self, status: int, body: bytes, headers: dict[str, str], note: str = "") -> None:
        self._hit(status, note)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _answer(self) -> None:
        path, _, query = self.path.partition("?")
        if self.path != "/robots.txt" and (note := self.site.is_too_fast()):
            wait = str(self.site.description["rate_limit"]["retry_after"])
            self._send(429, b"", {"Retry-After": wait}, note)
            return
        routes = self.site.description["routes"]
        route = routes.get(self.path) or routes.get(path)
        if route is None:
            self._by_pattern()
        elif "unless_query" in route and query == route["unless_query"]:
            self._send(200, route["else_body"].encode(), {"Content-Type": "text/html"})
        else:
            self._by_route(route)

    def _by_pattern(self) -> None:
        for pattern in self.site.description.get("patterns", ()):
            match = re.fullmatch(pattern["match"], self.path)
            if match:
                body = _filled(pattern["body"], match).encode()
                self._send(200, body, {"Content-Type": "text/html; charset=utf-8"})
                return
        self._send(404, b"not found", {"Content-Type": "text/plain"})

    def _by_route(self, route: dict[str, Any]) -> None:
        for cookie, other in route.get("if_cookie", {}).items():
            if cookie in (self.headers.get("Cookie") or ""):
                self._send(
                    other["status"], other["body"].encode(), {"Content-Type": "text/html"}
                )
                return
        if "location" in route:
            headers = {"Location": route["location"]}
            if route.get("set_cookie"):
                headers["Set-Cookie"] = f"{route['set_cookie']}; Path=/"
            self._send(route["status"], b"", headers)
        elif {"drip", "hang", "big_bytes"} & route.keys():
            self._by_stream(route)
        elif "gzip_bomb_bytes" in route:
            squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
            million = b"0" * 1_000_000
            pieces = [
                squeeze.compress(million)
                for _ in range(route["gzip_bomb_bytes"] // len(million))
            ]
            body = b"".join([*pieces, squeeze.flush()])
            self._send(200, body, {"Content-Type": "text/html", "Content-Encoding": "gzip"})
        else:
            self._wait(route.get("wait", 0.0))
            body = route.get("body", "").encode()
            kind = route.get("type", "text/html; charset=utf-8")
            headers = {"Content-Type": kind, **route.get("headers", {})}
            if route.get("close"):
                headers["Content-Length"] = str(route["content_length"])
                self.close_connection = True
            self._send(route.get("status", 200), body, headers)

    def _wait(self, seconds: float) -> None:
        with self.site.lock:
            self.site.under_way += 1
            self.site.most_at_once = max(self.site.most_at_once, self.site.under_way)
        self.site.stopped.wait(seconds)
        with self.site.lock:
            self.site.under_way -= 1

    def _by_stream(self, route: dict[str, Any]) -> None:
        self.close_connection = True
        self._hit(200, "stream")
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        if "stated" in route:
            self.send_header("Content-Length", str(route["big_bytes"] // 65_536 * 65_536))
        self.end_headers()
        if self.command == "HEAD":
            return
        if "hang" in route:
            self.site.stopped.wait(60)
            return
        if "drip" in route:
            for _ in range(600):
                self.wfile.write(b"x")
                self.wfile.flush()
                if self.site.stopped.wait(1 / route["drip"]["bytes_per_s"]):
                    return
            return
        for _ in range(route["big_bytes"] // 65_536):
            self.wfile.write(b"<p>pad</p>" * 6_553 + b"......")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no fault of the site."""


@contextmanager
def running(description: dict[str, Any] | str) -> Generator[Site]:
    """Serve a site on a free port of loopback until the block ends."""
    given = json.loads(description) if isinstance(description, str) else description
    site = Site(given)
    handler = type("Handler", (_Handler,), {"site": site})
    server = _Server(("127.0.0.1", 0), handler)
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
