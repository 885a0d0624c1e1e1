"""Previous content and present pages -> what has to change."""

from __future__ import annotations

from pagemill.index.difference import Difference


def test_only_what_is_new_or_different_changes() -> None:
    difference = Difference({"same": 1, "old": 2, "gone": 3})
    present = [("new", 9), ("same", 1), ("old", 7)]
    assert [url for url, digest in present if difference.is_changed(url, digest)] == [
        "new",
        "old",
    ]
    assert list(difference.vanished()) == ["gone"]
    assert (difference.added, difference.unchanged) == (2, 1)
