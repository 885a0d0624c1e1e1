"""Adding a little gives what adding all at once gives; forgetting leaves no trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from material import folder, outcome, smallweb

MARKER = "qzxvkjwtplug"
HOST_MARKER = "wvyxqokjzbrum"
FORGOTTEN = "http://vale.example/notes/one.html"


def _marked(page: smallweb.Page, url: str, marker: str) -> smallweb.Page:
    """Return the page under another URL, with the marker in title, body and keywords."""
    source = page.payload.decode("utf-8").replace("</h1>", f" {marker}</h1>")
    source = source.replace("<p>", f"<p>The {marker} again: ").replace(
        "<title>", f"<title>{marker} "
    )
    meta = f'<meta name="keywords" content="{marker}"><meta name="author" content="{marker}">'
    return replace(page, url=url, payload=source.replace("<title>", f"{meta}<title>").encode())


def _pages_to_forget() -> list[smallweb.Page]:
    """Return a page, a near copy elsewhere that keeps no marker, and a host with two pages."""
    pick = smallweb.numbers(2024)
    originals = [smallweb.article(pick, 6 * number) for number in range(200, 203)]
    page = _marked(originals[0], FORGOTTEN, MARKER)
    older = replace(page, date="2023-01-01T00:00:00Z", payload=page.payload + b"<!-- old -->")
    return [
        page,
        older,
        _marked(originals[1], "http://hill.example/a", HOST_MARKER),
        _marked(originals[2], "https://hill.example:8443/b?c=d", HOST_MARKER),
    ]


def _neighbours() -> list[smallweb.Page]:
    """Return pages whose URLs look much like the forgotten ones."""
    pick = smallweb.numbers(2025)
    urls = (
        f"{FORGOTTEN}x",
        "http://vale.example/notes/",
        "http://uphill.example/a",
        "http://hill.example.net/a",
        "http://www.hill.example/a",
    )
    return [
        replace(smallweb.article(pick, 6 * (300 + number)), url=url)
        for number, url in enumerate(urls)
    ]


@pytest.mark.slow
def test_one_per_cent_more_gives_the_tables_of_building_at_once(
    collect: Callable[..., Path],
    answers: Callable[[Path], dict[str, Any]],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    pages = smallweb.web(31, 180)
    few = [page for number, page in enumerate(pages) if number % 100 == 50]
    most = [page for page in pages if page not in few]
    first = smallweb.write_warc(tmp_path / "most.warc.gz", most)
    second = smallweb.write_warc(tmp_path / "few.warc.gz", few)
    together = smallweb.write_warc(tmp_path / "all.warc.gz", pages)
    grown = collect(tmp_path / "grown", first)
    for command in (["import", grown, second], ["build", grown]):
        result = run_pagemill(*command)
        assert result.returncode in (0, 1), outcome.shown(result)
    whole = collect(tmp_path / "whole", together)
    assert folder.different_parts(grown, whole, pointers=False) == []
    ours, theirs = answers(grown), answers(whole)
    assert ours["status"]["funnel"] == theirs["status"]["funnel"]
    assert {query: ours[query] for query in ours if query != "status"} == {
        query: theirs[query] for query in theirs if query != "status"
    }


@pytest.mark.slow
def test_a_newer_capture_takes_the_place_of_an_older_one(
    collect: Callable[..., Path], run_pagemill: Any, tmp_path: Path
) -> None:
    pages = smallweb.web(32, 30)
    # A text of its own: one much like the older capture's might be removed for a copy of that.
    news = smallweb.article(smallweb.numbers(33), 6 * 500)
    later = replace(_marked(news, pages[0].url, MARKER), date="2025-01-01T00:00:00Z")
    first = smallweb.write_warc(tmp_path / "first.warc.gz", pages)
    second = smallweb.write_warc(tmp_path / "second.warc.gz", [later])
    grown = collect(tmp_path / "grown", first)
    for command in (["import", grown, second], ["build", grown]):
        result = run_pagemill(*command)
        assert result.returncode in (0, 1), outcome.shown(result)
    whole = collect(tmp_path / "whole", second, first)
    assert folder.different_parts(grown, whole, pointers=False) == []
    hits = json.loads(run_pagemill("search", grown, MARKER, "--json").stdout)["hits"]
    assert [hit["url"] for hit in hits] == [pages[0].url]


@pytest.fixture(scope="module")
def with_secrets_to_forget(
    collect: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[Path]]:
    """Return a built collection and its sources: what stays, and what will be forgotten."""
    place = tmp_path_factory.mktemp("forget")
    stays = smallweb.write_warc(place / "stays.warc.gz", smallweb.web(41, 60) + _neighbours())
    goes = smallweb.write_warc(place / "goes.warc.gz", _pages_to_forget())
    return collect(place / "c", goes, stays), [stays, goes]


@pytest.mark.parametrize(
    ("what", "marker", "other", "pages"),
    [(FORGOTTEN, MARKER, HOST_MARKER, 1), ("hill.example", HOST_MARKER, MARKER, 2)],
)
def test_forgetting_leaves_no_trace_of_the_content(
    what: str,
    marker: str,
    other: str,
    pages: int,
    with_secrets_to_forget: tuple[Path, list[Path]],
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    original, _ = with_secrets_to_forget
    root = copied(original)
    before = folder.places_with(root, marker)
    for top in ("archive", "tables"):
        assert any(place.startswith(top) for place in before), "the search finds nothing anyway"
    outcome.assert_done(run_pagemill("forget", root, what))
    assert folder.places_with(root, marker) == []
    built = run_pagemill("build", root)
    assert built.returncode in (0, 1), outcome.shown(built)
    assert folder.places_with(root, marker) == []
    gone = {row["url"] for row in folder.rows(original, "docviews")} - {
        row["url"] for row in folder.rows(root, "docviews")
    }
    assert len(gone) == pages
    assert json.loads(run_pagemill("search", root, marker, "--json").stdout)["hits"] == []
    assert json.loads(run_pagemill("search", root, other, "--json").stdout)["hits"]


@pytest.mark.parametrize("what", [FORGOTTEN, "hill.example"])
def test_forgetting_equals_never_having_had_it(
    what: str,
    with_secrets_to_forget: tuple[Path, list[Path]],
    collect: Callable[..., Path],
    copied: Callable[[Path], Path],
    run_pagemill: Any,
    tmp_path: Path,
) -> None:
    original, (stays, _) = with_secrets_to_forget
    root = copied(original)
    outcome.assert_done(run_pagemill("forget", root, what))
    built = run_pagemill("build", root)
    assert built.returncode in (0, 1), outcome.shown(built)
    kept = [page for page in _pages_to_forget() if what not in page.url]
    others = smallweb.write_warc(tmp_path / "others.warc.gz", kept)
    never = collect(tmp_path / "never", others, stays)
    assert folder.different_parts(root, never, pointers=False) == []


def test_what_was_forgotten_is_refused_and_counted_when_it_comes_again(
    with_secrets_to_forget: tuple[Path, list[Path]],
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    original, sources = with_secrets_to_forget
    root = copied(original)
    for what in (FORGOTTEN, "hill.example"):
        outcome.assert_done(run_pagemill("forget", root, what))
    again = run_pagemill("import", root, *sources)
    outcome.assert_done(again, 1)
    assert any("forgotten" in line for line in outcome.printed(again)), outcome.shown(again)
    built = run_pagemill("build", root)
    assert built.returncode in (0, 1), outcome.shown(built)
    for marker in (MARKER, HOST_MARKER):
        assert folder.places_with(root, marker) == []
    urls = {row["url"] for row in folder.rows(root, "captures")}
    assert FORGOTTEN not in urls
    assert {page.url for page in _neighbours()} <= urls


def test_an_auditable_record_without_content_remains(
    with_secrets_to_forget: tuple[Path, list[Path]],
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    original, _ = with_secrets_to_forget
    root = copied(original)
    for what in (FORGOTTEN, "hill.example"):
        outcome.assert_done(run_pagemill("forget", root, what))
    text = (root / "forgotten.jsonl").read_text(encoding="utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    assert len(entries) >= 2
    assert FORGOTTEN in text
    assert "hill.example" in text
    assert MARKER not in text
    assert HOST_MARKER not in text
    explained = run_pagemill("explain", root, FORGOTTEN)
    outcome.assert_calm(explained)
    assert "forgotten" in "\n".join(outcome.printed(explained)), outcome.shown(explained)


def test_forgetting_what_is_not_there_changes_no_page(
    with_secrets_to_forget: tuple[Path, list[Path]],
    copied: Callable[[Path], Path],
    run_pagemill: Any,
) -> None:
    original, _ = with_secrets_to_forget
    root = copied(original)
    outcome.assert_calm(run_pagemill("forget", root, "http://nobody.example/x"))
    outcome.assert_calm(run_pagemill("forget", root, "example"))
    built = run_pagemill("build", root)
    assert built.returncode in (0, 1), outcome.shown(built)
    assert folder.different_parts(root, original, pointers=False) == []
