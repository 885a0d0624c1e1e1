"""Boosted decision trees as flat arrays of whole numbers, and what they say of rows of columns.

A tree's inner nodes ask "is this column at most so much?"; a leaf holds a part of the score.
Columns, thresholds and leaves are whole numbers, so a score does not depend on the order of
summation, and the compiled loop gives the very same one. A table turns scores into chances.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Smalls = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees one after the other; a row of arrays is an inner node, numbered over all trees.

    Attributes:
        names: columns by number.
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
        total = np.zeros(len(rows), np.int64)
        line = np.arange(len(rows))
        for root in self.roots:
            at = np.full(len(rows), root, np.int64)
            while len(going := line[at[line] >= 0]):
                node = at[going]
                is_low = rows[going, self.column[node]] <= self.threshold[node]
                at[going] = np.where(is_low, self.low[node], self.high[node])
            total += self.leaves[-1 - at]
        return total

    def chances(self, rows: Smalls) -> NDArray[np.int64]:
        """Chance of each row of columns."""
        reach = int(self.reach[0])
        step = 2 * reach // (len(self.table) - 1)
        at = (np.clip(self.scores(rows), -reach, reach) + reach) // step
        return self.table[at].astype(np.int64)
