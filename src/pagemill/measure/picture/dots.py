"""Measured next to true: one line a way of measuring, a dot where it came out.

The scale is the ratio of measured to true, so that what is right stands on the line at 1.
Twice too much and half as much lie equally far from it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

NEAR, FAR = "#1b6ca8", "#d1495b"
CLOSE = 0.1
"""Off by less than this share counts as right."""

_WIDTH, _LEFT, _RIGHT = 760.0, 380.0, 40.0
_STEP, _TOP = 26.0, 46.0
_TICKS = (0.25, 0.5, 1.0, 2.0, 4.0)
_MOST = 50

Dot = tuple[str, float | None, float]
"""A way of measuring, what it gave (None: it refused), and what is true."""


def dots(title: str, rows: Sequence[Dot]) -> str:
    """Draw what was measured next to what is true.

    Args:
        title: what was measured.
        rows: one for each way; those without a truth to compare with are refused.

    Returns:
        An SVG document.
    """
    height = _TOP + _STEP * len(rows) + 34
    size = f"{_WIDTH:.0f} {height:.0f}"
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" '
            f'aria-label="{escape(title, quote=True)}" font-family="sans-serif" font-size="13">'
        ),
        f'<rect width="{_WIDTH:.0f}" height="{height:.0f}" fill="white"/>',
        f'<text x="12" y="22" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    bottom = height - 30
    for tick in _TICKS:
        x = _place(tick)
        line = 'stroke="#222"' if tick == 1 else 'stroke="#ddd"'
        parts += [
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 10:.0f}" y2="{bottom:.0f}" {line}/>',
            (
                f'<text x="{x:.1f}" y="{bottom + 18:.0f}" text-anchor="middle" fill="#555">'
                f"{_named(tick)}</text>"
            ),
        ]
    for number, row in enumerate(rows):
        parts += _line(row, _TOP + _STEP * (number + 0.5))
    return "\n".join([*parts, "</svg>\n"])


def _line(row: Dot, y: float) -> list[str]:
    name, value, truth = row
    shown = name if len(name) <= _MOST else f"{name[: _MOST - 1]}…"
    label = (
        f'<text x="{_LEFT - 12:.0f}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>'
    )
    if value is None or not truth:
        said = "refused" if value is None else "nothing to compare with"
        at = f'x="{_place(1) + 8:.1f}" y="{y + 4:.1f}"'
        return [label, f'<text {at} fill="#555" font-style="italic">{said}</text>']
    ratio = value / truth
    x, one = _place(ratio), _place(1)
    colour = NEAR if abs(ratio - 1) < CLOSE else FAR
    aside, anchor = (9, "start") if ratio >= 1 else (-9, "end")
    circle = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}">'
        f"<title>{escape(name)}: {ratio:.3f} of the truth</title></circle>"
    )
    at = f'x="{x + aside:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}"'
    return [
        label,
        f'<line x1="{one:.1f}" x2="{x:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{colour}"/>',
        circle,
        f'<text {at} fill="#333">{ratio:.2f}</text>',
    ]


def _place(ratio: float) -> float:
    """Where a ratio stands; what is off the scale stands at its end."""
    low, high = math.log(_TICKS[0]), math.log(_TICKS[-1])
    share = (math.log(max(ratio, 1e-9)) - low) / (high - low)
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * min(1.0, max(0.0, share))


def _named(tick: float) -> str:
    return "true" if tick == 1 else f"x {tick:g}"
