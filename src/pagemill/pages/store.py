"""The seam between the table of pages and what keeps its bytes: six methods, sorted keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from pagemill.pages.family import Family


class Put(NamedTuple):
    """One change: ``value`` is None to take the key away."""

    family: Family
    key: bytes
    value: bytes | None


class Store(Protocol):
    """Keys and values in one ordered space for each family."""

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key, or None."""
        ...

    def scan(self, family: Family, start: bytes, stop: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Keys from ``start`` on, in order, up to but not including ``stop``."""
        ...

    def write(self, puts: Iterable[Put]) -> None:
        """Make all changes, in all families, or none; safe on the disk when this returns.

        Raises:
            SurroundingsError: the disk failed.
        """
        ...

    def flush(self) -> None:
        """Bring what is in the log only into sorted files."""
        ...

    def compact(self) -> None:
        """Merge sorted files; drop what was overwritten or taken away."""
        ...

    def close(self) -> None:
        """Let the files go; nothing that was written is lost without it."""
        ...
