"""The way to a search server and back (stub, not tested on the real server)."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from material.opensearchserver import Stub, opensearch
from pagemill.errors import SurroundingsError, UsageError
from pagemill.index.document import IndexDocument
from pagemill.index.served import body, server
from pagemill.index.served.server import Server
from pagemill.index.tantivy import stemming_of

NONE = stemming_of(())


@pytest.fixture
def stub() -> Iterator[Stub]:
    with opensearch() as stub:
        yield stub


@pytest.fixture
def index(stub: Stub) -> Server:
    made = Server(f"{stub.address}/pages/")
    made.create(body.creation(()))
    return made


def sent(count: int) -> list[tuple[str, body.Body | None]]:
    pages = [IndexDocument(url=f"http://a.org/{n}", text=f"lime w{n}") for n in range(count)]
    return [(body.name(one.url), body.page(one, NONE)) for one in pages]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "pages",
        "ftp://h/pages",
        "http:///pages",
        "http://h",
        "http://h/a/b",
        "http://h/Pages",
    ],
)
def test_what_is_no_address_of_an_index_is_told(address: str):
    with pytest.raises(UsageError, match="server is"):
        Server(address)


def test_a_password_in_the_address_is_refused_and_not_repeated():
    with pytest.raises(UsageError) as told:
        Server("http://me:hunter2zqx@h/pages")
    assert "hunter2zqx" not in str(told.value)


def test_an_index_is_made_marked_and_deleted(stub: Stub):
    index = Server(f"{stub.address}/pages")
    assert index.mark() is None
    index.create(body.creation(("en",)))
    assert index.mark() == body.mark("", ("en",))
    index.set_mark(body.mark("r", ("en",)))
    assert index.mark() == body.mark("r", ("en",))
    index.drop()
    assert index.mark() is None


def test_pages_go_in_batches_and_can_be_read_and_taken_out(stub: Stub, index: Server):
    assert index.write(sent(2_500)) == 2_500
    assert sum("_bulk" in line for line in stub.log) == 3
    assert {one["url"] for one in index.every(["url"])} == {
        f"http://a.org/{n}" for n in range(2_500)
    }
    gone = [(body.name(f"http://a.org/{n}"), None) for n in range(2_400)]
    assert index.write(gone) == 2_400
    assert len(list(index.every(["url"]))) == 100


def test_all_pages_are_read_where_they_are_more_than_one_answer_holds(
    index: Server, monkeypatch: pytest.MonkeyPatch
):
    index.write(sent(10))
    monkeypatch.setattr(server, "WINDOW", 4)
    assert len({one["url"] for one in index.every(["url"])}) == 10


def test_a_batch_is_bounded_in_bytes(
    stub: Stub, index: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server, "BATCH_BYTES", 1_000)
    index.write(sent(20))
    assert sum("_bulk" in line for line in stub.log) > 3


def test_a_page_that_is_refused_is_told_with_its_reason(index: Server):
    with pytest.raises(SurroundingsError, match=r"refused \(400\).*colour.*build again"):
        index.write([("x", {"colour": "red"})])


def test_texts_that_no_utf8_can_hold_are_sent_all_the_same(index: Server):
    one = IndexDocument(url="http://a.org/\ud800", text="lime \ud800 tree")
    assert index.write([(body.name(one.url), body.page(one, NONE))]) == 1


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ((500, b'{"error":{"reason":"no heap left"}}'), r"refuses \(500\): no heap left"),
        ((401, b"Unauthorized"), r"refuses \(401\): Unauthorized"),
        ((502, b"<html>\n<body>\nBad gateway"), r"refuses \(502\): <html> <body> Bad gateway"),
        ((503, b""), r"refuses \(503\): no reason given"),
        ((200, b"<html>a proxy"), "no answer of an OpenSearch server"),
        ((200, b"[" * 100_000), "no answer of an OpenSearch server"),
        ((200, b'{"_shards":5}'), "no answer of an OpenSearch server"),
        ((200, b'{"hits":{}}'), "no answer of an OpenSearch server"),
        ((200, b'{"timed_out":true}'), "a part of its pages"),
        (
            (200, b'{"hits":{"total":{"value":10000,"relation":"gte"},"hits":[]}}'),
            "no answer of an OpenSearch server",
        ),
    ],
)
def test_a_server_in_trouble_is_told_in_one_line(
    stub: Stub, index: Server, trouble: tuple[int, bytes], said: str
):
    stub.trouble.append(trouble)
    with pytest.raises(SurroundingsError, match=said) as told:
        index.total(index.search({"query": {"match_all": {}}}))
    assert "\n" not in str(told.value)
    assert index.total(index.search({"query": {"match_all": {}}})) == 0


def test_a_server_that_is_not_there_is_told():
    with opensearch() as stub:
        address = stub.address
    with pytest.raises(SurroundingsError, match="is it running"):
        Server(f"{address}/pages").mark()


@pytest.mark.parametrize(
    "answer",
    [b"{}", b'{"pages":[]}', b'{"errors":false,"items":[]}', b'{"errors":true,"items":3}'],
)
def test_pages_that_were_not_answered_for_are_not_taken_as_sent(
    stub: Stub, index: Server, answer: bytes
):
    stub.trouble.append((200, answer))
    with pytest.raises(SurroundingsError, match=r"no answer|0 of 3 pages were answered for"):
        index.write(sent(3))
    assert index.write(sent(3)) == 3


@pytest.mark.parametrize("answer", [b"{}", b'{"pages":[]}', b'{"acknowledged":false}'])
def test_a_change_that_was_not_acknowledged_is_none(stub: Stub, index: Server, answer: bytes):
    for change in (index.drop, lambda: index.set_mark({}), lambda: index.create({})):
        stub.trouble.append((200, answer))
        with pytest.raises(SurroundingsError, match="no answer of an OpenSearch server"):
            change()


@pytest.mark.parametrize("answer", [b'{"pages":[]}', b'{"error":"x"}', b'{"pages":NaN}'])
def test_a_mapping_that_is_none_is_told(stub: Stub, index: Server, answer: bytes):
    stub.trouble.append((200, answer))
    with pytest.raises(SurroundingsError, match="no answer of an OpenSearch server"):
        index.mark()


def test_an_answer_without_end_is_not_read_to_the_end(
    stub: Stub, index: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server, "LONGEST_ANSWER", 10)
    stub.trouble.append((200, b'{"pages":{}' + b" " * 100 + b"}"))
    with pytest.raises(SurroundingsError, match="no answer of an OpenSearch server"):
        index.mark()


def test_a_refusal_that_breaks_off_is_told():
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def refuse() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 500 no\r\nContent-Length: 99\r\n\r\nhalf")

        thread = threading.Thread(target=refuse)
        thread.start()
        with pytest.raises(SurroundingsError, match=r"refuses \(500\)"):
            Server(f"http://127.0.0.1:{listener.getsockname()[1]}/pages").mark()
        thread.join()
