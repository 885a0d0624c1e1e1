"""One process writes a collection at a time."""

from __future__ import annotations

import fcntl
from collections.abc import Generator
from contextlib import contextmanager

from pagemill.collection.layout import Layout
from pagemill.errors import SurroundingsError


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
        yield
