"""Rows -> what has to change."""

from __future__ import annotations

import numpy as np

from pagemill.errors import DocumentError
from pagemill.index.document import IndexDocument
from pagemill.index.stage import Difference, index_documents
from pagemill.tables import DocViews


def rows(*urls: str) -> DocViews:
    blank = [""] * len(urls)
    return DocViews(
        url_hash=np.zeros(len(urls), np.uint64),
        url=list(urls),
        fetched_at=np.zeros(len(urls), "datetime64[us]"),
        block_digest=blank,
        canonical=blank,
        title=[f"title of {url[:20]}" for url in urls],
        abstract=blank,
        keywords=[["lime", "key lime"] for _ in urls],
        text=blank,
        markdown=blank,
        html=blank,
        category=blank,
        topic_links=[[] for _ in urls],
        page_type=["topic"] * len(urls),
        genre=blank,
        language=["en"] * len(urls),
        author=blank,
        published_at=blank,
        encoding=blank,
        encoding_evidence=blank,
        encoding_confidence=np.zeros(len(urls)),
        text_digest=blank,
    )


def test_a_kept_row_becomes_a_document() -> None:
    (found,) = index_documents(rows("http://A.example.org./x"))
    assert found == IndexDocument(
        url="http://A.example.org./x",
        host="a.example.org",
        title="title of http://A.example.org",
        keywords=("lime", "key lime"),
        language="en",
        page_type="topic",
    )


def test_removed_copies_are_left_out() -> None:
    found = list(index_documents(rows("http://a/", "http://b/"), {"http://a/"}))
    assert [one.url for one in found if isinstance(one, IndexDocument)] == ["http://b/"]
    assert len(found) == 1


def test_addresses_that_no_index_takes_are_rejected_with_a_reason() -> None:
    found = list(
        index_documents(rows("http://a/" + "x" * 70_000, "http://\ud800/", "http://[/"))
    )
    reasons = [one.reason for one in found if isinstance(one, DocumentError)]
    assert reasons == ["address too long for the index", "address is no text"]
    assert isinstance(found[2], IndexDocument)
    assert found[2].host == ""


def test_only_what_is_new_or_different_changes() -> None:
    same, old, gone = (IndexDocument(url=url, text="x") for url in ("same", "old", "gone"))
    changed, new = IndexDocument(url="old", text="y"), IndexDocument(url="new")
    difference = Difference({one.url: one.digest for one in (same, old, gone)})
    assert list(difference.changed([new, same, changed])) == [new, changed]
    assert list(difference.vanished()) == ["gone"]
    assert (difference.added, difference.unchanged) == (2, 1)
