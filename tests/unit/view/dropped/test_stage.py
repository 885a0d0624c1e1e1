"""What purification took away, read from the archive."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.model.ledger import LedgerLine
from pagemill.tables import DocTerms
from pagemill.view.dropped.stage import dropped_texts, seen_and_dropped

MENU = "".join(f'<li><a href="/{n}">menu{n} entry</a></li>' for n in range(12))
BODY = " ".join(f"Bread{n} is baked in an oven of stone." for n in range(40))
NAVIGATION = f"<nav><ul>{MENU}</ul></nav>"
PAGE = f"<title>Bread</title>{NAVIGATION}<article><p>{BODY}</p></article>"


@pytest.fixture
def collection(tmp_path) -> Collection:
    made = Collection.create(tmp_path / "c")
    row = {"url": "http://a.example/", "html": PAGE, "fetched_at": "2026-03-01T00:00:00Z"}
    (tmp_path / "p.jsonl").write_text(json.dumps(row))
    made.import_([tmp_path / "p.jsonl"])
    made.build(workers=1)
    return made


def line(text: str, *, kept: bool, block: int) -> LedgerLine:
    return LedgerLine(
        node=1, text=text, kept=kept, block=block, block_type="hub", score=0.1, reason="x"
    )


def test_only_what_a_reader_saw_and_the_text_lacks_was_dropped():
    lines = [
        line("kept", kept=True, block=1),
        line(" a\n menu ", kept=False, block=2),
        line("script", kept=False, block=-1),
        line(" ", kept=False, block=2),
    ]
    assert seen_and_dropped(lines) == "a menu"


def test_the_dropped_text_of_a_page_comes_from_its_capture(collection):
    layout = Layout(collection.root)
    views = parquet.read(DocTerms, manifest.live_parts(layout, DocTerms.name))
    [text] = dropped_texts(layout)(views)
    assert "menu3 entry" in text
    assert "Bread7" not in text
    other = replace(views, block_digest=["sha1:GONE"])
    assert dropped_texts(layout)(other) == [""]


def test_dropped_text_is_found_only_where_it_has_a_weight(collection):
    assert collection.search("menu3").total == 0
    params = replace(collection.config.index, dropped_weight=0.2)
    weighing = replace(collection, config=replace(collection.config, index=params))
    weighing.build(workers=1)
    assert weighing.search("menu3").total == 1
    assert pipeline.stale(Layout(collection.root), weighing.config) == []
    collection.build(workers=1)
    assert collection.search("menu3").total == 0
