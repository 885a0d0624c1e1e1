"""A small collection, built once, for the tests of what works on a whole one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner

AT = datetime(2026, 3, 1, tzinfo=UTC)


def article(seed: int, words: int = 90) -> str:
    """Return a page of words that no other seed has."""
    text = " ".join(f"word{seed}x{number % 83} and" for number in range(words))
    return f"<title>Title {seed}</title><body><article><p>{text}.</p></article></body>"


def rows() -> list[dict[str, object]]:
    """Return pages: two copies, a near copy, an older capture, an error, an image, no words."""
    near = article(1).replace("word1x5 ", "changed ", 1)
    old = {
        "url": "http://b.example/2",
        "html": article(9),
        "fetched_at": "2025-01-01T00:00:00Z",
    }
    gone = {"url": "http://b.example/gone", "html": "gone", "status": 404}
    return [
        {"url": "http://a.example/1", "html": article(1)},
        {"url": "https://a.example/1", "html": article(1)},
        {"url": "http://c.example/near", "html": near},
        {"url": "http://b.example/2", "html": article(2)},
        old,
        {"url": "http://b.example/3", "html": article(3), "status": 200},
        gone,
        {"url": "http://b.example/i", "html": "x", "content_type": "image/png", "status": 200},
        {"url": "http://b.example/漢字", "html": "<title>–</title><body></body>"},
    ]


def write_rows(path: Path, found: list[dict[str, object]]) -> Path:
    """Write pages as JSON lines, all captured at one time unless they say otherwise."""
    dated = [{"fetched_at": AT.isoformat()} | row for row in found]
    path.write_text("".join(json.dumps(row) + "\n" for row in dated), encoding="utf-8")
    return path


def build(collection: Collection) -> None:
    """Build in this process."""
    site = Site(Layout(collection.root), SerialRunner(), lambda _: None, lambda: AT)
    pipeline.build(site, collection.config)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """Return a collection to read from; copy its folder to change it."""
    home = tmp_path_factory.mktemp("built")
    collection = Collection.create(home / "c")
    collection.import_([write_rows(home / "pages.jsonl", rows())])
    build(collection)
    return collection
