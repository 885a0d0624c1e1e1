from __future__ import annotations

import pytest

from pagemill.view.params import ViewParams


def test_a_page_may_have_a_byte():
    assert ViewParams(max_page_bytes=1).max_page_bytes == 1


def test_a_page_without_bytes_is_refused():
    with pytest.raises(ValueError, match="max_page_bytes is 0"):
        ViewParams(max_page_bytes=0)
