"""Links between pages as two columns of numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

UInt64s = NDArray[np.uint64]
Int32s = NDArray[np.int32]
Float64s = NDArray[np.float64]

_MANY = 1_000_000
"""Links from which a sparse matrix is quicker, the time to load scipy included."""


@dataclass(frozen=True, slots=True)
class Edges:
    """A directed graph.

    Attributes:
        keys: hash of each page's URL, sorted.
        source, target: numbers of the linking and the linked page; each pair once, no page
            with itself, ordered by source, then target.
    """

    keys: UInt64s
    source: Int32s
    target: Int32s

    @classmethod
    def of(cls, source: UInt64s, target: UInt64s, pages: UInt64s) -> Edges:
        """Number the pages and keep each link once.

        Args:
            source: hashes of the linking pages.
            target: hash of the linked page for each of them.
            pages: further pages, with or without links.

        Example:
            >>> two = np.array([2, 2, 1], np.uint64), np.array([1, 1, 1], np.uint64)
            >>> Edges.of(*two, np.array([5], np.uint64)).source.tolist()
            [1]
        """
        keys = distinct(np.concatenate([source, target, pages]))
        first, second = _numbered(keys, source), _numbered(keys, target)
        pairs = distinct((first * len(keys) + second)[first != second])
        sources, targets = np.divmod(pairs, max(len(keys), 1))
        return cls(keys, sources.astype(np.int32), targets.astype(np.int32))

    @property
    def incoming(self) -> NDArray[np.int64]:
        """Links to each page."""
        return np.bincount(self.target, minlength=len(self.keys))

    def gathered(self, weights: Float64s) -> Callable[[Float64s], Float64s]:
        """The function that gives each page the sum of what its linking pages have.

        Args:
            weights: one for each link, by which what the linking page has is multiplied.
        """
        if len(self.source) >= _MANY:
            matrix = self.matrix(weights)
            return lambda values: matrix @ values
        # The same sums in the same order, without scipy, which takes long to load.
        return lambda values: np.bincount(
            self.target, weights * values[self.source], len(self.keys)
        ).astype(np.float64, copy=False)

    def matrix(self, weights: Float64s | None = None) -> Any:
        """Sparse matrix with a row for each linked page and a column for each linking one.

        Args:
            weights: one for each link; 1 without.
        """
        import scipy.sparse as sp  # type: ignore[import-untyped]  # noqa: PLC0415 - see above

        size = len(self.keys)
        values = np.ones(len(self.source)) if weights is None else weights
        return sp.csr_matrix((values, (self.target, self.source)), shape=(size, size))


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Values in order, each once; for numbers many times faster than by hashing."""
    order = np.sort(values)
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = order[1:] != order[:-1]
    return order[is_new]


def _numbered(keys: UInt64s, values: UInt64s) -> NDArray[np.int64]:
    """The place of each value among the keys; in order of the values, as memory likes it."""
    order = np.argsort(values)
    places = np.empty(len(values), np.int64)
    places[order] = np.searchsorted(keys, values[order])
    return places
