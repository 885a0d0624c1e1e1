from __future__ import annotations

from pagemill.pages.family import Family
from pagemill.pages.store import Put


def test_a_change_without_value_takes_away():
    assert Put(Family.FETCH, b"k", None).value is None
