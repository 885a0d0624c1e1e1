from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.collection import parquet
from pagemill.collection.layout import Layout
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.stage import _fetches
from pagemill.errors import CollectionError, UsageError
from pagemill.explain import explain
from pagemill.pages import fill as module
from pagemill.pages.fill import clear, fill, is_filled, validators
from pagemill.pages.history import Validators
from pagemill.tables import Fetches

AT = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = " ".join(f"word{number} and" for number in range(90))


def page(url: str, text: str, day: int, links: tuple[tuple[str, str], ...] = ()) -> str:
    anchors = "".join(
        f'<p>{TEXT} <a href="{href}">{words}</a> {text}.</p>' for href, words in links
    )
    html = f"<title>{text}</title><body><article><p>{text} {TEXT}</p>{anchors}</article></body>"
    row = {"url": url, "html": html, "status": 200, "fetched_at": f"2026-03-0{day}T00:00:00Z"}
    return json.dumps(row) + "\n"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    source = tmp_path / "a.jsonl"
    source.write_text(
        page("http://a.org/1", "first", 1)
        + page("http://a.org/1", "second", 2)
        + page("http://a.org/1", "second", 3)
        + page("http://b.org/", "other", 1, (("http://a.org/1#part", "the  first page"),))
    )
    found = Collection.create(tmp_path / "c")
    found.import_([source])
    found.build(workers=1)
    return found


def test_a_build_fills_the_table(collection: Collection):
    found = collection.history("http://a.org/1")
    assert [(one.at.day, one.change) for one in found.versions] == [
        (3, "same"),
        (2, "changed"),
        (1, "new"),
    ]
    [anchor] = found.anchors
    assert (anchor.source, anchor.texts) == ("http://b.org/", ("the first page",))
    assert set(found.rows) == {"docviews", "sketches", "clusters"}
    assert [url for url, _ in collection.pages("a.org")] == ["http://a.org/1"]
    steps = explain(Layout(collection.root), "http://a.org/1").steps
    assert steps[-1].stage == "pages"
    assert steps[-1].reason.startswith("3 captures, linked from 1 pages")


def test_only_what_is_new_is_read_again(collection: Collection, tmp_path: Path, monkeypatch):
    layout = Layout(collection.root)
    assert is_filled(layout)
    assert fill(layout, "me") == (0, 0, 0)
    source = tmp_path / "b.jsonl"
    source.write_text(page("http://a.org/1", "third", 5) + page("http://c.org/", "new", 5))
    collection.import_([source])
    assert not is_filled(layout)
    with pytest.raises(CollectionError, match="not up to date"):
        collection.history("http://a.org/1")
    read: list[str] = []
    put = module._put_captures
    monkeypatch.setattr(
        module, "_put_captures", lambda t, f, name: read.append(name) or put(t, f, name)
    )
    put_pages = module._put_pages
    monkeypatch.setattr(
        module, "_put_pages", lambda t, rows: read.extend(rows.url) or put_pages(t, rows)
    )
    collection.build(workers=1)
    # One archive file, and of the pages those that are new or changed.
    assert sorted(read) == ["00001", "http://a.org/1", "http://c.org/"]
    found = collection.history("http://a.org/1")
    assert [one.change for one in found.versions] == ["changed", "same", "changed", "new"]


def logged(collection: Collection, first: int, *urls: str) -> Path:
    path = Layout(collection.root).crawl_log / f"part-{first:09d}.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    attempts = [
        Attempt(url=url, at=AT.timestamp() + n, status=0, outcome="failed", reason="too slow")
        for n, url in enumerate(urls)
    ]
    parquet.write_part(_fetches(attempts), path)
    return path


def test_the_log_of_a_crawl_feeds_the_table(collection: Collection):
    logged(collection, 1, "http://a.org/1", "http://nowhere.example/")
    with pytest.raises(CollectionError, match="not up to date"):
        collection.history("http://a.org/1")
    collection.build(workers=1)
    found = collection.history("http://a.org/1")
    assert [one.reason for one in found.attempts] == ["too slow"]
    assert len(found.versions) == 3
    assert collection.history("http://nowhere.example/").versions == ()
    second = logged(collection, 3, "http://a.org/1", "http://a.org/1")
    collection.build(workers=1)
    assert len(collection.history("http://a.org/1").attempts) == 2  # the same instant, and one
    second.unlink()
    collection.build(workers=1)
    assert len(collection.history("http://a.org/1").attempts) == 1


def test_what_is_forgotten_leaves_the_log(collection: Collection):
    path = logged(collection, 1, "http://a.org/1", "http://b.org/")
    collection.forget("a.org")
    assert parquet.read(Fetches, [path]).url == ["http://b.org/"]
    assert collection.history("http://a.org/1").attempts == ()
    assert len(collection.history("http://b.org/").attempts) == 1


def test_what_is_forgotten_leaves_the_table(collection: Collection):
    collection.forget("http://a.org/1")
    with pytest.raises(UsageError, match="knows nothing"):
        collection.history("http://a.org/2")
    assert collection.history("http://b.org/").versions
    # The link of the other page still names the address, its captures are gone.
    assert collection.history("http://a.org/1").versions == ()
    pages = collection.root / "pages"
    assert not any(b"second" in path.read_bytes() for path in pages.rglob("*.sst"))


def test_the_table_may_be_deleted_and_is_made_again(collection: Collection):
    before = collection.history("http://a.org/1")
    clear(Layout(collection.root))
    collection.build(workers=1)
    after = collection.history("http://a.org/1")
    assert (after.versions, after.anchors, after.rows) == (
        before.versions,
        before.anchors,
        before.rows,
    )


def test_a_table_that_is_not_wanted_is_not_filled(tmp_path: Path):
    collection = Collection.create(tmp_path / "c")
    toml = tmp_path / "c" / "collection.toml"
    toml.write_text(toml.read_text() + "\n[pages]\nfill = false\n".replace("[pages]\n", ""))
    toml.write_text("[pages]\nfill = false\n")
    Collection.open(collection.root).build(workers=1)
    assert not (tmp_path / "c" / "pages").exists()


def test_validators_are_read_from_the_head_of_a_record():
    record = (
        b"WARC/1.1\r\nWARC-Type: response\r\nETag: wrong\r\n\r\n"
        b'HTTP/1.1 200 OK\r\netag:  "v1" \r\nLast-Modified: yesterday\r\n\r\nETag: body\r\n'
    )
    assert validators(record) == Validators('"v1"', "yesterday")
    assert validators(record[:60]) == Validators()
    assert validators(b"") == Validators()


def test_a_copied_collection_is_filled_though_its_files_have_new_times(collection: Collection):
    layout = Layout(collection.root)
    for path in layout.tables.rglob("*.parquet"):
        os.utime(path, (1, 1))
    assert is_filled(layout)
    [part] = (layout.tables / "docviews").rglob("*.parquet")
    part.write_bytes(part.read_bytes()[:-1] + b"?")
    assert not is_filled(layout)


def test_a_part_of_another_run_is_looked_at_whatever_its_end(collection: Collection):
    layout = Layout(collection.root)
    [part] = (layout.tables / "docviews").rglob("*.parquet")
    os.utime(part, (1, 1))
    run = part.parent
    other = run.rename(run.with_name("docviews-0123456789abcdef"))
    current = layout.current.read_text("utf-8")
    layout.current.write_text(current.replace(run.name, other.name), "utf-8")
    assert not is_filled(layout)
