"""Exports are read back with other people's readers, and hold no secrets."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.dataset
import pytest

from material import folder, outcome, smallweb, warcs

PASSWORD = "hunter2zqx"
FIELDS = {
    "url",
    "canonical",
    "title",
    "abstract",
    "keywords",
    "text",
    "markdown",
    "html",
    "category",
    "topic_links",
    "topic_link_scores",
    "page_type",
    "genre",
    "language",
    "author",
    "published_at",
}


@pytest.fixture
def exported(built: Path, run_pagemill: Any, tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that exports the built collection."""

    def export(form: str, name: str) -> Path:
        out = tmp_path / name
        outcome.assert_done(run_pagemill("export", built, "--to", form, out))
        assert out.exists()
        return out

    return export


@pytest.fixture(scope="module")
def kept(built: Path) -> dict[str, dict[str, Any]]:
    """Return URL -> row of the pages that are no copies of others."""
    removed = {
        row["url"]
        for row in folder.rows(built, "clusters")
        if row["url"] != row["representative"]
    }
    rows = folder.rows(built, "docviews")
    return {row["url"]: row for row in rows if row["url"] not in removed}


def test_jsonl_holds_each_kept_page_once_with_every_field(
    exported: Callable[[str, str], Path], kept: dict[str, dict[str, Any]]
) -> None:
    text = "".join(folder.texts_of(exported("jsonl", "out.jsonl")))
    rows = [json.loads(line) for line in text.splitlines()]
    assert sorted(row["url"] for row in rows) == sorted(kept)
    for row in rows:
        assert row.keys() >= FIELDS
        assert row["text"] == kept[row["url"]]["text"]
        assert row["keywords"] == kept[row["url"]]["keywords"]


def test_parquet_holds_each_kept_page_once_with_every_field(
    exported: Callable[[str, str], Path], kept: dict[str, dict[str, Any]]
) -> None:
    table = pyarrow.dataset.dataset(exported("parquet", "out.parquet"), format="parquet")
    rows = table.to_table().to_pylist()
    assert sorted(row["url"] for row in rows) == sorted(kept)
    for row in rows:
        assert row.keys() >= FIELDS
        assert row["markdown"] == kept[row["url"]]["markdown"]


def test_markdown_holds_each_kept_page(
    exported: Callable[[str, str], Path], kept: dict[str, dict[str, Any]]
) -> None:
    texts = folder.texts_of(exported("markdown", "out"))
    joined = "\n".join(texts)
    assert [url for url in kept if url not in joined] == []
    assert all(row["markdown"].strip() in joined for row in kept.values())


def test_warc_holds_the_captures_of_the_kept_pages(
    exported: Callable[[str, str], Path], kept: dict[str, dict[str, Any]], built: Path
) -> None:
    out = exported("warc", "out.warc.gz")
    records = warcs.captures(out)
    assert {record.url for record in records} >= set(kept)
    stored = {(record.url, record.payload) for record in warcs.captures(built / "archive")}
    assert {(record.url, record.payload) for record in records} <= stored


def test_warc_is_read_by_another_reader(exported: Callable[[str, str], Path]) -> None:
    warcio = pytest.importorskip("warcio.archiveiterator")
    out = exported("warc", "out.warc.gz")
    files = [out] if out.is_file() else sorted(out.rglob("*.warc*"))
    own = [record.url for record in warcs.captures(out)]
    others: list[str] = []
    for file in files:
        for record in warcio.ArchiveIterator(
            io.BytesIO(file.read_bytes()), check_digests="raise"
        ):
            if record.rec_type in ("response", "resource", "conversion", "revisit"):
                others.append(record.rec_headers.get_header("WARC-Target-URI"))
                record.content_stream().read()
    assert others == own


def test_the_archive_itself_is_read_by_another_reader(built: Path) -> None:
    warcio = pytest.importorskip("warcio.archiveiterator")
    count = 0
    for file in sorted((built / "archive").rglob("*.warc.gz")):
        for record in warcio.ArchiveIterator(
            io.BytesIO(file.read_bytes()), check_digests="raise"
        ):
            record.content_stream().read()
            count += record.rec_type in ("response", "resource", "conversion", "revisit")
    assert count == len(folder.rows(built, "captures"))


def test_a_warc_export_can_be_imported_and_gives_the_same_pages(
    exported: Callable[[str, str], Path],
    kept: dict[str, dict[str, Any]],
    collect: Callable[..., Path],
    tmp_path: Path,
) -> None:
    out = exported("warc", "out.warc.gz")
    again = collect(tmp_path / "again", out)
    texts = {row["url"]: row["text"] for row in folder.rows(again, "docviews")}
    assert {url: texts.get(url) for url in kept} == {
        url: row["text"] for url, row in kept.items()
    }


@pytest.mark.parametrize(
    ("form", "name"),
    [("jsonl", "out.jsonl"), ("parquet", "out.parquet"), ("warc", "o.warc.gz")],
)
def test_the_same_export_gives_the_same_bytes(
    form: str, name: str, exported: Callable[[str, str], Path]
) -> None:
    first, second = exported(form, name), exported(form, f"again-{name}")
    files = [
        [out] if out.is_file() else sorted(item for item in out.rglob("*") if item.is_file())
        for out in (first, second)
    ]
    assert [file.read_bytes() for file in files[0]] == [file.read_bytes() for file in files[1]]


def test_an_export_does_not_write_over_another_one_in_silence(
    exported: Callable[[str, str], Path], built: Path, run_pagemill: Any
) -> None:
    out = exported("jsonl", "out.jsonl")
    out.write_text("precious\n")
    result = run_pagemill("export", built, "--to", "jsonl", out)
    outcome.assert_fails(result, 2, "out.jsonl")
    assert out.read_text() == "precious\n"


def test_duckdb_and_pandas_read_the_tables_as_they_are(built: Path) -> None:
    part = built / "tables" / "docviews" / folder.live(built)["docviews"] / "*.parquet"
    count = len(folder.rows(built, "docviews"))
    duckdb = pytest.importorskip("duckdb")
    query = f"select count(*), count(distinct url) from read_parquet('{part}')"  # noqa: S608
    assert duckdb.sql(query).fetchall() == [(count, count)]
    pandas = pytest.importorskip("pandas")
    assert len(pandas.read_parquet(part.parent)) == count


def test_a_password_in_an_address_reaches_nothing_that_is_written(
    run_pagemill: Any, tmp_path: Path
) -> None:
    pages = [smallweb.article(smallweb.numbers(number), 6 * number) for number in range(3)]
    html = [page.payload.decode() for page in pages]
    rows = [
        {"url": f"http://user:{PASSWORD}@plain.example/a", "html": html[0]},
        {"url": f"http://user:{PASSWORD}@:99999/", "html": html[1]},
        {"url": f"http//user:{PASSWORD}@broken.example", "html": html[1]},
        {"url": f"ftp://user:{PASSWORD}@files.example/x", "html": html[1]},
        {"url": f"http://{PASSWORD}@token.example/b", "html": html[1]},
    ]
    lines = tmp_path / "lines.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    records = [
        warcs.record(
            "response",
            f"http://user:{PASSWORD}@warc.example/{number}",
            warcs.http_answer(page.payload, status=page.status),
            page.date,
        )
        for number, page in enumerate(pages)
    ]
    source = warcs.write(tmp_path / "secret.warc.gz", records)
    root = tmp_path / "c"
    outcome.assert_done(run_pagemill("init", root))
    results = [run_pagemill("import", root, lines, source), run_pagemill("build", root)]
    address = f"http://user:{PASSWORD}@plain.example/a"
    results.append(run_pagemill("explain", root, address))
    results.append(run_pagemill("view", address, "--in", root))
    results.append(run_pagemill("explain", root, f"http://user:{PASSWORD}@unknown.example/"))
    results.append(run_pagemill("status", root, "--json"))
    exports = tmp_path / "exports"
    exports.mkdir()
    results.extend(
        run_pagemill("export", root, "--to", form, exports / form)
        for form in ("jsonl", "parquet", "markdown", "warc")
    )
    for result in results:
        outcome.assert_calm(result)
        assert PASSWORD not in f"{result.stdout}{result.stderr}", outcome.shown(result)
    assert len(list(exports.iterdir())) == 4
    assert folder.places_with(root, PASSWORD) == []
    assert folder.places_with(exports, PASSWORD) == []
    assert "http://plain.example/a" in {row["url"] for row in folder.rows(root, "captures")}


def test_a_password_in_a_link_of_a_page_reaches_no_table_and_no_export(
    collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    page = smallweb.article(smallweb.numbers(8), 6)
    link = f"http://user:{PASSWORD}@inside.example/page"
    source = page.payload.decode().replace(
        "<head>", f'<head><link rel="canonical" href="{link}">'
    )
    source = source.replace("</p>", f' See <a href="{link}">the other page of it</a>.</p>', 2)
    lines = tmp_path / "lines.jsonl"
    lines.write_text(json.dumps({"url": "http://outside.example/", "html": source}) + "\n")
    root = collect(tmp_path / "c", lines)
    assert len(folder.rows(root, "docviews")) == 1
    for top in ("tables", "index", "runs"):
        assert folder.places_with(root / top, PASSWORD) == [], top
    out = tmp_path / "out"
    outcome.assert_done(run_pagemill("export", root, "--to", "markdown", out))
    assert PASSWORD not in "".join(folder.texts_of(out))
