"""What an order to forget names, and that nothing of it is left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import pagemill
from pagemill.collection import forgotten
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
    with pytest.raises(pagemill.UsageError, match=r"neither|not a URL"):
        forgettable(what)


def test_a_forgotten_host_leaves_no_row_no_capture_and_an_order(tmp_path: Path) -> None:
    collection = _two_hosts(tmp_path)
    report = collection.forget("a.example")
    assert (report.captures, report.pages) == (1, 1)
    assert [view.url for view in collection.docviews()] == ["http://b.example/"]
    assert '"a.example"' in (tmp_path / "c" / "forgotten.jsonl").read_text()
    assert collection.import_([tmp_path / "pages.jsonl"]).stored == 0


def _two_hosts(folder: Path) -> pagemill.Collection:
    source = folder / "pages.jsonl"
    page = "<p>The tide turns twice a day, and twice a day the boats come home with it.</p>"
    source.write_text(
        "".join(
            f'{{"url": "http://{host}.example/", "html": "{page} {host}"}}\n' for host in "ab"
        )
    )
    collection = pagemill.Collection.create(folder / "c")
    collection.import_([source])
    collection.build(workers=1)
    return collection


@pytest.mark.parametrize("step", ["forget_conversions", "store.remove", "pipeline.build"])
def test_an_order_that_was_killed_is_finished_by_the_next_and_keeps_its_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    collection = _two_hosts(tmp_path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(f"pagemill.forgetting.{step}", killed)
        with pytest.raises(KeyboardInterrupt):
            collection.forget("a.example")
    [pending] = forgotten.orders(tmp_path / "c" / "forgotten.jsonl")
    assert (pending.captures, pending.pages, pending.is_pending) == (1, 1, True)
    report = collection.forget("a.example")
    assert (report.captures, report.pages) == (1, 1)
    [done] = forgotten.orders(tmp_path / "c" / "forgotten.jsonl")
    assert done == replace(pending, is_pending=False)
    assert [view.url for view in collection.docviews()] == ["http://b.example/"]


def test_an_order_given_again_removes_nothing_and_keeps_the_account(tmp_path: Path) -> None:
    collection = _two_hosts(tmp_path)
    collection.forget("a.example")
    before = (tmp_path / "c" / "forgotten.jsonl").read_text()
    report = collection.forget("a.example")
    assert (report.captures, report.pages) == (0, 0)
    assert (tmp_path / "c" / "forgotten.jsonl").read_text() == before
    assert "is_pending" not in before
