"""Folders of this machine: many formats, changes noticed at once, rules of what is left out."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from material import outcome
from pagemill.api import Collection

PLAIN = "The ferry of pier {0} left at dawn, and the harbour master wrote down the name {0}. "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with files of several formats, some of them left out by rules."""
    root = tmp_path / "my documents"
    (root / "notes" / "build").mkdir(parents=True)
    (root / "notes" / "a.txt").write_text(PLAIN.format("alpha") * 5)
    (root / "notes" / "b.md").write_text(f"# Beta\n\n{PLAIN.format('beta') * 5}")
    (root / "c.html").write_text(f"<title>Gamma</title><p>{PLAIN.format('gamma') * 5}")
    (root / "d.eml").write_text(
        f"From: a@b.example\nTo: c@d.example\nSubject: Delta\n"
        f"Date: Mon, 01 Jan 2024 10:00:00 +0000\n\n{PLAIN.format('delta') * 5}"
    )
    (root / "e.rtf").write_text(r"{\rtf1\ansi " + PLAIN.format("epsilon") * 5 + "}")
    (root / "notes" / "build" / "f.txt").write_text(PLAIN.format("forbidden") * 5)
    (root / "g.log").write_text(PLAIN.format("forbidden") * 5)
    (root / "h.tmp").write_text(PLAIN.format("forbidden") * 5)
    (root / ".gitignore").write_text("*.log\n")
    (root / "notes" / ".gitignore").write_text("build/\n")
    return root


def names(collection: Collection) -> set[str]:
    return {view.url.rpartition("/")[2] for view in collection.docviews()} - {""}


def test_files_of_many_formats_become_pages_and_ignored_ones_do_not(
    folder: Path, tmp_path: Path, run_pagemill: Any
) -> None:
    collection = Collection.create(tmp_path / "c")
    toml = collection.root / "collection.toml"
    toml.write_text('[crawl]\nignore = "*.tmp"\n')
    result = run_pagemill("crawl", collection.root, folder.as_uri() + "/", "--json", "--quiet")
    outcome.assert_calm(result)
    collection.build(workers=1)
    assert names(collection) == {"a.txt", "b.md", "c.html", "d.eml", "e.rtf"}
    assert collection.search("forbidden").total == 0
    for word, name in (("beta", "b.md"), ("delta", "d.eml"), ("epsilon", "e.rtf")):
        assert [hit.url.rpartition("/")[2] for hit in collection.search(word).hits] == [name]


def test_a_rule_that_cannot_be_meant_is_told(folder: Path, tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    with pytest.raises(Exception, match="ignore"):
        collection.crawl([folder.as_uri() + "/"], ignore="!")


@pytest.mark.slow
def test_changes_are_noticed_while_a_crawl_goes_on(folder: Path, tmp_path: Path) -> None:
    collection = Collection.create(tmp_path / "c")
    settings = {"continuous": True, "max_time": 14.0, "revisit_after": 3_600.0}
    thread = threading.Thread(
        target=collection.crawl, args=([folder.as_uri() + "/"],), kwargs=settings
    )
    thread.start()
    try:
        time.sleep(5.0)
        (folder / "notes" / "a.txt").write_text(PLAIN.format("changed") * 5)
        (folder / "notes" / "new.txt").write_text(PLAIN.format("brandnew") * 5)
        (folder / "notes" / "new.log").write_text(PLAIN.format("forbidden") * 5)
    finally:
        thread.join()
    log = duckdb.read_parquet(f"{collection.root}/crawl/log/*.parquet").df()
    visits = log[log["url"].str.endswith("a.txt")]["outcome"]
    assert (visits == "fetched").sum() == 2
    collection.build(workers=1)
    assert names(collection) >= {"new.txt"}
    assert "new.log" not in names(collection)
    for word in ("changed", "brandnew"):
        assert collection.search(word).total == 1
    assert collection.search("alpha").total == 0
    # What was made just before the crawl may be looked at twice, and nothing more often.
    counted = log["url"].value_counts()
    assert counted[counted.index.str.endswith("c.html")].item() <= 2
