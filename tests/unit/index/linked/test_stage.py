"""The links of a collection."""

from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from pagemill.collection import parquet
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.index import tantivy
from pagemill.index.linked import stage
from pagemill.tables import CapturedKeys, DocLinking, DocViews

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


TEXTS = ("", "a", " b  c", "d")


class Grown:
    """Pages of which the links are kept from one reading to the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = stage.Before(folder / "links.npz", "made")
        self.pages: dict[str, tuple[list[tuple[str, str]], str]] = {}
        self.framing: set[str] = set()

    def write(self) -> list[Path]:
        parts: list[Path] = []
        for half in range(2):
            urls = sorted((u for u in self.pages if url_hash(u) >> 63 == half), key=url_hash)
            blank = {one.name: [""] * len(urls) for one in fields(DocViews)}
            hashes = np.array([url_hash(url) for url in urls], np.uint64)
            known = {
                "url_hash": hashes,
                "url": urls,
                "fetched_at": np.zeros(len(urls), "datetime64[us]"),
                "block_digest": [self.pages[url][1] for url in urls],
                "topic_links": [
                    [{"url": u, "text": t} for u, t in self.pages[url][0]] for url in urls
                ],
                "frames": [
                    [{"url": "f", "text": "joined"}] if url in self.framing else []
                    for url in urls
                ],
            }
            for name in ("keywords", "topic_link_scores"):
                known[name] = [[] for _ in urls]
            for one in fields(DocViews):
                if one.name.endswith("_confidence"):
                    known[one.name] = np.zeros(len(urls))
            parts.append(self.folder / f"views-{half}.parquet")
            parquet.write_part(DocViews(**(blank | known)), parts[-1])
        captures = self.folder / "captures.parquet"
        keys = np.array(sorted(map(url_hash, self.pages)), np.uint64)
        parquet.write_part(CapturedKeys(url_hash=keys), captures)
        return [*parts, captures]

    def check(self, kept_for: dict[str, str] | None = None) -> None:
        *parts, captures = self.write()
        given = parts, [captures], kept_for or {}, lambda _: False
        anew = stage.read(*given, unfetched=False)
        found = stage.read(*given, unfetched=False, before=self.before)
        assert found.anchors == anew.anchors
        assert found.unfetched == {}
        for name in ("keys", "source", "target"):
            assert np.array_equal(getattr(found.edges, name), getattr(anew.edges, name))


@pytest.mark.parametrize("seed", range(6))
def test_links_that_are_kept_tell_what_all_links_tell(tmp_path: Path, seed: int):
    pick, grown = random.Random(seed), Grown(tmp_path)
    urls = [f"http://h{n % 5}.org/{n}" for n in range(60)]
    for step in range(8):
        for url in pick.sample(urls, 12):
            links = [
                (
                    pick.choice(urls) + pick.choice(["", "#x"]),
                    pick.choice(["", "a", " b  c", "d"]),
                )
                for _ in range(pick.randrange(6))
            ]
            grown.pages[url] = links, f"{step}"
        for url in pick.sample(sorted(grown.pages), 2):
            del grown.pages[url]
        copies = pick.sample(urls, 6)
        grown.check(dict(zip(copies[:3], copies[3:], strict=True)))


def test_links_of_pages_that_are_as_they_were_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    grown = Grown(tmp_path)
    grown.pages = {f"http://a.org/{n}": ([("http://new.org/", "later")], "1") for n in range(9)}
    grown.check()
    read: list[int] = []
    some = parquet.Part.some

    def counted(part: parquet.Part, table: type, rows: list[int]) -> parquet.Rows:
        read.append(len(rows))
        return some(part, table, rows)

    monkeypatch.setattr(parquet.Part, "some", counted)
    grown.check()
    assert read == []
    # The texts of links to a page that is captured now were not kept: they are read.
    grown.pages["http://new.org/"] = ([], "1")
    grown.check()
    assert sum(read) == 1 + 9 + (0 if len(read) > 1 else 1)
    read.clear()
    grown.framing = {"http://a.org/1"}
    grown.check()
    assert read == [1]
    read.clear()
    grown.check()
    assert read == [1]


@pytest.mark.parametrize("how", ["damaged", "of other pages"])
def test_kept_links_that_are_of_no_use_are_read_again(tmp_path: Path, how: str):
    grown = Grown(tmp_path)
    grown.pages = {"http://a.org/": ([("http://b.org/", "b")], "1"), "http://b.org/": ([], "1")}
    grown.check()
    if how == "damaged":
        data = grown.before.path.read_bytes()
        grown.before.path.write_bytes(data[:-30])
    else:
        grown.before = stage.Before(grown.before.path, "made otherwise")
        grown.pages["http://a.org/"] = [("http://b.org/", "another")], "1"
    grown.check()


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
