"""A server of HTTP/2 over TLS on loopback that answers every request alike."""

from __future__ import annotations

import socketserver
import ssl
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import trustme
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived


class _Talk(socketserver.BaseRequestHandler):
    paths: ClassVar[list[str]] = []

    def handle(self) -> None:
        link = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        link.initiate_connection()
        self.request.sendall(link.data_to_send())
        while data := self.request.recv(65_536):
            for event in link.receive_data(data):
                if isinstance(event, RequestReceived):
                    asked = dict(event.headers)
                    self.paths.append(asked[":path"])
                    body = f"hello over h2: {asked[':path']}".encode()
                    fields = [(":status", "200"), ("content-type", "text/plain")]
                    link.send_headers(event.stream_id, fields)
                    link.send_data(event.stream_id, body, end_stream=True)
            self.request.sendall(link.data_to_send())


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    context: ssl.SSLContext

    def get_request(self) -> tuple[ssl.SSLSocket, object]:
        link, address = super().get_request()
        return self.context.wrap_socket(link, server_side=True), address


@contextmanager
def running(folder: Path) -> Generator[tuple[int, Path, list[str]]]:
    """Serve until the block ends: port, certificate of the authority, paths asked for."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "a.example").configure_cert(context)
    context.set_alpn_protocols(["h2"])
    authority.cert_pem.write_to_path(folder / "authority.pem")
    handler = type("Talk", (_Talk,), {"paths": []})
    with _Server(("127.0.0.1", 0), handler) as server:
        server.context = context
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1], folder / "authority.pem", handler.paths
        finally:
            server.shutdown()
