"""Texts in a file, as a sequence."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, overload

import numpy as np

from pagemill.dedup.columns import Int64s, integers

_SURROGATES = "surrogatepass"


class SpilledTexts(Sequence[str]):
    """Texts written one after the other to a file without a name, read back by number.

    Args:
        folder: where there is room for the file; it is gone once the texts are closed.

    Source:
        Not of the literature: a file of bytes and the offsets of its pieces.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / f"texts-{os.getpid()}-{id(self):x}"
        self._file = path.open("x+b")
        path.unlink()
        self._ends = array("q", [0])
        self._lengths = array("q")

    def append(self, text: str) -> None:
        """Add a text; not after one was read."""
        data = text.encode("utf-8", _SURROGATES)
        self._file.write(data)
        self._ends.append(self._ends[-1] + len(data))
        self._lengths.append(len(text))

    def whole(self) -> None:
        """Let every text be read from now on."""
        self._file.flush()

    @property
    def lengths(self) -> Int64s:
        """Characters of each text."""
        return np.array(self._lengths, np.int64)

    def __len__(self) -> int:
        return len(self._lengths)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        start = self._ends[index]
        data = os.pread(self._file.fileno(), self._ends[index + 1] - start, start)
        return data.decode("utf-8", _SURROGATES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


@dataclass(frozen=True, slots=True)
class Picked(Sequence[str]):
    """Some of many texts, in an order of their own, fetched when they are asked for.

    Attributes:
        texts: the texts.
        numbers: which of them.
    """

    texts: Sequence[str]
    numbers: Int64s

    @property
    def lengths(self) -> Int64s:
        """Characters of each text."""
        return lengths(self.texts)[self.numbers]

    def __len__(self) -> int:
        return self.numbers.size

    def __iter__(self) -> Iterator[str]:
        return (self.texts[number] for number in integers(self.numbers))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.texts[number] for number in integers(self.numbers[index])]
        return self.texts[int(self.numbers[index])]


def lengths(texts: Sequence[str]) -> Int64s:
    """Characters of each text, without fetching texts whose lengths are known."""
    if isinstance(texts, SpilledTexts | Picked):
        return texts.lengths
    return np.fromiter(map(len, texts), np.int64, len(texts))
