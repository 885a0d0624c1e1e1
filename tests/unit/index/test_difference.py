"""Previous content and present pages -> what has to change."""

from __future__ import annotations

from pagemill.index.difference import Difference
from pagemill.index.document import IndexDocument


def test_only_what_is_new_or_different_changes() -> None:
    same, old, gone = (IndexDocument(url=url, text="x") for url in ("same", "old", "gone"))
    changed, new = IndexDocument(url="old", text="y"), IndexDocument(url="new")
    difference = Difference({one.url: one.digest for one in (same, old, gone)})
    assert list(difference.changed([new, same, changed])) == [new, changed]
    assert list(difference.vanished()) == ["gone"]
    assert (difference.added, difference.unchanged) == (2, 1)
