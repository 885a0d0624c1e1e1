"""A site on loopback that answers only those who prove who they are; also a proxy."""

from __future__ import annotations

import base64
import threading
import urllib.parse
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = "<title>in</title><p>the members' page of many words</p><a href=/two>two</a>"
FORM = (
    "<form action=/enter method=post><input type=hidden name=token value=t1>"
    "<input name=name><input type=password name=pass><input type=submit name=go></form>"
)


@dataclass
class Private:
    """What was asked of the site."""

    port: int = 0
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


class _Talk(BaseHTTPRequestHandler):
    kind = ""
    site: Private

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, body: str, *fields: tuple[str, str]) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in (("Content-Type", "text/html; charset=utf-8"), *fields):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def may_enter(self) -> bool:
        if self.kind == "basic":
            told = base64.b64encode(b"me:secret").decode()
            return self.headers["Authorization"] == f"Basic {told}"
        if self.kind == "header":
            return self.headers["X-Key"] == "k1"
        if self.kind in ("cookie", "form"):
            return "session=s1" in (self.headers["Cookie"] or "")
        return True

    def do_GET(self) -> None:
        self.site.asked.append((self.command, self.path, self.headers["Host"]))
        if self.path == "/robots.txt":
            self.answer(404, "none")
        elif self.path == "/login":
            self.answer(200, FORM)
        elif not self.may_enter():
            self.answer(401, "who?", ("WWW-Authenticate", "Basic"))
        else:
            self.answer(200, PAGE if self.path == "/" else f"<p>at {self.path}")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fields = dict(urllib.parse.parse_qsl(body))
        if fields == {"token": "t1", "name": "me", "pass": "secret"}:
            self.answer(303, "", ("Set-Cookie", "session=s1"), ("Location", "/"))
        else:
            self.answer(200, FORM)


@contextmanager
def running(kind: str) -> Generator[Private]:
    """Serve a site that wants ``basic``, ``header``, ``cookie`` or ``form``; or a ``proxy``."""
    site = Private()
    talk = type("Talk", (_Talk,), {"kind": kind, "site": site})
    with ThreadingHTTPServer(("127.0.0.1", 0), talk) as server:
        site.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield site
        finally:
            server.shutdown()
