"""A server of HTTP/1.1 over TLS on loopback, with an authority of its own."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import trustme


class _Talk(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self) -> bytes:
        is_there = self.path == "/"
        body = b"hello over TLS" if is_there else b"nothing here"
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return body

    def do_GET(self) -> None:
        self.wfile.write(self._answer())

    def do_HEAD(self) -> None:
        self._answer()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that does not trust us is no fault."""


def issued(folder: Path, name: str = "127.0.0.1") -> tuple[ssl.SSLContext, Path]:
    """Return what a server of that name says it is with, and the file of its authority."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    authority.cert_pem.write_to_path(folder / "authority.pem")
    return context, folder / "authority.pem"


@contextmanager
def running(folder: Path, name: str = "127.0.0.1") -> Generator[tuple[str, Path]]:
    """Serve under a certificate for a name: address of the start page, the authority's file."""
    context, authority = issued(folder, name)
    server = _Server(("127.0.0.1", 0), _Talk)
    # The handshake is made in the thread of its connection: a slow client keeps nobody waiting.
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.server_address[1]}/", authority
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
