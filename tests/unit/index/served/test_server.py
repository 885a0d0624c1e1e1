"""The way to a search server and back (stub, not tested on the real server)."""

from __future__ import annotations

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
        ((200, b"<html>a proxy"), "no answer of an OpenSearch server"),
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
