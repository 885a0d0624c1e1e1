"""Rights as this machine's file system has them."""

from __future__ import annotations

import os
from pathlib import Path
from struct import pack

import pytest

from pagemill.crawl.fetching.file_rights import around, entries, rights_of
from pagemill.model.files.rights import Entry

NONE = 0xFFFFFFFF
OWN = [(1, 6, NONE), (2, 4, 2000), (4, 4, NONE), (8, 0, 300), (16, 4, NONE), (32, 0, NONE)]
LIST = pack("<I", 2) + b"".join(pack("<HHI", *one) for one in OWN)
READ = (
    Entry("user", None, 6),
    Entry("user", 2000, 4),
    Entry("group", None, 4),
    Entry("group", 300, 0),
    Entry("mask", None, 4),
    Entry("other", None, 0),
)


def test_an_access_list_is_read() -> None:
    assert entries(LIST) == READ


@pytest.mark.parametrize("data", [b"", b"\2\0", LIST[:-1], b"\1" + LIST[1:], LIST + b"\7" * 8])
def test_bad_bytes_are_no_list(data: bytes) -> None:
    assert entries(data) == ()


def test_owner_and_bits_are_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    file.chmod(0o640)
    found = rights_of(file, file.stat())
    assert (found.owner, found.group, found.mode) == (os.getuid(), file.stat().st_gid, 0o640)
    assert found.entries == ()


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no access lists on this system")
def test_the_list_of_a_file_is_found(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    try:
        os.setxattr(file, "system.posix_acl_access", LIST)
    except OSError as error:
        pytest.skip(f"this file system has no access lists: {error}")
    assert rights_of(file, file.stat()).entries == READ


def test_folders_that_not_all_may_pass_are_told(tmp_path: Path) -> None:
    closed = tmp_path / "closed" / "open"
    closed.mkdir(parents=True)
    before = len(around(closed / "file"))
    (tmp_path / "closed").chmod(0o750)
    found = around(closed / "file")
    assert len(found) == before + 1
    assert 0o750 in {one.mode for one in found}
