from __future__ import annotations

import pytest

from pagemill.archive.params import ArchiveParams


def test_a_record_may_have_a_byte():
    assert ArchiveParams(max_record_bytes=1).max_record_bytes == 1


def test_a_record_without_bytes_is_refused():
    with pytest.raises(ValueError, match="max_record_bytes is 0"):
        ArchiveParams(max_record_bytes=0)


def test_an_unknown_compression_is_refused():
    assert ArchiveParams(compression="small").compression == "small"
    with pytest.raises(ValueError, match="fast, balanced, small"):
        ArchiveParams(compression="bzip2")
