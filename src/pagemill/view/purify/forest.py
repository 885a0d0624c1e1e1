"""Boosted decision trees as flat arrays of whole numbers, and what they say of rows of columns.

A tree's inner nodes ask "is this column at most so much?"; a leaf holds a part of the score.
Columns, thresholds and leaves are whole numbers, so a score does not depend on the order of
summation, and the compiled loop gives the very same one. A table turns scores into chances.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pagemill import native

Smalls = NDArray[np.int16]


@dataclass(frozen=True)
class Forest:
    """Trees one after the other; a row of arrays is an inner node, numbered over all trees.

    Attributes:
        names: names of all columns of a row.
        roots: first node of each tree.
        column: number of the column that is asked for.
        threshold: largest value that goes to ``low``.
        low: next node, or -1 - number of a leaf.
        high: next node for larger values, or -1 - number of a leaf.
        leaves: parts of the score.
        table: chances of scores, in even steps from -``reach`` to ``reach``.
        reach: score from which on the chance grows no more; one number.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (
        "roots",
        "column",
        "threshold",
        "low",
        "high",
        "leaves",
        "table",
        "reach",
    )

    names: tuple[str, ...]
    roots: Smalls
    column: Smalls
    threshold: Smalls
    low: Smalls
    high: Smalls
    leaves: Smalls
    table: NDArray[np.uint16]
    reach: NDArray[np.int32]

    def scores(self, rows: Smalls) -> NDArray[np.int64]:
        """Score of each row of columns: the sum of one leaf of each tree."""
        if native.scores is None or self._packed is None:
            return self.scores_in_python(rows)
        found = native.scores(rows.tobytes(), self._packed)
        return np.frombuffer(found, np.int32).astype(np.int64)

    def scores_in_python(self, rows: Smalls) -> NDArray[np.int64]:
        """The same scores by no compiled loop: all rows go down all trees at once."""
        columns: NDArray[np.int16] = np.ascontiguousarray(self._nodes.T)
        column, threshold, low, high = columns[0], columns[1], columns[2], columns[3]
        line = np.arange(len(rows))[:, np.newaxis]
        at: NDArray[np.int64] = np.broadcast_to(
            self.roots.astype(np.int64), (len(rows), len(self.roots))
        )
        for _ in range(int(self._steps.max())):
            goes_high = rows[line, column[at]] > threshold[at]
            above: NDArray[np.int16] = high[at]
            below: NDArray[np.int16] = low[at]
            at = np.where(goes_high, above, below).astype(np.int64)
        found: NDArray[np.int64] = self._parts[at].sum(axis=1, dtype=np.int64)
        return found

    @cached_property
    def _nodes(self) -> Smalls:
        """Inner nodes, then leaves; a leaf leads to itself, so all may take as many steps."""
        inner, leaves = len(self.column), len(self.leaves)
        nodes = np.zeros((inner + leaves, 4), np.int16)
        low, high = (np.where(to < 0, inner - 1 - to, to) for to in (self.low, self.high))
        nodes[:inner] = np.stack([self.column, self.threshold, low, high], axis=1)
        nodes[inner:, 2] = nodes[inner:, 3] = np.arange(inner, inner + leaves)
        return nodes

    @cached_property
    def _parts(self) -> Smalls:
        """Part of the score of each node: none of an inner one."""
        return np.concatenate((np.zeros(len(self.column), np.int16), self.leaves))

    @cached_property
    def _steps(self) -> NDArray[np.int64]:
        """Steps from the root of each tree to its deepest leaf."""
        height = np.zeros(len(self.column), np.int64)
        for node in range(len(height) - 1, -1, -1):
            below = [height[to] for to in (self.low[node], self.high[node]) if to >= 0]
            height[node] = 1 + max(below, default=0)
        return height[self.roots]

    @cached_property
    def _packed(self) -> native.Forest | None:
        """Trees, nodes and parts of the score for the compiled loop; None where is none."""
        if native.forest is None:
            return None
        trees = np.stack([self.roots, self._steps], axis=1).astype(np.int16)
        arrays = trees.tobytes(), self._nodes.tobytes(), self._parts.tobytes()
        return native.forest(len(self.names), *arrays)

    def chances(self, rows: Smalls) -> NDArray[np.int64]:
        """Chance of each row of columns."""
        reach = int(self.reach[0])
        step = 2 * reach // (len(self.table) - 1)
        at = (np.clip(self.scores(rows), -reach, reach) + reach) // step
        return self.table[at].astype(np.int64)
