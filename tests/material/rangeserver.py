"""A web server on loopback that answers requests for ranges, as object stores do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote


class _Handler(BaseHTTPRequestHandler):
    root: Path
    log: list[tuple[str, str]]
    busy: list[int]
    knows_ranges: bool

    def do_GET(self) -> None:
        wanted = self.headers.get("Range", "")
        self.log.append((self.path, wanted))
        if self.busy:
            self._send(self.busy.pop(), b"")
            return
        path = self.root / unquote(self.path).lstrip("/")
        if not path.is_file():
            self._send(404, b"")
            return
        data = path.read_bytes()
        if not wanted or not self.knows_ranges:
            self._send(200, data)
            return
        first, _, last = wanted.removeprefix("bytes=").partition("-")
        if int(first) >= len(data):
            self._send(416, b"", f"bytes */{len(data)}")
            return
        part = data[int(first) : int(last) + 1]
        stated = f"bytes {first}-{int(first) + len(part) - 1}/{len(data)}"
        self._send(206, part, stated)

    def _send(self, status: int, body: bytes, content_range: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if content_range:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def served(
    root: Path, *, busy: tuple[int, ...] = (), knows_ranges: bool = True
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Serve a folder; yields its address and the list of requests as (path, range)."""
    log: list[tuple[str, str]] = []
    kind = type(
        "Handler",
        (_Handler,),
        {"root": root, "log": log, "busy": list(busy), "knows_ranges": knows_ranges},
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", log
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
