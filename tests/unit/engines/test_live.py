from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from pagemill.engines.description import Description
from pagemill.engines.live import check
from pagemill.engines.web import WebEngine
from pagemill.measure.engine import Unanswered

PAGE = b"<title>t</title><p>The ferry leaves from the northern pier at noon every day.</p>"


@contextmanager
def serving() -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """Serve a page, and a redirect to the same server at another loopback address."""
    seen: list[tuple[str, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append((self.path, dict(self.headers)))
            away = self.path == "/away"
            self.send_response(302 if away else 200)
            if away:
                self.send_header("Location", f"http://127.0.0.2:{self.server.server_port}/page")
            self.end_headers()
            if not away:
                self.wfile.write(PAGE)

        def log_message(self, *words: Any) -> None:
            pass

    with HTTPServer(("0.0.0.0", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", seen
        finally:
            server.shutdown()
            thread.join()


def engine(base: str) -> WebEngine:
    return WebEngine(
        Description(
            name="e",
            search=f"{base}/search?q={{query}}",
            results="hits",
            address="url",
            headers={"Authorization": "k3y"},
            pause_s=0.0,
            live=True,
        )
    )


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1/", "http://10.0.0.1/x", "http://169.254.169.254/", "http://[::1]/"],
)
def test_private_addresses_are_not_asked(address: str):
    with pytest.raises(Unanswered, match="may not be asked"):
        check(address, "engine.example")


def test_the_host_of_the_engine_may_be_asked():
    check("http://127.0.0.1:9/x", "127.0.0.1")


def test_keys_of_the_engine_stay_with_it():
    with serving() as (base, seen):
        assert "ferry" in (engine(base).fetch(f"{base}/page") or "")
    [(_, headers)] = seen
    assert "k3y" not in headers.values()


def test_no_redirect_leads_to_a_private_address():
    with serving() as (base, seen):
        with pytest.raises(Unanswered, match="may not be asked"):
            engine(base).fetch(f"{base}/away")
        assert [path for path, _ in seen] == ["/away"]
