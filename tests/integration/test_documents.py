"""Documents of every kind, through import, build and search, as a person sees them."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

import pagemill
from material import warcs
from material.documents import (
    DOCBOOK,
    EVERY_KIND,
    LAUGHS,
    MAIL,
    MARKDOWN,
    bomb,
    document,
)
from pagemill import Collection, api, pipeline
from pagemill.convert import registry
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner
from pagemill.tables import DocViews

MARKUP = {"text.md": MARKDOWN, "book.xml": DOCBOOK, "letter.eml": MAIL}
HARMFUL = {
    "bomb.docx": (bomb(), "bomb"),
    "laughs.xml": (LAUGHS, "bomb"),
    "locked.pdf": (document("locked.pdf"), "encrypted"),
    "locked.xlsx": (document("locked.xlsx"), "encrypted"),
    "cut.pptx": (document("slides.pptx")[:9_000], "broken document"),
    "cut.doc": (document("article.doc")[:9_000], "broken document"),
    "empty.pdf": (b"", "empty file"),
    "silent.md": (b"\n\n", "without text"),
}
QUERY = {"article": "almanac quarterly", "sheet": "leuchtturm", "slides": "slack OR neap"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Give a folder with a document of every kind, and some made to do harm."""
    home = tmp_path_factory.mktemp("documents")
    for name in EVERY_KIND:
        (home / name).write_bytes(document(name))
    for name, payload in MARKUP.items():
        (home / name).write_bytes(payload)
    for name, (payload, _) in HARMFUL.items():
        (home / name).write_bytes(payload)
    return home


@pytest.fixture(scope="module")
def built(folder, tmp_path_factory) -> Collection:
    collection = Collection.create(tmp_path_factory.mktemp("collection") / "c")
    collection.import_([folder])
    collection.build(workers=2)
    return collection


def views(collection: Collection) -> dict[str, pagemill.DocView]:
    return {view.url.rpartition("/")[2]: view for view in collection.docviews()}


def kept(collection: Collection) -> dict[str, bytes]:
    found = sorted((collection.root / "conversions").rglob("*.warc.gz"))
    return {path.name: path.read_bytes() for path in found}


def test_every_kind_of_document_becomes_a_page(built):
    found = views(built)
    assert set(found) == {*EVERY_KIND, *MARKUP}
    for name in EVERY_KIND:
        view = found[name]
        assert view.converter
        assert view.media_type
        assert view.language
        if name.startswith("article"):
            assert view.title == "Harbour tides explained"
            assert view.author == "Harbour Office"
            assert "潮汐是由月球和太阳的引力共同引起的" in view.text
            assert "The quarterly almanac of the harbour office" in view.text
        elif name.startswith("slides"):
            assert "Remind the audience of the quay." in view.text
        else:
            assert "Südhafen to Leuchtturm" in view.text
    assert found["letter.eml"].title == "Neue Gezeiten für März"
    assert found["text.md"].title == "Harbour tides"
    assert found["book.xml"].title == "Harbour tides"


def test_the_same_text_in_six_formats_is_found_to_be_the_same(built):
    """Only kept pages are found, so one of the six stands for the others."""
    result = built.search("almanac quarterly")
    assert result.total == 1
    assert result.hits[0].near_copies == 5
    assert built.search("leuchtturm").total == 1
    # The old format's slides lack their table, so they are no copy by the usual threshold.
    assert built.search("audience quay").total == 2


def test_what_cannot_be_converted_is_a_reject_with_its_reason(built):
    reasons: dict[str, int] = {}
    for _, reason in HARMFUL.values():
        reasons[reason] = reasons.get(reason, 0) + 1
    rejects = built.status().rejects
    assert rejects["import"] == {"empty file": 1}
    del reasons["empty file"]
    assert rejects["docviews"] == reasons
    for name, (_, reason) in HARMFUL.items():
        if reason != "empty file":
            url = next(hit for hit in _urls(built) if hit.endswith(f"/{name}"))
            steps = built.explain(url).steps
            assert [step.stage for step in steps][:2] == ["captures", "docviews"]
            assert steps[1].reason.startswith(reason)


def _urls(collection: Collection) -> list[str]:
    lines = (collection.root / "archive" / "00000.cdxj").read_text("utf-8").splitlines()
    return [
        json.loads(line[line.find("{") :])["url"] for line in lines if not line.startswith("!")
    ]


def test_explain_says_what_made_the_page(built):
    url = next(view.url for view in built.docviews() if view.url.endswith("article.pdf"))
    reasons = [step.reason for step in built.explain(url).steps if step.stage == "docviews"]
    [told] = [reason for reason in reasons if "converted by" in reason]
    assert "application/pdf converted by pdf 2 (pypdfium2 " in told


def test_each_document_is_kept_once_as_a_conversion_record(built):
    found = kept(built)
    assert len(found) == len(EVERY_KIND) + len(MARKUP) + len(HARMFUL) - 1
    for data in found.values():
        assert gzip.decompress(data).startswith(b"WARC/1.1\r\nWARC-Type: conversion\r\n")


def test_changing_purification_converts_nothing_again(built):
    before = {path: path.stat().st_mtime_ns for path in _files(built)}
    config = built.root / "collection.toml"
    config.write_text(
        f"{config.read_text()}\n[view]\nmax_page_bytes = 16000000\n".replace(
            "\n[view]\n# max_page_bytes = 16777216\n", "\n"
        )
    )
    again = Collection.open(built.root)
    assert again.status().stale[0] == DocViews.name
    again.build(workers=1)
    assert {path: path.stat().st_mtime_ns for path in _files(built)} == before
    assert set(views(again)) == {*EVERY_KIND, *MARKUP}


def _files(collection: Collection) -> list[Path]:
    return sorted((collection.root / "conversions").rglob("*.warc.gz"))


def test_any_number_of_workers_gives_the_same(folder, built, tmp_path):
    other = Collection.create(tmp_path / "other")
    other.import_([folder])
    other.build(workers=1)
    assert list(other.docviews()) == list(built.docviews())
    assert kept(other) == kept(built)


def test_deleted_conversions_are_made_again_when_they_are_needed(tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    (small / "a.docx").write_bytes(document("article.docx"))
    collection = Collection.create(tmp_path / "c")
    collection.import_([small])
    collection.build(workers=1)
    first = kept(collection)
    for path in _files(collection):
        path.unlink()
    (small / "b.odt").write_bytes(document("article.odt"))
    collection.import_([small])
    collection.build(workers=1)
    # The first was taken over as it was, so it was not needed.
    assert len(kept(collection)) == 1
    assert not set(kept(collection)) & set(first)
    assert set(views(collection)) == {"a.docx", "b.odt"}


# -- from the web


def test_a_document_is_known_by_its_bytes_whatever_the_server_said(tmp_path):
    lies = {
        "http://a.example/1": ("article.pdf", "text/html"),
        "http://a.example/2": ("article.docx", "application/octet-stream"),
        "http://a.example/3": ("article.odt", "image/png"),
        "http://a.example/4": ("article.html", "application/pdf"),
        "http://a.example/5.pdf": ("article.pdf", "application/pdf"),
    }
    records = [
        warcs.record(
            "response",
            url,
            warcs.http_answer(document(name), content_type),
            "2026-03-02T00:00:00Z",
        )
        for url, (name, content_type) in lies.items()
    ]
    warcs.write(tmp_path / "a.warc.gz", records)
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "a.warc.gz"])
    collection.build(workers=1)
    found = {view.url: view for view in collection.docviews()}
    assert set(found) == set(lies)
    assert found["http://a.example/3"].converter == "opendocument 1"
    assert found["http://a.example/4"].converter == ""
    assert len(kept(collection)) == 3  # one PDF at two addresses is converted once
    steps = collection.explain("http://a.example/3").steps
    assert "image/png, shows to be application/vnd.oasis.opendocument.text" in steps[0].reason
    # Forgetting takes the conversions with it.
    assert collection.forget("http://a.example/3").captures == 1
    assert len(kept(collection)) == 2
    assert collection.forget("a.example").captures == 4
    assert kept(collection) == {}


def test_without_the_extra_a_document_is_a_reject_that_names_it_until_it_is_there(
    tmp_path, monkeypatch
):
    (tmp_path / "in").mkdir()
    for name in ("article.pdf", "article.docx", "article.html"):
        (tmp_path / "in" / name).write_bytes(document(name))
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "in"])

    def build() -> None:
        site = Site(collection._layout, SerialRunner(), api._silent, api._now)
        pipeline.build(site, collection.config)

    with monkeypatch.context() as missing:
        missing.setattr(registry, "_installed_version", {}.get)
        build()
        assert collection.status().rejects["docviews"] == {"needs pagemill[documents]": 1}
        assert set(views(collection)) == {"article.docx", "article.html"}
        with pytest.raises(pagemill.DocumentError, match=r"needs pagemill\[documents\]"):
            pagemill.docview(document("article.pdf"))
    assert collection.status().stale
    build()
    assert set(views(collection)) == {"article.docx", "article.html", "article.pdf"}


# -- the page function and the command


@pytest.mark.parametrize("name", [*EVERY_KIND])
def test_the_page_function_takes_documents(name):
    view = pagemill.docview(document(name), url=f"https://harbour.example/{name}")
    assert view.url == f"https://harbour.example/{name}"
    assert view.converter
    assert len(view.text) > 60


def test_all_of_a_document_is_kept():
    view = pagemill.docview(document("article.docx"))
    assert view.markdown.startswith("# Harbour tides explained\n")
    for piece in ("| Monday | 4.2 | 0.7 |", "1. Read the table", "**twice a day**"):
        assert piece in view.markdown


def test_many_documents_are_viewed_in_worker_processes():
    pages = [document("article.docx"), document("locked.pdf"), b"<p>The tide turns.</p>"]
    found = list(pagemill.docviews(pages, workers=2))
    assert found[0].title == "Harbour tides explained"
    assert isinstance(found[1], pagemill.DocumentError)
    assert found[2].text == "The tide turns."


@pytest.mark.parametrize("name", ["article.docx", "slides.odp", "text.md"])
def test_the_command_shows_documents(run_pagemill, folder, name):
    done = run_pagemill("view", folder / name, "--format", "markdown")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# Harbour tides") or "## Harbour tides" in done.stdout


def test_the_command_says_why_a_document_cannot_be_shown(run_pagemill, folder):
    done = run_pagemill("view", folder / "locked.pdf")
    assert done.returncode != 0
    assert "encrypted" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_loads_nothing_of_conversion():
    program = (
        "import sys, pagemill\n"
        "pagemill.docview(b'<p>The tide turns.</p>', content_type='text/html')\n"
        "print([name for name in sys.modules if name.startswith('pagemill.convert.')"
        " or name in {'kreuzberg', 'pypdfium2', 'importlib.metadata', 'subprocess'}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "['pagemill.convert.converter']", done.stderr
