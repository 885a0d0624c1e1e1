import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pagemill.errors import DocumentError, UsageError
from pagemill.serve.safety.visit import Caller, visit

HOME = Caller(contact="", networks=("127.0.0.0/8",))


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("location", self.path.removeprefix("/to/"))
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>here</title>" + self.path.encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_page_is_asked_for_and_redirects_are_followed(site):
    found = asyncio.run(visit(f"{site}/to//page", HOME))
    assert (found.url, found.status, found.media_type) == (f"{site}/page", 200, "text/html")
    assert found.payload == b"<title>here</title>/page"


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://[::1]/", "http://0x7f.1/", "http://169.254.169.254/meta"],
)
def test_a_private_address_is_not_asked_however_it_is_written(url):
    with pytest.raises(DocumentError, match="private address"):
        asyncio.run(visit(url, Caller(contact="me@example.org")))


def test_nor_does_a_redirect_lead_to_one(site):
    with pytest.raises(DocumentError, match="private address"):
        asyncio.run(visit(f"{site}/to/http://10.0.0.1/", HOME))


def test_a_circle_ends(site):
    with pytest.raises(DocumentError, match="too many redirects"):
        asyncio.run(visit(f"{site}/to/{site}/to/{site}/to/" + f"{site}/to/" * 6 + "x", HOME))


def test_a_public_host_is_not_asked_by_nobody():
    with pytest.raises(DocumentError, match="set contact"):
        asyncio.run(visit("http://93.184.215.14/", Caller(contact="")))


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://a.example/", "http://", "gopher://a/"]
)
def test_what_is_no_web_address_is_refused(url):
    with pytest.raises(UsageError, match="no web address"):
        asyncio.run(visit(url, HOME))
