"""Folders of links to the files of an index: a fork to write, a view to read."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path

ATTEMPTS = 100


def link(source: Path, target: Path) -> None:
    """Give a file a second name, or copy it where the disk has no hard links."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@contextmanager
def linked(folder: Path, *, without: Collection[str]) -> Generator[Path, None, None]:
    """A folder of links to all files of ``folder`` but some, gone at the end.

    Args:
        folder: the index; may forbid writing.
        without: names of the files that are left out.
    """
    links = Path(tempfile.mkdtemp(prefix="pagemill-index-"))
    try:
        for path in folder.iterdir():
            if path.name not in without:
                (links / path.name).symlink_to(path.resolve())
        yield links
    finally:
        # The engine watches for commits and may make a lock anew while the folder goes.
        for _ in range(ATTEMPTS):
            shutil.rmtree(links, ignore_errors=True)
            if not links.exists():
                break
