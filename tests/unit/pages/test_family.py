from __future__ import annotations

from pagemill.pages.family import Family


def test_families_are_named_as_people_say_them():
    assert list(map(str, Family)) == ["capture", "fetch", "anchor", "derived"]
