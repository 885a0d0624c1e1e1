"""What changes below a folder is noticed once."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from pagemill.crawl.fetching.changes import Changes
from pagemill.crawl.fetching.ignoring import Ignoring


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a b.txt").write_text("one")
    (tmp_path / "sub" / "c.txt").write_text("two")
    (tmp_path / "no.log").write_text("three")
    (tmp_path / ".gitignore").write_text("*.log")
    return tmp_path.resolve()


def seen(changes: Changes, root: Path) -> dict[str, int]:
    async def walk() -> dict[str, int]:
        found: dict[str, int] = {}
        async for some in changes.walk():
            found |= {url.removeprefix(root.as_uri()): depth for url, depth in some}
        return found

    return asyncio.run(walk())


def moved(path: Path, seconds: float) -> None:
    """Wait until the file system's clock has gone on, by what it says of a file itself."""
    at = path.stat().st_mtime + seconds
    os.utime(path, (at, at))


def test_all_that_is_newer_is_told_once(root: Path) -> None:
    changes = Changes([root], Ignoring([root]), since=0.0)
    assert seen(changes, root) == {"/": 0, "/a%20b.txt": 1, "/sub/": 1, "/sub/c.txt": 2}
    assert seen(changes, root) == {}
    moved(root / "sub" / "c.txt", 5.0)
    assert seen(changes, root) == {"/sub/c.txt": 2}
    assert seen(changes, root) == {}


def test_what_is_older_than_asked_for_is_not_told(root: Path) -> None:
    newest = (root / "a b.txt").stat().st_ctime
    changes = Changes([root], Ignoring([root]), since=newest + 100.0)
    assert seen(changes, root) == {}
    moved(root / "a b.txt", 200.0)
    assert seen(changes, root) == {"/a%20b.txt": 1}


def test_permissions_names_and_removal_count_as_changes(root: Path) -> None:
    changes = Changes([root], Ignoring([root]), since=0.0)
    seen(changes, root)
    (root / "a b.txt").chmod(0o600)
    assert seen(changes, root) == {"/a%20b.txt": 1}
    (root / "sub" / "c.txt").unlink()
    assert seen(changes, root) == {"/sub/": 1}
    (root / "new").mkdir()
    assert set(seen(changes, root)) == {"/", "/new/"}


def test_a_folder_that_goes_ends_nothing(root: Path) -> None:
    changes = Changes([root, root / "gone"], Ignoring([root]), since=0.0)
    assert "/a%20b.txt" in seen(changes, root)
