"""A search interface on loopback: JSON, HTML, and OpenSearch as its reference describes it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit


class _Handler(BaseHTTPRequestHandler):
    pages: dict[str, str]
    log: list[str]
    trouble: list[tuple[int, dict[str, str], bytes]]

    def do_GET(self) -> None:
        self.log.append(self.path)
        if self.trouble:
            self._send(*self.trouble.pop(0))
            return
        address = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(address.query).items()}
        if address.path.startswith("/page/"):
            self._page(unquote(address.path.removeprefix("/page/")))
            return
        words = asked.get("q", "").split()
        found = [p for p, text in self.pages.items() if set(words) <= set(text.split())]
        first, size = int(asked.get("from", 0)), int(asked.get("size", 10))
        if "page" in asked:
            size, first = 3, 3 * (int(asked["page"]) - 1)
        listed = found[first : first + size]
        if address.path == "/html":
            self._html(listed, len(found))
        elif address.path.endswith("/_search"):
            hits = [{"_id": page, "_source": {"text": self.pages[page]}} for page in listed]
            total = {"value": len(found), "relation": "eq"}
            self._json({"hits": {"total": total, "hits": hits}})
        else:
            rows = [{"url": page, "body": {"text": self.pages[page]}} for page in listed]
            self._json({"found": len(found), "items": rows})

    def _page(self, name: str) -> None:
        text = self.pages.get(name)
        body = b"" if text is None else f"<title>t</title><p>{text}</p>".encode()
        self._send(404 if text is None else 200, {"Content-Type": "text/html"}, body)

    def _html(self, listed: list[str], total: int) -> None:
        rows = "".join(
            f'<li class="hit"><a href="{escape(page)}">x</a><p>{self.pages[page]}</p></li>'
            for page in listed
        )
        body = f'<html><b class="total">About {total:,} results</b><ul>{rows}</ul></html>'
        self._send(200, {"Content-Type": "text/html"}, body.encode())

    def _json(self, value: object) -> None:
        self._send(200, {"Content-Type": "application/json"}, json.dumps(value).encode())

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def searching(
    pages: dict[str, str], trouble: list[tuple[int, dict[str, str], bytes]] | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Serve pages; yields the address and the list of paths asked for.

    ``trouble`` holds answers (status, headers, body) that come first, whatever is asked.
    """
    log: list[str] = []
    kind = type(
        "Handler",
        (_Handler,),
        {"pages": pages, "log": log, "trouble": list(trouble or [])},
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", log
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
