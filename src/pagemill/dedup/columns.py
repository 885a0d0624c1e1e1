"""The column types that the algorithms work on, and the one way to mix hashes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Int64s = NDArray[np.int64]
UInt8s = NDArray[np.uint8]
UInt32s = NDArray[np.uint32]
UInt64s = NDArray[np.uint64]
Float64s = NDArray[np.float64]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


def integers(column: Int64s) -> list[int]:
    """The column as Python integers, for a loop that is not over characters or words."""
    numbers: list[int] = column.tolist()
    return numbers


def offsets(counts: Int64s) -> Int64s:
    """Where each of some runs starts, and the end of the last: shape (runs + 1,)."""
    bounds = np.zeros(counts.size + 1, np.int64)
    np.cumsum(counts, out=bounds[1:])
    return bounds


def grouped(keys: Int64s) -> Int64s:
    """An order in which equal keys follow each other, ascending, as they came.

    Args:
        keys: 0 to 2^32 - 1, at most as many.
    """
    # One sort of whole numbers is several times faster than a stable sort of places.
    packed = keys.astype(np.uint64)
    packed <<= np.uint64(32)
    packed |= np.arange(keys.size, dtype=np.uint32)
    packed.sort()
    packed &= np.uint64(0xFFFFFFFF)
    return packed.view(np.int64)


def mixed(values: UInt64s) -> UInt64s:
    """Spread every bit of each value over all 64 bits; different values stay different.

    Source:
        Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators": the
        finaliser of SplitMix64.
    """
    result = values ^ (values >> np.uint64(30))
    result *= _FIRST
    result ^= result >> np.uint64(27)
    result *= _SECOND
    result ^= result >> np.uint64(31)
    return result


def numbers(seed: int, count: int) -> UInt64s:
    """Draw ``count`` numbers that depend on the seed alone, on every NumPy version.

    Source:
        As :func:`mixed`: SplitMix64 is this mixing of a counter.
    """
    steps = np.arange(1, count + 1, dtype=np.uint64) * _GOLDEN
    return mixed(steps + mixed(np.array([seed], np.uint64)))
