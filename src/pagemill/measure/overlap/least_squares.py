"""Sizes of several engines from all their overlaps in pairs.

Each pair gives one equation: what A has of B must be what B has of A. There are more equations
than sizes, so the sum of squared errors is made least, with weight to what is known best.

Source: Bharat, Broder 1998 (plain); weights by inverse variance are ours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pagemill.errors import UsageError

_LEAST_ERROR = 1e-3
_ROUNDS = 3


def sizes(
    shares: Sequence[Sequence[float]], errors: Sequence[Sequence[float]] | None = None
) -> list[float]:
    """Sizes relative to the first engine.

    Args:
        shares: ``shares[x][y]`` is the share of x that is in y.
        errors: standard errors of them; all equations weigh the same without.

    Raises:
        UsageError: some engine shares nothing with any other.

    Example:
        >>> [round(size, 3) for size in sizes([[1, 1 / 2], [1 / 6, 1]])]
        [1.0, 3.0]
    """
    f = np.array(shares, np.float64)
    count = len(f)
    pairs = [(x, y) for x in range(count) for y in range(x + 1, count)]
    linked = (f + f.T - 2 * np.eye(count)) > 0
    if count > 1 and not linked.any(axis=1).all():
        raise UsageError("an engine shares no page with any other: its size cannot be told")
    guess = np.ones(count)
    for _ in range(_ROUNDS if errors is not None else 1):
        rows = np.zeros((len(pairs), count))
        for row, (x, y) in enumerate(pairs):
            rows[row, x], rows[row, y] = f[x, y], -f[y, x]
            if errors is not None:
                spread = (errors[x][y] * guess[x]) ** 2 + (errors[y][x] * guess[y]) ** 2
                rows[row] /= max(_LEAST_ERROR, spread**0.5)
        solved, *_ = np.linalg.lstsq(rows[:, 1:], -rows[:, 0], rcond=None)
        guess = np.concatenate(([1.0], np.maximum(solved, _LEAST_ERROR)))
    return [float(size) for size in guess]
