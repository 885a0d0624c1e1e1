"""One process writes a collection at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager

from pagemill.collection.layout import Layout
from pagemill.errors import SurroundingsError

_held: set[int] = set()
"""Descriptors by which this process holds locks."""


@contextmanager
def writing(layout: Layout) -> Generator[None]:
    """Hold the lock; the system drops it when the process ends, however it ends.

    Raises:
        SurroundingsError: another process holds it.
    """
    with layout.lock.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SurroundingsError(
                f"{layout.root}: another pagemill is writing this collection; "
                f"wait until it has ended"
            ) from None
        _held.add(handle.fileno())
        try:
            yield
        finally:
            _held.discard(handle.fileno())


def is_written(layout: Layout) -> bool:
    """Whether a process holds the lock."""
    if not layout.lock.exists():
        return False
    with layout.lock.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def leave() -> None:
    """Leave every lock to the process that this one is a copy of, which goes on holding it.

    A lock ends with the last process that has it open: a copy that ended later would keep
    others out.
    """
    for descriptor in _held:
        os.close(descriptor)
    _held.clear()
