"""Which document a worker is at: written by the worker, read by whoever watches it.

A native parser may crash or hang on hostile input. The worker therefore notes, in eight bytes
of a shared file, the document it is about to touch; when it dies or stands still, the watcher
knows which document to reject and has the rest of the work done again without it.
"""

from __future__ import annotations

import mmap
import os
import struct
import time

_FORM = struct.Struct("<QdQ")  # document, monotonic time in seconds, running number


class WatchFile:
    """A note of 24 bytes that two processes share.

    Args:
        descriptor: of an open file, which needs no name; it may be closed afterwards.
    """

    def __init__(self, descriptor: int) -> None:
        if os.fstat(descriptor).st_size < _FORM.size:
            os.truncate(descriptor, _FORM.size)
        self._memory = mmap.mmap(descriptor, _FORM.size)
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


def start(descriptor: int) -> None:
    """Note documents of this process in an open file from now on."""
    _open[:] = [WatchFile(descriptor)]


def at(document: int) -> None:
    """Note that work on a document (by its URL hash) begins; nothing where nobody watches."""
    if _open:
        _open[0].note(document)


def idle() -> None:
    """Note that no document is being worked on."""
    if _open:
        _open[0].note(0)


def now() -> int:
    """The document that is being worked on; 0 for none, or where nobody watches."""
    return _open[0].read()[0] if _open else 0
