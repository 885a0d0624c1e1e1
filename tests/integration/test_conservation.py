"""Nothing is dropped in silence: every row in is a row out or a reject with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from material import folder, outcome, smallweb, warcs

# Stages that write one row for each row they take, or reject it.
ROW_BY_ROW = ("captures", "docviews", "sketches")


@pytest.fixture(scope="module")
def status(built: Path, run_pagemill: Any) -> dict[str, Any]:
    """Return what ``status --json`` says of the built collection."""
    result = run_pagemill("status", built, "--json")
    outcome.assert_done(result)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_every_record_balances(built: Path) -> None:
    records = folder.run_records(built)
    assert len(records) >= 4
    for record in records.values():
        rejected = sum(record["rejects"].values())
        assert record["rows_in"] == record["rows_out"] + rejected, record["stage"]
        assert min(record["rejects"].values(), default=1) > 0, "a reason without rows"


def test_every_record_says_all_it_must(built: Path) -> None:
    for path in (built / "runs").glob("*.json"):
        record = json.loads(path.read_text())
        assert {"run", "stage", "version", "params", "inputs"} <= record.keys()
        assert {"rows_in", "rows_out", "rejects", "started_at", "took_s"} <= record.keys()
        assert record["run"] == path.stem
        assert record["took_s"] >= 0


def test_every_live_table_has_a_record_and_every_input_exists(built: Path) -> None:
    records = folder.run_records(built)
    for run in folder.live(built).values():
        assert run in records
    for record in folder.live_records(built):
        for table, run in record["inputs"].items():
            assert folder.live(built).get(table, run) == run, "a live run read a stale table"


def test_what_a_stage_wrote_is_what_the_next_one_took(built: Path) -> None:
    records = folder.run_records(built)
    live = folder.live(built)
    for table in ROW_BY_ROW:
        record = records[live[table]]
        assert record["rows_out"] == folder.count(built, table, live[table]), table
        if len(record["inputs"]) == 1:
            ((name, run),) = record["inputs"].items()
            taken = (
                len(warcs.captures(built / "archive"))
                if name == "archive"
                else folder.count(built, name, run)
            )
            assert record["rows_in"] == taken, table
    assert records[live["docviews"]]["inputs"] == {"captures": live["captures"]}


def test_the_captures_are_those_of_the_archive(built: Path) -> None:
    rows = folder.rows(built, "captures")
    archive = warcs.captures(built / "archive")
    assert len(rows) == len(archive)
    assert sorted(row["url"] for row in rows) == sorted(record.url for record in archive)


def test_every_pointer_leads_to_its_capture(built: Path) -> None:
    for row in folder.rows(built, "captures"):
        files = list((built / "archive").rglob(Path(row["warc_file"]).name))
        assert len(files) == 1
        start, length = row["warc_offset"], row["warc_length"]
        piece = files[0].read_bytes()[start : start + length]
        content = b"".join(warcs.members(piece)) if piece[:2] == b"\x1f\x8b" else piece
        assert f"WARC-Target-URI: {row['url']}".encode() in content


def test_every_imported_page_of_the_small_web_is_in_the_archive(
    built: Path, sources: list[Path]
) -> None:
    given = {(r.url, r.payload) for path in sources[:2] for r in warcs.captures(path)}
    stored = {(r.url, r.payload) for r in warcs.captures(built / "archive")}
    assert given <= stored
    lines = [json.loads(line) for line in sources[2].read_text().splitlines()]
    assert {(line["url"], line["html"].encode()) for line in lines} <= stored


def test_the_rejects_tables_hold_the_rows_that_the_records_count(built: Path) -> None:
    checked = 0
    for run, record in folder.run_records(built).items():
        # Other stages take bands and pairs, whose rejects are accounted for but not kept.
        if record["stage"] not in ROW_BY_ROW or not record["rejects"]:
            continue
        counted = folder.reject_counts(built, record["stage"], run)
        assert dict(counted) == record["rejects"], record["stage"]
        checked += 1
    assert checked, "the small web holds documents that must be rejected"


def test_status_shows_the_figures_of_the_records(built: Path, status: dict[str, Any]) -> None:
    for record in folder.live_records(built):
        if record["rejects"]:
            assert status["rejects"][record["stage"]] == record["rejects"]
    shown = {record["run"] for record in status["records"]}
    assert set(folder.live(built).values()) <= shown
    assert status["stale"] == []


def test_the_funnel_adds_up_to_the_tables(built: Path, status: dict[str, Any]) -> None:
    funnel = status["funnel"]
    removed = funnel["exact_duplicates"] + funnel["near_duplicates"]
    assert funnel["captures"] == len(folder.rows(built, "captures"))
    assert funnel["pages"] == len(folder.rows(built, "docviews"))
    assert funnel["kept"] == funnel["pages"] - removed
    members = [
        row for row in folder.rows(built, "clusters") if row["url"] != row["representative"]
    ]
    assert len(members) == removed
    view = folder.run_records(built)[folder.live(built)["docviews"]]
    assert funnel["captures"] - funnel["pages"] == sum(view["rejects"].values())


def test_the_funnel_finds_the_copies_that_the_small_web_was_given(
    status: dict[str, Any],
) -> None:
    kinds = [page.url.split("/")[2] for page in smallweb.web(1, 150)]
    assert status["funnel"]["exact_duplicates"] >= kinds.count("mirror.example")
    near = status["funnel"]["near_duplicates"]
    assert near >= kinds.count("reprint.example") * 0.7


def test_each_cluster_keeps_exactly_one_page_and_each_is_found_once(
    built: Path, run_pagemill: Any
) -> None:
    clusters: dict[str, list[str]] = {}
    for row in folder.rows(built, "clusters"):
        clusters.setdefault(row["representative"], []).append(row["url"])
    members = [url for urls in clusters.values() for url in urls]
    assert len(members) == len(set(members)), "a page in two clusters"
    for kept, urls in clusters.items():
        assert kept in urls
        assert len(urls) >= 2
    titles = {row["url"]: row["title"] for row in folder.rows(built, "docviews")}
    kept = next(url for url in clusters if "mirror" not in url and titles[url])
    result = run_pagemill("search", built, titles[kept], "--json")
    urls = [hit["url"] for hit in json.loads(result.stdout)["hits"]]
    assert len([url for url in urls if url in clusters[kept]]) == 1


def test_the_human_status_names_every_reason(built: Path, run_pagemill: Any) -> None:
    result = run_pagemill("status", built)
    outcome.assert_done(result)
    for record in folder.live_records(built):
        for reason in record["rejects"]:
            assert reason in result.stdout, outcome.shown(result)


def test_explain_tells_what_became_of_kept_removed_and_rejected_pages(
    built: Path, run_pagemill: Any
) -> None:
    removed = next(
        row for row in folder.rows(built, "clusters") if row["url"] != row["representative"]
    )
    expected = {
        removed["url"]: removed["representative"],
        removed["representative"]: "kept",
        "http://odd.example/gone": "404",
        "http://odd.example/picture.png": "image/png",
    }
    for url, word in expected.items():
        result = run_pagemill("explain", built, url)
        outcome.assert_calm(result)
        assert word in result.stdout, outcome.shown(result)
