"""Which document a worker is at: written by the worker, read by whoever watches it.

A native parser may crash or hang on hostile input. The worker therefore notes, in eight bytes
of a shared file, the document it is about to touch; when it dies or stands still, the watcher
knows which document to reject and has the rest of the work done again without it.
"""

from __future__ import annotations

import mmap
import struct
import time
from pathlib import Path

_FORM = struct.Struct("<QdQ")  # document, monotonic time in seconds, running number


class WatchFile:
    """A note of 24 bytes that two processes share."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_FORM.size))
        with path.open("r+b") as handle:
            self._memory = mmap.mmap(handle.fileno(), _FORM.size)
        self._number = 0

    def note(self, document: int) -> None:
        """Say which document comes next; 0 for none."""
        self._number += 1
        self._memory[:] = _FORM.pack(document, time.monotonic(), self._number)

    def read(self) -> tuple[int, float]:
        """Document and the monotonic second at which it was begun; document 0 for none."""
        document, at, _ = _FORM.unpack(self._memory[:])
        return int(document), float(at)


_open: list[WatchFile] = []


def start(path: Path) -> None:
    """Note documents of this process in ``path`` from now on."""
    _open[:] = [WatchFile(path)]


def at(document: int) -> None:
    """Note that work on a document (by its URL hash) begins; nothing where nobody watches."""
    if _open:
        _open[0].note(document)


def idle() -> None:
    """Note that no document is being worked on."""
    if _open:
        _open[0].note(0)
