"""Folders on a disk that is full or cannot be written; they need the right to mount."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _mount(*arguments: str) -> bool:
    if os.geteuid() != 0:
        return False
    try:
        done = subprocess.run(
            ["mount", *arguments], capture_output=True, check=False, timeout=20
        )
    except OSError:
        return False
    return done.returncode == 0


@contextmanager
def small_disk(at: Path, size_kib: int) -> Iterator[Path]:
    """Lend a disk of its own of that size; skip the test where that is not allowed."""
    at.mkdir()
    if not _mount("-t", "tmpfs", "-o", f"size={size_kib}k", "tmpfs", str(at)):
        pytest.skip("mounting a small disk is not permitted here")
    try:
        yield at
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True, timeout=20)


def enlarge(at: Path, size_kib: int) -> None:
    """Give a small disk more room."""
    assert _mount("-o", f"remount,size={size_kib}k", str(at))


@contextmanager
def unwritable(disk: Path) -> Iterator[Path]:
    """Make a small disk read-only for a while."""
    assert _mount("-o", "remount,ro", str(disk))
    try:
        yield disk
    finally:
        assert _mount("-o", "remount,rw", str(disk))
