"""Links between pages as two columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Int64s = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Links:
    """A directed graph.

    Attributes:
        pages: addresses, sorted.
        source: number of the page that links, for each link.
        target: number of the page linked to; each pair once, none to itself.
    """

    pages: tuple[str, ...]
    source: Int64s
    target: Int64s

    @classmethod
    def of(cls, links: Iterable[tuple[str, str]], pages: Iterable[str] = ()) -> Links:
        """Number pages and keep each link once.

        Args:
            links: addresses of the linking and the linked page.
            pages: further pages, with or without links.

        Example:
            >>> Links.of([("b", "a"), ("b", "a"), ("a", "a")]).source.tolist()
            [1]
        """
        pairs = sorted({(one, two) for one, two in links if one != two})
        names = sorted({*pages, *(name for pair in pairs for name in pair)})
        number = {name: at for at, name in enumerate(names)}
        source = np.array([number[one] for one, _ in pairs], np.int64)
        target = np.array([number[two] for _, two in pairs], np.int64)
        return cls(tuple(names), source, target)

    @property
    def in_degrees(self) -> Int64s:
        """Links to each page."""
        return np.bincount(self.target, minlength=len(self.pages)).astype(np.int64)

    def turned(self) -> Links:
        """The same links, each the other way round."""
        return Links(self.pages, self.target, self.source)

    def neighbours(self) -> list[list[int]]:
        """For each page the numbers of those it links to, ascending."""
        order = np.lexsort((self.target, self.source))
        counts = np.bincount(self.source, minlength=len(self.pages))
        pieces = np.split(self.target[order], np.cumsum(counts)[:-1])
        return [piece.tolist() for piece in pieces]
