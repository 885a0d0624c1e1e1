"""Overlap of two or three engines as circles, as true to size as circles can be.

Two circles are drawn so that both areas and the shared area are right. Of three, the areas and
the shared areas in pairs are right; what all three share falls as it does, so it is written in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import combinations

from pagemill.errors import UsageError
from pagemill.measure.overlap.patterns import Pattern

COLOURS = ("#1b6ca8", "#d1495b", "#3a7d44")
_WIDTH, _HEIGHT = 640.0, 420.0
_HALVINGS = 60

Circle = tuple[float, float, float]


def venn(names: Sequence[str], cells: Mapping[Pattern, float]) -> str:
    """Draw the cells of two or three engines.

    Args:
        names: the engines.
        cells: percent of the union by pattern of membership.

    Returns:
        An SVG document.

    Raises:
        UsageError: there are not two or three engines.
    """
    if len(names) not in {2, 3}:
        raise UsageError("a Venn figure shows two or three engines")
    circles = _fitted(_placed(len(names), cells))
    size = f"{_WIDTH:.0f} {_HEIGHT:.0f}"
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        'font-family="sans-serif" font-size="15">'
    )
    parts = [opening, f'<rect width="{_WIDTH:.0f}" height="{_HEIGHT:.0f}" fill="white"/>']
    for (x, y, r), colour in zip(circles, COLOURS, strict=False):
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{colour}" fill-opacity="0.3" '
            f'stroke="{colour}" stroke-width="2"/>'
        )
    parts += _labels(circles, cells)
    parts += _legend(names, cells)
    return "\n".join([*parts, "</svg>\n"])


def shared_area(first: float, second: float, apart: float) -> float:
    """Area that two circles share.

    Example:
        >>> shared_area(1, 1, 2)
        0.0
        >>> round(shared_area(1, 1, 0), 4) == round(math.pi, 4)
        True
    """
    if apart >= first + second:
        return 0.0
    if apart <= abs(first - second):
        return math.pi * min(first, second) ** 2
    one = (apart**2 + first**2 - second**2) / (2 * apart * first)
    two = (apart**2 + second**2 - first**2) / (2 * apart * second)
    kite = (
        (-apart + first + second)
        * (apart + first - second)
        * (apart - first + second)
        * (apart + first + second)
    )
    return first**2 * math.acos(one) + second**2 * math.acos(two) - math.sqrt(kite) / 2


def distance(first: float, second: float, shared: float) -> float:
    """How far apart two circles stand that share an area."""
    low, high = abs(first - second), first + second
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if shared_area(first, second, middle) > shared else (low, middle)
        )
    return (low + high) / 2


def _placed(count: int, cells: Mapping[Pattern, float]) -> list[Circle]:
    whole = [sum(v for key, v in cells.items() if key[n]) for n in range(count)]
    radii = [math.sqrt(max(size, 0.01) / math.pi) for size in whole]
    apart = {
        (a, b): distance(
            radii[a], radii[b], sum(v for key, v in cells.items() if key[a] and key[b])
        )
        for a, b in combinations(range(count), 2)
    }
    circles = [(0.0, 0.0, radii[0]), (apart[0, 1], 0.0, radii[1])]
    if count == 3:
        base = apart[0, 1] or 1e-9
        x = (apart[0, 2] ** 2 - apart[1, 2] ** 2 + base**2) / (2 * base)
        circles.append((x, math.sqrt(max(0.0, apart[0, 2] ** 2 - x**2)), radii[2]))
    return circles


def _fitted(circles: list[Circle]) -> list[Circle]:
    """Scale and move to the middle of the picture's left part, room for the legend below."""
    left, right = min(x - r for x, _, r in circles), max(x + r for x, _, r in circles)
    top, bottom = min(y - r for _, y, r in circles), max(y + r for _, y, r in circles)
    scale = min((_WIDTH - 40) / (right - left), (_HEIGHT - 130) / (bottom - top))
    shift_x = _WIDTH / 2 - scale * (left + right) / 2
    shift_y = (_HEIGHT - 90) / 2 - scale * (top + bottom) / 2
    return [(shift_x + scale * x, shift_y + scale * y, scale * r) for x, y, r in circles]


def _labels(circles: list[Circle], cells: Mapping[Pattern, float]) -> list[str]:
    """Each cell's percentage at the middle of its part of the picture."""
    places: dict[Pattern, list[tuple[float, float]]] = {}
    step = 4
    for x in range(0, int(_WIDTH), step):
        for y in range(0, int(_HEIGHT), step):
            inside = tuple(math.hypot(x - a, y - b) < r for a, b, r in circles)
            if any(inside):
                places.setdefault(inside, []).append((float(x), float(y)))
    found: list[str] = []
    for pattern, spots in places.items():
        if len(spots) < 20 or not cells.get(pattern):
            continue
        middle = (
            sum(x for x, _ in spots) / len(spots),
            sum(y for _, y in spots) / len(spots),
        )
        # The middle of a crescent lies outside it; take the spot of the cell nearest to it.
        at_x, at_y = min(spots, key=lambda spot: math.dist(spot, middle))
        place = f'x="{at_x:.1f}" y="{at_y + 5:.1f}" text-anchor="middle"'
        found.append(f"<text {place}>{cells[pattern]:.1f} %</text>")
    return found


def _legend(names: Sequence[str], cells: Mapping[Pattern, float]) -> list[str]:
    found: list[str] = []
    width = _WIDTH / len(names)
    for number, name in enumerate(names):
        whole = sum(value for key, value in cells.items() if key[number])
        x = 20 + number * width
        shown = name if len(name) <= 22 else f"{name[:21]}…"
        colour = COLOURS[number]
        below = _HEIGHT - 72
        found += [
            _rect(x, below, colour),
            f'<text x="{x + 22:.0f}" y="{below + 12:.0f}">{escape(shown)}</text>',
            f'<text x="{x + 22:.0f}" y="{below + 32:.0f}" fill="#555">{whole:.1f} %</text>',
        ]
    everywhere = cells.get((True,) * len(names), 0.0)
    found.append(
        f'<text x="20" y="{_HEIGHT - 14:.0f}" fill="#555">percent of the union; '
        f"in all of them: {everywhere:.1f} %</text>"
    )
    return found


def _rect(x: float, y: float, colour: str) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="14" height="14" fill="{colour}" '
        f'fill-opacity="0.5" stroke="{colour}"/>'
    )
