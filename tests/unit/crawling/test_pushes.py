"""A real hub on loopback that asks back, signs and sends, and a crawl that is told."""

from __future__ import annotations

import hashlib
import hmac
import threading
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import pytest

from material import site
from pagemill.api import Collection
from pagemill.errors import SurroundingsError
from pagemill.model.progress import Event

CHALLENGE = "a challenge of the hub"


@dataclass
class Hub:
    """A hub: who subscribed, what they answered, and sending."""

    port: int = 0
    wishes: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    echoes: list[str] = field(default_factory=list[str])

    @property
    def url(self) -> str:
        """Address at which it is subscribed."""
        return f"http://127.0.0.1:{self.port}/hub"

    def verify(self, wish: dict[str, str]) -> None:
        """Ask back whether a subscription was meant."""
        said = {
            "hub.mode": "subscribe",
            "hub.topic": wish["hub.topic"],
            "hub.challenge": CHALLENGE,
            "hub.lease_seconds": "600",
        }
        with urllib.request.urlopen(f"{wish['hub.callback']}?{urlencode(said)}") as answer:
            self.echoes.append(answer.read().decode())

    def send(self, body: bytes, secret: str | None = None) -> int:
        """Tell the last subscriber of news, signed with its secret or another."""
        wish = self.wishes[-1]
        key = (wish["hub.secret"] if secret is None else secret).encode()
        signature = hmac.new(key, body, hashlib.sha256).hexdigest()
        request = urllib.request.Request(
            wish["hub.callback"], body, {"X-Hub-Signature": f"sha256={signature}"}
        )
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)


@contextmanager
def serving() -> Generator[Hub]:
    hub = Hub()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            wish = {key: values[0] for key, values in parse_qs(body).items()}
            hub.wishes.append(wish)
            self.send_response(202)
            self.end_headers()
            threading.Thread(target=hub.verify, args=(wish,), daemon=True).start()

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    hub.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield hub
    server.shutdown()
    server.server_close()
    thread.join(5)


def feed(hub: Hub, base: str, pages: list[str]) -> dict[str, str]:
    items = "".join(f"<entry><id>{one}</id><link href='{base}{one}'/></entry>" for one in pages)
    links = f"<link rel='hub' href='{hub.url}'/><link rel='self' href='{base}feed'/>"
    body = f"<feed xmlns='http://www.w3.org/2005/Atom'>{links}{items}</feed>"
    return {"body": body, "type": "application/atom+xml"}


def test_a_crawl_subscribes_confirms_and_visits_what_is_pushed(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    routes: dict[str, dict[str, str]] = {"/robots.txt": {"body": ""}}
    for name in ("old", "new"):
        routes[f"/{name}"] = {"body": f"<p>the {name} page of the feed</p>"}
    sent: list[int] = []
    with serving() as hub, site.running({"routes": routes}) as served:
        routes["/feed"] = feed(hub, served.url, ["old"])

        def watch(_: Event) -> None:
            if hub.echoes and not sent:
                sent.append(hub_sends())
            if "/new" in served.paths():
                collection.order_crawl("stop")

        def hub_sends() -> int:
            routes["/feed"] = feed(hub, served.url, ["old", "new"])
            # From a thread of its own: the crawl's loop must be free to answer.
            threading.Thread(target=both, daemon=True).start()
            return 1

        def both() -> None:
            results.append(hub.send(b"forged", secret="guess"))
            results.append(hub.send(b"news"))

        results: list[int] = []
        collection.crawl(
            [f"{served.url}feed"],
            allow_networks=["127.0.0.0/8"],
            delay=0.0,
            delay_factor=0.0,
            continuous=True,
            push="127.0.0.1:0",
            max_time=30.0,
            progress=watch,
        )
        paths = served.paths()
    assert hub.echoes == [CHALLENGE]
    assert hub.wishes[0]["hub.topic"] == f"{served.url}feed"
    assert len(hub.wishes) == 1
    assert results[:1] == [200], "a forged one is answered, and not believed"
    assert paths.count("/feed") == 2
    assert paths.count("/new") == 1


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with site.running({"routes": {"/robots.txt": {"body": ""}, "/": {"body": "x"}}}) as served:
        taken = f"127.0.0.1:{served.port}"
        with pytest.raises(SurroundingsError, match="choose another port"):
            collection.crawl([served.url], allow_networks=["127.0.0.0/8"], push=taken)
