from __future__ import annotations

from pagemill.pages.params import PagesParams


def test_the_table_is_filled_unless_told_otherwise():
    assert PagesParams().fill
