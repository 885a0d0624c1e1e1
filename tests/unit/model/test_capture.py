from datetime import UTC, datetime

import pytest

from pagemill.model.capture import Capture


def test_a_capture_is_a_value_that_cannot_be_changed():
    capture = Capture(
        url="https://a.example/",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        kind="response",
        status=200,
        headers=(("Content-Type", "text/html"),),
        media_type="text/html",
        payload=b"",
        block_digest="0" * 32,
    )
    assert capture.fetched_at.utcoffset() is not None
    with pytest.raises(AttributeError):
        capture.status = 404
