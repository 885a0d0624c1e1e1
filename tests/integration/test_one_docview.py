"""One pipeline for many services: each page is purified once, and all read that DocView.

The lecture on preprocessing sets a pipeline for one service against one for several. Here
there is one: building makes the DocViews, and whatever the services answer comes from them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from material import folder, outcome
from pagemill.api import Collection


@pytest.fixture(scope="module")
def views(built: Path) -> dict[str, dict[str, Any]]:
    """Return URL -> row of the table of DocViews."""
    return {row["url"]: row for row in folder.rows(built, "docviews")}


def made(root: Path) -> dict[str, tuple[str, int]]:
    """Each file of the derived tables, with its time of writing."""
    tables = sorted((root / "tables").rglob("*"))
    return {str(path): (path.name, path.stat().st_mtime_ns) for path in tables}


def test_every_service_answers_from_the_same_docview(
    built: Path, views: dict[str, dict[str, Any]], run_pagemill: Any, tmp_path: Path
) -> None:
    before = made(built)
    exported = tmp_path / "pages.jsonl"
    outcome.assert_done(run_pagemill("export", built, "--to", "jsonl", exported))
    described = tmp_path / "pages.dc"
    outcome.assert_done(run_pagemill("export", built, "--to", "dc", described))
    rows = [json.loads(line) for line in exported.read_text("utf-8").splitlines()]
    assert len(rows) > 10
    collection = Collection.open(built)
    for row in rows:
        view, kept = views[row["url"]], collection.docview(row["url"])
        assert row["text"] == view["text"] == kept.text
        assert row["title"] == view["title"] == kept.title
        assert row["category"] == view["category"] == kept.category
    sought = next(row for row in rows if len(row["title"].split()) > 2)
    found = run_pagemill("search", built, f'"{sought["title"]}"', "--json")
    outcome.assert_done(found)
    assert sought["title"] in {hit["title"] for hit in json.loads(found.stdout)["hits"]}
    outcome.assert_done(run_pagemill("duplicates", built))
    outcome.assert_done(run_pagemill("directory", built))
    assert made(built) == before, "a service made tables of its own"


def test_a_second_build_for_the_next_service_purifies_nothing_again(
    built: Path, run_pagemill: Any
) -> None:
    stages = [record.stage for record in Collection.open(built).status().records]
    assert stages.count("docviews") == 1
    before = made(built)
    assert before
    run_pagemill("build", built)
    assert made(built) == before


def test_the_docview_of_a_service_is_that_of_the_page_function(
    built: Path, views: dict[str, dict[str, Any]], run_pagemill: Any, tmp_path: Path
) -> None:
    collection = Collection.open(built)
    compared = 0
    for url, view in views.items():
        capture = collection.capture(url)
        if view["converter"] or view["frames"]:
            continue
        page = tmp_path / "page.html"
        page.write_bytes(capture.payload)
        kind = capture.media_type
        asked = ("view", page, "--url", url, "--content-type", kind, "--format", "text")
        shown = run_pagemill(*asked)
        outcome.assert_done(shown)
        assert shown.stdout.rstrip("\n") == view["text"].rstrip("\n"), url
        compared += 1
        if compared == 5:
            break
    assert compared == 5
