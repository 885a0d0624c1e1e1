"""The column types that the algorithms work on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Int64s = NDArray[np.int64]
UInt8s = NDArray[np.uint8]
UInt32s = NDArray[np.uint32]
UInt64s = NDArray[np.uint64]
Float64s = NDArray[np.float64]


def integers(column: Int64s) -> list[int]:
    """The column as Python integers, for a loop that is not over characters or words."""
    numbers: list[int] = column.tolist()
    return numbers


def offsets(counts: Int64s) -> Int64s:
    """Where each of some runs starts, and the end of the last: shape (runs + 1,)."""
    bounds = np.zeros(counts.size + 1, np.int64)
    np.cumsum(counts, out=bounds[1:])
    return bounds
