from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pagemill.archive import cdx
from pagemill.archive.cdx import Row

ROW = Row(
    url="https://www.example.org/Straße a?q=ü",
    fetched_at=datetime(2026, 3, 1, 12, 30, 15, 123_456, tzinfo=UTC),
    kind="response",
    status=200,
    media_type='text/html; charset="utf-8"',
    payload_digest="sha1:ABC",
    block_digest="0" * 32,
    payload_bytes=12,
    file="00000.warc.gz",
    offset=345,
    length=678,
)


def test_a_row_survives_its_line():
    assert cdx.row(cdx.line(ROW)) == ROW
    shown = replace(ROW, role="requisite")
    assert cdx.row(cdx.line(shown)) == shown


def test_a_line_is_a_key_an_instant_and_an_object():
    key, instant, fields = cdx.line(ROW).split(" ", 2)
    assert key == "org,example,www)/Straße%20a?q=ü"
    assert instant == "20260301123015"
    assert fields.startswith('{"url": "https://www.example.org/')


def test_no_key_makes_its_line_a_remark():
    assert cdx.surt("http://a.!b/") == "%21b,a)/"


@pytest.mark.parametrize("text", ["", "x", "a 2026 {}", "a 2026 {", 'a 1 {"url": 1}', "a 1 []"])
def test_a_foreign_line_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        cdx.row(text)


@pytest.mark.parametrize(
    "line",
    [
        "org,a)/ 20260101000000 http://a.org/ text/html 200 X - - 9 7 a.warc.gz",
        "org,a)/ 20260101000000 http://a.org/ text/html 200 X - 7 a.warc.gz",
        'org,a)/ 20260101000000 {"url": "http://a.org/", "offset": 7, "filename": "a.warc.gz"}',
    ],
)
def test_lines_of_all_writers_state_a_place(line: str):
    found = cdx.place(line)
    assert found is not None
    assert (found.url, found.file, found.offset) == ("http://a.org/", "a.warc.gz", 7)


def test_a_legend_names_the_columns():
    legend = " CDX b V g a"
    assert cdx.is_legend(legend)
    found = cdx.place("2026 5 x.arc http://a.org/", legend)
    assert found == cdx.Place("", "2026", "http://a.org/", "x.arc", 5, 0)


@pytest.mark.parametrize(
    "line", ["", "a b c", "k 1 {", "k 1 []", "k 1 {}", "k x " * 3, "{" * 9999]
)
def test_other_lines_state_none(line: str):
    assert cdx.place(line) is None
