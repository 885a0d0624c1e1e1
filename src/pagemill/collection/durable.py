"""Replace a file or folder: a reader sees the old one or the new one, never a mixture."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def naming(path: Path) -> Generator[None]:
    """Give an error of the operating system that names no file the name of this one.

    A failed ``write`` knows only its number, and a person needs the place.

    Raises:
        OSError: with the system's own wording and a file name.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error


def synced(path: Path) -> None:
    """Force a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def scratch_name(path: Path) -> Path:
    """Where this process writes a file before it gets its name.

    No other process has the same, on this machine or on one that shares the folder. It starts
    with a dot: what a killed process left is swept with the rest of the run's scratch.
    """
    return path.with_name(f".{path.name}.{os.uname().nodename}.{os.getpid()}.tmp")


def replace_text(path: Path, text: str, scratch: Path | None = None) -> None:
    """Write a small file whole or not at all.

    Args:
        path: the file.
        text: what it is to hold.
        scratch: where it is written first, for a file that several processes may write at
            once; by default a name that the next writer uses again.
    """
    scratch = scratch or path.with_name(f".{path.name}.tmp")
    try:
        with naming(path), scratch.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
    synced(path.parent)


def replace_json(path: Path, value: Any, scratch: Path | None = None) -> None:
    """Write a JSON file whole or not at all, keys sorted; see :func:`replace_text`."""
    text = json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True)
    # File names need not be text; as JSON escapes they read back as they were.
    replace_text(path, text.encode("utf-8", "backslashreplace").decode() + "\n", scratch)


def rename_folder(scratch: Path, target: Path) -> None:
    """Give a finished folder its name, in place of what had it."""
    if target.exists():
        shutil.rmtree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch.rename(target)
    synced(target.parent)
