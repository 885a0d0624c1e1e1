"""A search server that is kept up to date by builds (stub, not tested on the real server)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from material.opensearchserver import Stub, opensearch
from pagemill.api import Collection
from pagemill.errors import CollectionError, SurroundingsError
from pagemill.index.served.server import Server


@pytest.fixture
def stub() -> Iterator[Stub]:
    with opensearch() as stub:
        yield stub


@pytest.fixture
def root(built: Collection, stub: Stub, tmp_path: Path) -> Path:
    root = Path(shutil.copytree(built.root, tmp_path / "c"))
    (root / "collection.toml").write_text(f'[search]\nserver = "{stub.address}/pages"\n')
    return root


def lines(stub: Stub, what: str) -> int:
    return sum(what in line for line in stub.log)


def test_a_build_sends_the_pages_and_the_server_answers(
    built: Collection, root: Path, stub: Stub
):
    collection = Collection.open(root)
    assert collection.search("title").total == built.search("title").total
    assert not stub.log, "until the server holds the pages the folder answers"
    collection.build()
    stub.log.clear()
    for query in ("title", "word2x7 title", '"title word"', "site:a.example", "word1x3"):
        ours, theirs = collection.search(query, facets=["site"]), built.search(query)
        assert ours.total == theirs.total
        assert {hit.url for hit in ours.hits} == {hit.url for hit in theirs.hits}
        assert ours.facets == built.search(query, facets=["site"]).facets
    assert lines(stub, "_search") >= 10
    [hit] = collection.search("word1x3").hits
    assert hit.near_copies == 2
    assert {hit.snippet[start:end] for start, end in hit.highlights} == {"word1x3"}


def test_only_what_changed_is_sent(root: Path, stub: Stub, tmp_path: Path):
    Collection.open(root).build()
    held = dict(stub.indexes["pages"].pages)
    stub.log.clear()
    Collection.open(root).build()
    assert not lines(stub, "_bulk")
    more = tmp_path / "more.jsonl"
    more.write_text('{"url": "http://new.example/", "html": "<p>' + "fresh lime " * 40 + '"}\n')
    collection = Collection.open(root)
    collection.import_([more])
    collection.build()
    now = stub.indexes["pages"].pages
    assert len(now.keys() - held.keys()) == 1
    assert all(now[key] == page for key, page in held.items())
    assert collection.search("fresh lime").total == 1


def test_what_is_forgotten_leaves_the_server(root: Path, stub: Stub):
    collection = Collection.open(root)
    collection.build()
    [hit] = collection.search("word1x3").hits
    collection.forget(hit.url)
    assert all(page["url"] != hit.url for page in stub.indexes["pages"].seen.values())
    assert hit.url not in {one.url for one in collection.search("word1x3").hits}


def test_a_build_that_was_interrupted_goes_on(root: Path, stub: Stub):
    collection = Collection.open(root)
    made, none = b'{"acknowledged":true}', b'{"hits":{"hits":[]}}'
    stub.trouble += [(404, b"{}"), (200, made), (200, none), (500, b"{}")]
    with pytest.raises(SurroundingsError, match="refuses"):
        collection.build()
    assert collection.search("title").total > 0
    collection.build()
    assert len(stub.indexes["pages"].seen) == 4


def test_another_way_of_stemming_makes_the_index_anew(root: Path, stub: Stub):
    Collection.open(root).build()
    toml = root / "collection.toml"
    toml.write_text(toml.read_text() + '[index]\nstemming = "en"\n')
    collection = Collection.open(root)
    collection.build()
    assert lines(stub, "DELETE /pages") == 1
    assert collection.search("titles").total == collection.search("title").total > 0


def test_an_index_of_others_is_left_alone(root: Path, stub: Stub):
    Server(f"{stub.address}/pages").create(
        {"settings": {"index": {}}, "mappings": {"properties": {}}}
    )
    with pytest.raises(CollectionError, match=r"did not make it.*another name"):
        Collection.open(root).build()
    assert not lines(stub, "DELETE")


def test_another_build_on_the_server_is_told(root: Path, stub: Stub):
    collection = Collection.open(root)
    collection.build()
    Server(f"{stub.address}/pages").set_mark({"pagemill": 1, "run": "of another folder"})
    with pytest.raises(CollectionError, match="pagemill build"):
        collection.search("title")


def test_a_user_is_answered_from_what_that_user_may_see(root: Path, stub: Stub):
    (root / "access.toml").write_text('[users]\neve = "site:b.example"\n', encoding="utf-8")
    collection = Collection.open(root)
    collection.build()
    stub.log.clear()
    everything = collection.search("title", facets=["site"])
    seen = collection.search("title", user="eve", facets=["site"])
    assert set(everything.facets["site"]) > {"a.example"}
    assert "a.example" not in seen.facets["site"]
    assert all("//a.example/" not in hit.url for hit in seen.hits)
    stub.log.clear()
    assert collection.search("title", user="eve").total == seen.total < everything.total
    assert not stub.log, "no server knows what a user may see"


def test_pages_that_the_server_did_not_answer_for_are_sent_by_the_next_build(
    root: Path, stub: Stub
):
    made, none = b'{"acknowledged":true}', b'{"hits":{"hits":[]}}'
    stub.trouble += [(404, b"{}"), (200, made), (200, none), (200, b"{}")]
    with pytest.raises(SurroundingsError, match="no answer"):
        Collection.open(root).build()
    Collection.open(root).build()
    assert len(stub.indexes["pages"].seen) == 4
