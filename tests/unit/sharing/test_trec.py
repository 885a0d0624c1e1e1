"""TREC documents are read back by the reader of sources."""

from __future__ import annotations

from datetime import UTC, datetime

from pagemill.archive.sources.source import SourceOptions
from pagemill.archive.sources.trec import TrecSource
from pagemill.model.capture import Record
from pagemill.sharing.trec import document

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_documents_are_read_back(tmp_path):
    path = tmp_path / "pages.trec"
    text = document("a-1", "http://a.example/1", AT, "A < B", "<p>漢 one</p>")
    text += document("a-2", "http://a.example/2", AT, "", "<p></DOC> <DOC> two</p>")
    path.write_text(text, encoding="utf-8")
    found = [item.found for item in TrecSource(path, SourceOptions()).read()]
    assert [(one.url, one.fetched_at) for one in found if isinstance(one, Record)] == [
        ("http://a.example/1", AT),
        ("http://a.example/2", AT),
    ]
    assert "漢 one".encode() in found[0].block
    assert b"two" in found[1].block
