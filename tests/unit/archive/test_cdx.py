from __future__ import annotations

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


def test_a_line_is_a_key_an_instant_and_an_object():
    key, instant, fields = cdx.line(ROW).split(" ", 2)
    assert key == "org,example,www)/Straße%20a?q=ü"
    assert instant == "20260301123015"
    assert fields.startswith('{"url": "https://www.example.org/')


@pytest.mark.parametrize("text", ["", "x", "a 2026 {}", "a 2026 {", 'a 1 {"url": 1}', "a 1 []"])
def test_a_foreign_line_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        cdx.row(text)
