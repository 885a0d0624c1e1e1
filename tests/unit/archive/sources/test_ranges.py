from __future__ import annotations

import contextlib
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from material.rangeserver import served
from pagemill.archive.sources.ranges import (
    TRIES,
    FolderRanges,
    HttpRanges,
    StoreRanges,
    open_ranges,
)
from pagemill.errors import SurroundingsError, UsageError

DATA = bytes(range(200))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a b.bin").write_bytes(DATA)
    return tmp_path


def test_a_folder_gives_stretches(root: Path):
    files = open_ranges(str(root))
    assert isinstance(files, FolderRanges)
    assert files.read("a b.bin", 20, 5) == DATA[20:25]
    assert files.read("a b.bin", 190, 50) == DATA[190:]
    assert files.size("a b.bin") == len(DATA)
    with pytest.raises(SurroundingsError, match="none"):
        files.read("none", 0, 1)
    with pytest.raises(SurroundingsError, match="none"):
        files.size("none")


@pytest.mark.parametrize("knows_ranges", [True, False])
def test_a_server_gives_stretches_by_one_request_each(root: Path, knows_ranges: bool):
    with served(root, knows_ranges=knows_ranges) as (address, log):
        files = open_ranges(address)
        assert files.read("a b.bin", 20, 5) == DATA[20:25]
        assert log == [("/a%20b.bin", "bytes=20-24")]
        assert files.read("a b.bin", 190, 50) == DATA[190:]
        assert files.read("a b.bin", 300, 5) == b""
        assert files.read("a b.bin", 0, 0) == b""
        assert files.size("a b.bin") == len(DATA)
        with pytest.raises(SurroundingsError, match="404"):
            files.read("none", 0, 1)


def test_a_busy_server_is_asked_again_later_and_later(root: Path):
    waits: list[float] = []
    with served(root, busy=(503, 429)) as (address, log):
        files = HttpRanges(address, wait=waits.append)
        assert files.read("a b.bin", 0, 2) == DATA[:2]
    assert (waits, len(log)) == ([2.0, 4.0], 3)
    with served(root, busy=(503,) * 9) as (address, log):
        files = HttpRanges(address, wait=waits.append)
        with pytest.raises(SurroundingsError, match="503"):
            files.read("a b.bin", 0, 2)
    with pytest.raises(SurroundingsError, match="does not answer"):
        HttpRanges("http://127.0.0.1:9", wait=waits.append).size("a")


def test_a_store_gives_stretches():
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/bucket/a.bin", DATA)
    files = open_ranges("memory://bucket")
    assert isinstance(files, StoreRanges)
    assert files.read("a.bin", 20, 5) == DATA[20:25]
    assert files.read("a.bin", 20, 0) == b""
    assert files.size("a.bin") == len(DATA)
    for call in (lambda: files.read("none", 0, 1), lambda: files.size("none")):
        with pytest.raises(SurroundingsError, match="none"):
            call()


def test_an_unknown_kind_of_address_is_refused():
    with pytest.raises(UsageError, match="remote"):
        open_ranges("zzz://bucket")


class Endless(BaseHTTPRequestHandler):
    """Sends far more than it was asked for."""

    status = 206
    sent = 0

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        with contextlib.suppress(OSError):
            for _ in range(300):
                self.wfile.write(bytes(1 << 20))
                type(self).sent += 1

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.mark.parametrize("status", [200, 206])
def test_no_more_is_taken_than_was_asked_for(status: int):
    handler = type("Handler", (Endless,), {"status": status})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        files = HttpRanges(f"http://127.0.0.1:{server.server_port}", wait=lambda _: None)
        assert files.read("a", 5 << 20, 1000) == bytes(1000)
        with pytest.raises(SurroundingsError, match="no ranges" if status == 200 else "size"):
            files.read("a", 1 << 50, 9) if status == 200 else files.size("a")
        server.shutdown()
        thread.join()
    assert handler.sent < 300


class Lying(BaseHTTPRequestHandler):
    """Breaks off, and states a size that is none."""

    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        self.send_response(206)
        self.send_header("Content-Length", "10")
        self.send_header("Content-Range", "bytes 0-0/" + "9" * 5000)
        self.end_headers()
        self.wfile.write(b"x")

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def test_an_answer_that_breaks_off_is_asked_for_again_and_a_false_size_is_none():
    with ThreadingHTTPServer(("127.0.0.1", 0), Lying) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        files = HttpRanges(f"http://127.0.0.1:{server.server_port}", wait=lambda _: None)
        with pytest.raises(SurroundingsError, match="does not answer"):
            files.read("a", 0, 10)
        assert Lying.asked == TRIES
        with pytest.raises(SurroundingsError, match="size"):
            files.size("a")
        server.shutdown()
        thread.join()


class Dripping(BaseHTTPRequestHandler):
    """Sends a byte now and then: of its header, or of what it was asked for."""

    is_slow_head = False

    def do_GET(self) -> None:
        with contextlib.suppress(OSError):
            if not self.is_slow_head:
                self.send_response(206)
                self.send_header("Content-Length", "1000")
                self.end_headers()
            for _ in range(400):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.mark.parametrize("is_slow_head", [False, True])
def test_an_answer_that_drips_is_waited_for_no_longer_than_it_may_take(is_slow_head: bool):
    handler = type("Handler", (Dripping,), {"is_slow_head": is_slow_head})
    begun = time.monotonic()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        files = HttpRanges(address, wait=lambda _: None, longest_s=0.2)
        with pytest.raises(SurroundingsError, match="too long"):
            files.read("a", 0, 1000)
        server.shutdown()
        thread.join()
    assert time.monotonic() - begun < 15


class Elsewhere(BaseHTTPRequestHandler):
    """Answers with other bytes than it was asked for."""

    header = ("Content-Range", "bytes 0-9/100")

    def do_GET(self) -> None:
        self.send_response(206)
        self.send_header("Content-Length", "10")
        self.send_header(*self.header)
        self.end_headers()
        self.wfile.write(bytes(10))

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@pytest.mark.parametrize(
    "header",
    [
        ("Content-Range", "bytes 0-9/100"),
        ("Content-Range", "pages 20-29/100"),
        ("Content-Type", "multipart/byteranges; boundary=a"),
    ],
)
def test_another_range_than_was_asked_for_is_no_answer(header: tuple[str, str]):
    handler = type("Handler", (Elsewhere,), {"header": header})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        files = HttpRanges(f"http://127.0.0.1:{server.server_port}", wait=lambda _: None)
        with pytest.raises(SurroundingsError, match="another range"):
            files.read("a", 20, 10)
        server.shutdown()
        thread.join()
