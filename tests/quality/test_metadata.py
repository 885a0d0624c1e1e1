"""Titles and dates of real pages: floors that may only rise.

A date is right when it is the same day; the truth is taken as its source wrote it, so that a
few days are written without zeros, and some are those of a later change.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.view.byline import published_at
from pagemill.view.metadata import metadata
from pagemill.view.title import page_title

HERE = Path(__file__).parent
SETS = ("aed", "wcxb", "zhnews")


def day(stated: str) -> str:
    """Return a day as the truth states it, with its zeros."""
    return (
        "-".join(part.zfill(2) for part in stated.partition(" ")[0].split("-"))
        if stated
        else ""
    )


def declared(shared: Path, name: str, truth: dict[str, str]) -> tuple[str, str]:
    """Return the title and the day of one page."""
    path = shared / "data/pages" / name / "html" / f"{truth['id']}.html.gz"
    html, _ = decoded(gzip.decompress(path.read_bytes()))
    tree, url = parsed(html), truth.get("url") or ""
    said = metadata(tree)
    title = page_title(tree, said, url)
    return title, published_at(tree, said, url, title)[:10]


@pytest.mark.shared
@pytest.mark.slow
def test_titles_and_dates_reach_their_floors(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(shared / "data/pages"))
    import score  # noqa: PLC0415 - lies beside the pages

    floors = json.loads((HERE / "floors.json").read_text("utf-8"))["metadata"]
    right: dict[str, list[bool]] = {"title": [], "date": []}
    for name in SETS:
        lines = (shared / "data/pages" / name / "truth.jsonl").read_text("utf-8").split("\n")
        for truth in map(json.loads, filter(None, lines)):
            title, date = declared(shared, name, truth)
            if truth.get("title"):
                wanted = "".join(score.tokens(truth["title"]))
                right["title"].append("".join(score.tokens(title)) == wanted)
            if truth.get("date") and truth.get("date_kind") != "crawl":
                right["date"].append(day(str(truth["date"])) == date)
    found = {field: round(sum(hits) / len(hits), 4) for field, hits in right.items()}
    print(found, file=sys.stderr)
    below = {field: found[field] for field in floors if found[field] < floors[field]}
    assert not below, f"{below} below {floors}"
