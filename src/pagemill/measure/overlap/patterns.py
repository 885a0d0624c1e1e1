"""Which engines share what: the cells of a Venn figure from samples of each engine.

A page sampled from one engine is in some of the others too: its pattern. Each engine of a
pattern gives an estimate of that cell, its size times the share of its sample with the pattern;
their mean counts, and all cells are brought to 100.

Source: Bharat, Broder 1998.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

Pattern = tuple[bool, ...]


def cells(
    sizes: Sequence[float], samples: Sequence[Iterable[tuple[Pattern, float]]]
) -> dict[Pattern, float]:
    """Shares of the union, by which engines have a page, in percent.

    Args:
        sizes: relative sizes.
        samples: of each engine, the pattern of each page and its weight; a page is in the
            engine it was drawn from.

    Example:
        >>> both, one, two = (True, True), (True, False), (False, True)
        >>> drawn = [[(both, 1), (one, 1)], [(both, 1), (two, 5)]]
        >>> {key: round(value, 1) for key, value in cells([1, 3], drawn).items()}
        {(True, True): 14.3, (True, False): 14.3, (False, True): 71.4}
    """
    found: dict[Pattern, list[tuple[float, int]]] = {}
    for engine, drawn in enumerate(samples):
        mass: Counter[Pattern] = Counter()
        seen: Counter[Pattern] = Counter()
        for pattern, weight in drawn:
            mass[pattern] += weight  # type: ignore[assignment]
            seen[pattern] += 1
        total = sum(mass.values())
        for pattern, weight in mass.items():
            cell = sizes[engine] * weight / total
            found.setdefault(pattern, []).append((cell, seen[pattern]))
    absolute: dict[Pattern, float] = {}
    for pattern, estimates in found.items():
        # An engine of the pattern whose sample never showed it says none.
        count = sum(pattern)
        absolute[pattern] = sum(cell for cell, _ in estimates) / count
    whole = sum(absolute.values())
    order = sorted(absolute, key=lambda one: (-sum(one), [not member for member in one]))
    return {pattern: 100 * absolute[pattern] / whole for pattern in order} if whole else {}


def union_over_first(cell: dict[Pattern, float]) -> float:
    """Size of the union of all engines next to the first; infinite if that has nothing."""
    first = sum(value for pattern, value in cell.items() if pattern[0])
    return sum(cell.values()) / first if first else float("inf")
