import io
from pathlib import Path

import pytest

from pagemill.cli.streams import remark

FULL_DISK = Path("/dev/full")


def test_a_remark_is_written_as_it_is():
    stream = io.StringIO()
    remark("one\n", stream)
    assert stream.getvalue() == "one\n"


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
def test_a_remark_that_cannot_be_written_is_let_go():
    with FULL_DISK.open("w") as full:
        remark("one\n", full)
        remark("two\n", full)
