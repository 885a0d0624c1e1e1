from __future__ import annotations

from pagemill.model.history import History


def test_a_page_of_which_nothing_is_known_has_an_empty_history():
    found = History(url="u", key="k", tablet=0, server="", versions=(), anchors=(), rows={})
    assert not found.versions
