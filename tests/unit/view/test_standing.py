from __future__ import annotations

from dataclasses import replace

import pytest

from pagemill.view.standing import CURRENT, Seen, standings

PAGE = Seen("http://a.example/", "response", 200, "text/html; charset=utf-8")


def test_the_newest_capture_of_each_url_is_current():
    other = replace(PAGE, url="http://b.example/")
    assert standings([PAGE, PAGE, other]) == ["superseded", CURRENT, CURRENT]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "revisit"}, "revisit"),
        ({"status": 404}, "status 404"),
        ({"status": 301}, "status 301"),
        ({"status": 199}, "status 199"),
        ({"media_type": "image/png"}, "media type image/png"),
        ({"media_type": " IMAGE/PNG ; x=y"}, "media type image/png"),
        ({"role": "requisite"}, "requisite"),
        ({"media_type": "x" * 500}, "media type " + "x" * 60),
    ],
)
def test_what_cannot_be_a_page_is_told_why_and_supersedes_nothing(change, reason):
    later = replace(PAGE, **change)
    assert standings([PAGE, later]) == [CURRENT, reason]


@pytest.mark.parametrize(
    "change",
    [
        {"status": 0, "kind": "resource"},
        {"status": 299},
        {"media_type": ""},
        {"media_type": "Text/HTML"},
        {"media_type": "application/xhtml+xml;charset=x"},
        {"media_type": "text/plain", "kind": "conversion"},
    ],
)
def test_what_may_be_a_page_is_looked_at(change):
    assert standings([replace(PAGE, **change)]) == [CURRENT]


def test_a_url_without_any_usable_capture_has_no_current_one():
    gone = replace(PAGE, status=404)
    assert standings([gone, gone]) == ["status 404", "status 404"]


def test_no_captures_have_no_standing():
    assert standings([]) == []
