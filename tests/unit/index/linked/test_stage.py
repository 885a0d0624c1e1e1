"""The links of a collection."""

from __future__ import annotations

import numpy as np
import pytest

from pagemill.collection import parquet
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.index import tantivy
from pagemill.index.linked import stage
from pagemill.tables import CapturedKeys, DocLinking

PAGES = {
    "http://a.org/": [("http://b.org/#top", "the rye page"), ("http://c.org/", "an oven")],
    "http://b.org/": [("http://a.org/", "home"), ("http://b.org/", "itself")],
    "http://copy.org/": [("http://c.org/", "an oven"), ("mailto:x@y.org", "write")],
}


@pytest.fixture
def found(tmp_path) -> stage.Linking:
    return read(tmp_path)


def read(folder, kept_for=None, refuses=lambda _: False, *, unfetched=True) -> stage.Linking:
    urls = sorted(PAGES, key=url_hash)
    keys = np.array([url_hash(url) for url in urls], np.uint64)
    links = [[{"url": u, "text": t} for u, t in PAGES[url]] for url in urls]
    views, captures = folder / "views.parquet", folder / "captures.parquet"
    parquet.write_part(DocLinking(url_hash=keys, url=urls, topic_links=links), views)
    parquet.write_part(CapturedKeys(url_hash=keys), captures)
    return stage.read([views], [captures], kept_for or {}, refuses, unfetched=unfetched)


def called(found: stage.Linking) -> dict[str, tuple[str, ...]]:
    known = {url_hash(url): url for url in (*PAGES, "http://c.org/", "mailto:x@y.org")}
    return {known[key]: texts for key, texts in found.anchors.items()}


def test_links_tell_what_pages_are_called_and_not_what_they_call_themselves(found):
    assert called(found) == {
        "http://a.org/": ("home",),
        "http://b.org/": ("the rye page",),
        "http://c.org/": ("an oven",),
        "mailto:x@y.org": ("write",),
    }


def test_only_web_pages_without_a_capture_are_known_by_name(found):
    assert list(found.unfetched.values()) == ["http://c.org/"]


def test_what_a_copy_is_called_the_kept_page_is_called(tmp_path):
    found = read(tmp_path, kept_for={"http://b.org/": "http://copy.org/"})
    assert called(found)["http://copy.org/"] == ("the rye page",)
    assert "http://b.org/" not in called(found)


def test_without_pages_that_were_not_fetched_only_captured_ones_are_called_something(tmp_path):
    found = read(tmp_path, unfetched=False)
    assert called(found) == {"http://a.org/": ("home",), "http://b.org/": ("the rye page",)}
    assert found.unfetched == {}
    assert found.edges.keys.tolist() == read(tmp_path).edges.keys.tolist()


def test_a_forgotten_page_is_not_known_by_name(tmp_path):
    assert read(tmp_path, refuses=lambda url: "c.org" in url).unfetched == {}


def test_places_are_written_and_read_back(found, tmp_path):
    tantivy.create(tmp_path / "i")
    tmp_path = tmp_path / "i"
    stage.write(tmp_path, found.rows())
    keys = [url_hash(url) for url in ("http://c.org/", "http://copy.org/")]
    most, least = stage.load(tmp_path).places(keys)
    assert most > least == 0.0


@pytest.mark.parametrize("damage", ["gone", "garbage", "other"])
def test_places_that_cannot_be_read_are_one_clear_error(found, tmp_path, damage):
    tantivy.create(tmp_path / "i")
    tmp_path = tmp_path / "i"
    stage.write(tmp_path, found.rows())
    path = tmp_path / stage.FILE
    if damage == "gone":
        path.unlink()
    elif damage == "garbage":
        path.write_bytes(b"x")
    else:
        np.save(path, np.zeros(3))
    with pytest.raises(CollectionError, match="pagemill build"):
        stage.load(tmp_path)
