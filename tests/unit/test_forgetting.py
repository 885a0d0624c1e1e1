"""What an order to forget names, and that nothing of it is left."""

from __future__ import annotations

from pathlib import Path

import pytest

import pagemill
from pagemill.forgetting import forgettable


@pytest.mark.parametrize(
    ("what", "kept"),
    [
        ("HTTP://A.example:80/x#top", "http://a.example/x"),
        ("A.Example.", "a.example"),
        ("bücher.example", "xn--bcher-kva.example"),
    ],
)
def test_an_order_is_kept_in_one_spelling(what: str, kept: str) -> None:
    assert forgettable(what) == kept


@pytest.mark.parametrize("what", ["", "*.a.example", "http://", "a b"])
def test_what_is_neither_page_nor_host_is_refused(what: str) -> None:
    with pytest.raises(pagemill.UsageError, match="neither|not a URL"):
        forgettable(what)


def test_a_forgotten_host_leaves_no_row_no_capture_and_an_order(tmp_path: Path) -> None:
    source = tmp_path / "pages.jsonl"
    page = "<p>The tide turns twice a day, and twice a day the boats come home with it.</p>"
    source.write_text(
        "".join(
            f'{{"url": "http://{host}.example/", "html": "{page} {host}"}}\n' for host in "ab"
        )
    )
    collection = pagemill.Collection.create(tmp_path / "c")
    collection.import_([source])
    collection.build(workers=1)
    report = collection.forget("a.example")
    assert (report.captures, report.pages) == (1, 1)
    assert [view.url for view in collection.docviews()] == ["http://b.example/"]
    assert '"a.example"' in (tmp_path / "c" / "forgotten.jsonl").read_text()
    assert collection.import_([source]).stored == 0
