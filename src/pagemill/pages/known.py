"""Which rows of DocViews the table of pages has taken in: a mark of each, in their order.

So an addition to a large collection costs the table of pages what was added, though the parts
of DocViews are written anew.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from pagemill.collection.durable import naming
from pagemill.tables import Instants, Links, Texts, UInt64s

_ROW = np.dtype([("url_hash", "<u8"), ("mark", "<u8")])
_ODD = tuple(
    np.uint64(int.from_bytes(blake2b(b"%d" % number, digest_size=8).digest(), "big") | 1)
    for number in range(4)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """What a row is told by: a view of DocViews.

    Attributes:
        url_hash: ascending.
        fetched_at: when its capture was made.
        block_digest: of that capture.
        text_digest: of the text made of it.
        frames: pages whose text was joined to it.
    """

    name: ClassVar[str] = "docviews"
    url_hash: UInt64s
    fetched_at: Instants
    block_digest: Texts
    text_digest: Texts
    frames: Links


def marks(rows: Marked, run: bytes) -> UInt64s:
    """A number for each row that changes with anything the table of pages takes from it.

    Args:
        rows: what they are told by.
        run: stage, version and parameters that made them.
    """
    parts: tuple[UInt64s, ...] = (
        np.asarray(rows.url_hash, np.uint64),
        rows.fetched_at.astype("datetime64[us]").view(np.uint64),
        _numbers(rows.block_digest),
        _numbers(rows.text_digest),
    )
    total = np.full(len(rows.url_hash), _number(run), np.uint64)
    for odd, part in zip(_ODD, parts, strict=True):
        total = (total ^ part) * odd
        total ^= total >> np.uint64(32)
    for row, frames in enumerate(rows.frames):
        if frames:
            total[row] ^= _number(repr(frames).encode("utf-8", "backslashreplace"))
    return total


def _numbers(digests: list[str]) -> UInt64s:
    return np.array([int(digest[:16] or "0", 16) for digest in digests], np.uint64)


def _number(data: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(blake2b(data, digest_size=8).digest(), "big"))


class Known:
    """The marks of an earlier filling, mapped from a file, and those of this one; a context.

    Args:
        path: the file; none there means that nothing is known.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._scratch = path.with_name(f".{path.name}.tmp")
        self._rows: NDArray[np.void] = np.zeros(0, _ROW)
        if path.exists() and path.stat().st_size >= _ROW.itemsize:
            self._rows = np.memmap(path, _ROW, "r", shape=path.stat().st_size // _ROW.itemsize)
        self._out = self._scratch.open("wb")

    def of_part(self, number: int, count: int) -> NDArray[np.void]:
        """What was known of the rows of part ``number`` of ``count``."""
        hashes = self._rows["url_hash"]
        first = np.searchsorted(hashes, np.uint64((number << 64) // count))
        if number + 1 == count:
            return self._rows[first:]
        return self._rows[
            first : np.searchsorted(hashes, np.uint64((number + 1 << 64) // count))
        ]

    def add(self, rows: NDArray[np.void]) -> None:
        """Rows that are known from now on, after all that were added before."""
        with naming(self._path):
            self._out.write(rows.tobytes())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Keep what was added in place of what was known; after an error, what was known."""
        try:
            with naming(self._path), self._out:
                self._out.flush()
                os.fsync(self._out.fileno())
            if kind is None:
                self._scratch.replace(self._path)
        finally:
            self._scratch.unlink(missing_ok=True)


def marked(url_hash: UInt64s, mark: UInt64s) -> NDArray[np.void]:
    """Rows to be added."""
    found = np.empty(len(mark), _ROW)
    found["url_hash"], found["mark"] = url_hash, mark
    return found
