from __future__ import annotations

import gc
import io
import json
import re
import resource
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

from material import warcs
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.export import FORMS, Choice, _file_name, export, sampled
from pagemill.html.url import url_hash
from pagemill.model.progress import Event
from pagemill.model.report import ExportReport
from pagemill.sharing.selection import selection

KEPT = {
    "https://a.example/1",
    "http://b.example/2",
    "http://b.example/3",
    "http://b.example/漢字",
}


@pytest.fixture
def out(built: Collection, tmp_path: Path) -> Callable[[str], tuple[Path, ExportReport]]:
    def write(form: str) -> tuple[Path, ExportReport]:
        path = tmp_path / "out"
        return path, export(Layout(built.root), form, path, lambda _: None)

    return write


@pytest.mark.parametrize("form", FORMS)
def test_every_form_accounts_for_every_page(out, form):
    path, report = out(form)
    lacking = report.rejects.pop("describes no product", 0) if form == "products" else 0
    assert report.rows + lacking == len(KEPT)
    assert report.rejects == {"duplicate: exact": 1, "duplicate: near": 1}
    assert [found.name for found in path.parent.iterdir()] == ["out"]


def test_json_lines_have_the_columns_of_the_table(out):
    path, _ = out("jsonl")
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert {row["url"] for row in found} == KEPT
    (row,) = [row for row in found if row["url"] == "http://b.example/3"]
    assert row["fetched_at"] == "2026-03-01T00:00:00.000000Z"
    assert row["url_hash"] == url_hash("http://b.example/3")
    assert row["keywords"]
    assert "漢字" in path.read_text(encoding="utf-8")


def test_a_parquet_file_can_be_read_by_others(out):
    path, _ = out("parquet")
    assert set(pq.read_table(path)["url"].to_pylist()) == KEPT


def test_markdown_is_a_folder_for_each_host_with_front_matter(out):
    path, _ = out("markdown")
    found = sorted(path.rglob("*.md"))
    assert [page.parent.name for page in found] == ["a.example", *["b.example"] * 3]
    text = found[0].read_text(encoding="utf-8")
    assert re.match(r'---\nurl: "https://a\.example/1"\ntitle: ', text)
    assert "word1x1" in text


def test_a_warc_holds_the_capture_of_each_kept_page(out):
    path, _ = out("warc")
    found = warcs.records(path)
    assert {record.url for record in found} == KEPT
    assert all(b"word9x1" not in record.block for record in found)


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://a.example/x/y.html?q=1", "a.example/x-y-html-q-1-"),
        ("http://a.example/", "a.example/index-"),
        ("http://../etc/passwd", "no-host/etc-passwd-"),
        ("http://./x", "no-host/x-"),
        ("file:///srv/page.html", "no-host/srv-page-html-"),
        ("http://[::1]/a", "[::1]/a-"),
        ("http://a.example/../../../x", "a.example/x-"),
        ("http://a.example/%2e%2e%2f", "a.example/2e-2e-2f-"),
    ],
)
def test_a_file_name_stays_in_its_folder(url, name):
    assert _file_name(url, 1) == f"{name}{1:016x}.md"


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/" + "\U00010330" * 500,
        "http://" + "a" * 400 + "/",
        "http://a/" + "x" * 999,
    ],
)
def test_a_file_name_is_short_enough_for_any_disk(url):
    for name in _file_name(url, (1 << 64) - 1).split("/"):
        assert len(name.encode()) <= 255


def test_an_unknown_form_is_refused(out):
    with pytest.raises(
        UsageError, match=r"choose one of jsonl, parquet, markdown, dc, schema\.org, warc"
    ):
        out("csv")


def test_nothing_is_overwritten(out, tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UsageError, match="exists already"):
        out("jsonl")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_folder_that_is_absent_is_named(built, tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        export(Layout(built.root), "jsonl", tmp_path / "none" / "out", lambda _: None)


def test_a_collection_that_was_not_built_is_told_so(tmp_path):
    collection = Collection.create(tmp_path / "c")
    with pytest.raises(CollectionError, match="nothing was built yet"):
        collection.export("jsonl", tmp_path / "out")


@pytest.mark.parametrize("form", FORMS)
def test_an_export_that_is_broken_off_leaves_nothing(built, tmp_path, form):
    def stop(event: Event) -> None:
        raise KeyboardInterrupt(event)

    with pytest.raises(KeyboardInterrupt):
        export(Layout(built.root), form, tmp_path / "out", stop)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["out", "tables/out", "archive/../out"])
def test_nothing_is_written_into_the_collection_itself(built, place):
    with pytest.raises(UsageError, match="in the collection itself"):
        export(Layout(built.root), "jsonl", built.root / place, lambda _: None)


def test_json_lines_may_go_to_a_stream(built, out):
    stream = io.StringIO()
    report = built.export("jsonl", stream)
    path, written = out("jsonl")
    assert stream.getvalue() == path.read_text(encoding="utf-8")
    assert report == written
    with pytest.raises(UsageError, match="cannot be written to a stream"):
        built.export("warc", stream)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("room", [0, 300])
def test_a_full_disk_leaves_nothing_and_is_told_once(built, tmp_path, monkeypatch, form, room):
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    (tmp_path / "out").mkdir()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            export(Layout(built.root), form, tmp_path / "out" / "o", lambda _: None)
        gc.collect()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list((tmp_path / "out").iterdir()) == []
    assert told == []


def test_what_a_killed_export_left_goes_with_the_next(built, tmp_path):
    for name in ("..o.tmp.77.tmp", "..o.tmp.warc", ".o.tmp"):
        (tmp_path / name).write_bytes(b"half")
    export(Layout(built.root), "parquet", tmp_path / "o", lambda _: None)
    assert [path.name for path in tmp_path.iterdir()] == ["o"]


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def exported(built: Collection, path: Path, form: str, **choice: object) -> ExportReport:
    return export(Layout(built.root), form, path, lambda _: None, Choice(**choice))


def test_a_data_set_is_read_by_others_and_has_a_card(built, tmp_path):
    exported(built, tmp_path / "set", "dataset", said="everything")
    [file] = (tmp_path / "set" / "data").iterdir()
    found = duckdb.read_parquet(f"{tmp_path}/set/data/*.parquet").select("url").fetchall()
    assert {url for (url,) in found} == KEPT
    assert set(pd.read_parquet(file)["url"]) == KEPT
    assert "Selected by: everything." in (tmp_path / "set" / "README.md").read_text()


def test_rows_in_are_rows_out_and_rejects_whatever_is_chosen(built, tmp_path):
    choice = {"selection": selection("site:b.example", ["gopher"], redact=False)}
    report = exported(built, tmp_path / "out.jsonl", "jsonl", **choice)
    assert report.rows + sum(report.rejects.values()) == len(KEPT) + 2
    urls = [json.loads(line)["url"] for line in lines_of(tmp_path / "out.jsonl")]
    assert len(urls) == report.rows
    assert all("//b.example/" in url for url in urls)


def test_a_sample_is_drawn_from_the_kept_pages(built, tmp_path):
    report = exported(built, tmp_path / "out.jsonl", "jsonl", sample=2, seed=5)
    urls = [json.loads(line)["url"] for line in lines_of(tmp_path / "out.jsonl")]
    assert sorted(urls) == sorted(sampled(Layout(built.root), 2, 5))
    assert report.rejects["not in the sample"] == 2


def test_a_sample_is_drawn_from_what_is_asked_for(built, tmp_path):
    where = selection("site:b.example", [], redact=False)
    asked = exported(built, tmp_path / "all.jsonl", "jsonl", selection=where)
    assert asked.rows == 3
    for count in (1, 2, 10):
        out = tmp_path / f"{count}.jsonl"
        report = exported(built, out, "jsonl", selection=where, sample=count, seed=4)
        assert report.rows == min(count, asked.rows)
        assert report.rows + sum(report.rejects.values()) == len(KEPT) + 2
        assert report.rejects.get("not in the sample", 0) == asked.rows - report.rows
        urls = {json.loads(line)["url"] for line in lines_of(out)}
        assert urls == set(sampled(Layout(built.root), count, 4, where))
        assert all("//b.example/" in url for url in urls)


def test_requests_and_their_cookies_are_not_given_away(tmp_path):
    url, date = "http://a.example/1", "2026-01-01T00:00:00Z"
    page = f"<title>One</title><article><p>{'words of one page ' * 40}</p></article>"
    request = b"GET /1 HTTP/1.1\r\nHost: a.example\r\nCookie: session=topsecret\r\n\r\n"
    answer = warcs.record("response", url, warcs.http_answer(page.encode()), date)
    asked = warcs.record("request", url, request, date)
    warcs.write(tmp_path / "in.warc", [answer, asked])
    collection = Collection.create(tmp_path / "c")
    collection.import_([tmp_path / "in.warc"])
    collection.build(workers=1)
    [file] = (tmp_path / "c" / "archive").glob("*.warc.gz")
    held = b"".join(warcs.members(file.read_bytes()))
    assert b"topsecret" in held
    collection.export("warc", tmp_path / "out.warc")
    assert [one.kind for one in warcs.records(tmp_path / "out.warc")] == ["response"]
    collection.export("wacz", tmp_path / "out.wacz")
    with zipfile.ZipFile(tmp_path / "out.wacz") as packed:
        [name] = [one for one in packed.namelist() if one.startswith("archive/")]
        text = b"".join(warcs.members(packed.read(name)))
    assert b"words of one page" in text
    assert b"topsecret" not in text


def test_rights_are_columns_where_they_are_wanted(built, tmp_path):
    exported(built, tmp_path / "out", "parquet", rights=True)
    assert pq.read_schema(tmp_path / "out").names[-2:] == ["licence", "opt_out"]
    exported(built, tmp_path / "out.jsonl", "jsonl", rights=True)
    assert json.loads((tmp_path / "out.jsonl").read_text().splitlines()[0])["opt_out"] == []


@pytest.mark.parametrize("form", ["warc", "wacz"])
def test_captures_cannot_be_redacted(built, tmp_path, form):
    with pytest.raises(UsageError, match="--redact"):
        exported(built, tmp_path / "o", form, selection=selection("", [], redact=True))


@pytest.mark.parametrize("form", ["markdown", "trec", "warc"])
def test_only_tables_have_columns(built, tmp_path, form):
    with pytest.raises(UsageError, match="--rights"):
        exported(built, tmp_path / "o", form, rights=True)


@pytest.mark.parametrize(
    ("form", "title", "address"), [("dc", "title", "identifier"), ("schema.org", "name", "url")]
)
def test_pages_are_described_in_the_terms_of_others(out, form, title, address):
    path, report = out(form)
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(found) == report.rows == len(KEPT)
    for one in found:
        assert one[address]
        if form == "dc":
            assert one["format"] == ["text/html"]
        else:
            assert one["@context"] == "https://schema.org"
            assert one.get("headline") or one.get(title)
