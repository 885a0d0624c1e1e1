"""Axes, lines and marks: what every chart is drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from markupsafe import Markup

WIDTH, HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 16, 44
_TICKS = 5

Point = tuple[float, float]


@dataclass(slots=True)
class Plot:
    """A chart with two linear axes that begin at 0.

    Attributes:
        title: what it shows, in a few words.
        said: what can be read off it, for those who do not see it.
        x_most: right end of the horizontal axis.
        y_most: upper end of the vertical axis.
        x_name: what the horizontal axis counts.
        y_name: what the vertical axis counts.
    """

    title: str
    said: str
    x_most: float
    y_most: float
    x_name: str
    y_name: str
    _drawn: list[str] = field(default_factory=list[str])

    def line(self, points: Iterable[Point], kind: str) -> None:
        """Draw a line through points; ``kind`` is a class of the style sheet."""
        places = " ".join(f"{self._x(x):.1f},{self._y(y):.1f}" for x, y in points)
        self._drawn.append(f'<polyline class="{kind}" points="{places}"/>')

    def stretch(self, low: float, high: float, text: str) -> None:
        """Mark a stretch of the horizontal axis."""
        left, right = self._x(low), self._x(high)
        self._drawn.append(
            f'<rect class="stretch" x="{left:.1f}" y="{_TOP}" '
            f'width="{max(1.0, right - left):.1f}" height="{HEIGHT - _TOP - _BOTTOM}">'
            f"<title>{escape(text)}</title></rect>"
        )

    def upright(self, at: float, text: str) -> None:
        """Draw a vertical line with a label."""
        x = self._x(at)
        place, anchor = (x - 6, "end") if x > WIDTH * 0.7 else (x + 6, "start")
        self._drawn.append(
            f'<line class="upright" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" '
            f'y2="{HEIGHT - _BOTTOM}"/><text class="label" x="{place:.1f}" '
            f'y="{HEIGHT - _BOTTOM - 8}" text-anchor="{anchor}">'
            f"{escape(text)}</text>"
        )

    def bar(self, low: float, high: float, value: float, text: str) -> None:
        """Draw a bar over a stretch of the horizontal axis."""
        top, bottom = self._y(value), self._y(0)
        left, right = self._x(low) + 1, self._x(high) - 1
        self._drawn.append(
            f'<rect class="bar" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}"><title>{escape(text)}</title></rect>'
        )

    def svg(self, right_name: str = "") -> Markup:
        """The whole chart; ``right_name`` names what a second scale from 0 to 1 shows."""
        parts = [*self._axes(), *self._drawn]
        if right_name:
            parts.append(
                f'<text class="label" x="{WIDTH - _RIGHT}" y="{HEIGHT - 6}" '
                f'text-anchor="end">{escape(right_name)}</text>'
            )
        return drawing(self.title, self.said, (WIDTH, HEIGHT), parts)

    def _axes(self) -> Iterable[str]:
        for step in range(_TICKS + 1):
            x, y = self.x_most * step / _TICKS, self.y_most * step / _TICKS
            yield (
                f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{self._y(y):.1f}" '
                f'y2="{self._y(y):.1f}"/><text class="tick" x="{_LEFT - 6}" '
                f'y="{self._y(y) + 4:.1f}" text-anchor="end">{number(y)}</text>'
                f'<text class="tick" x="{self._x(x):.1f}" y="{HEIGHT - _BOTTOM + 16}" '
                f'text-anchor="middle">{number(x)}</text>'
            )
        yield (
            f'<text class="label" x="{_LEFT}" y="{HEIGHT - 6}">{escape(self.x_name)} →</text>'
            f'<text class="label" transform="rotate(-90)" x="{-(HEIGHT - _BOTTOM)}" y="14">'
            f"{escape(self.y_name)} →</text>"
        )

    def _x(self, value: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * value / (self.x_most or 1)

    def _y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * value / (self.y_most or 1)


def drawing(title: str, said: str, size: tuple[int, int], parts: Sequence[str]) -> Markup:
    """An SVG element with its title and description."""
    width, height = size
    return Markup(  # noqa: S704 - every text in it was escaped
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(f"{title}. {said}")}">{"".join(parts)}</svg>'
    )


def number(value: float) -> str:
    """A tick's number: whole where it is large, short where it is small."""
    if value >= 10_000:
        return f"{value / 1000:,.0f}k"
    return f"{value:,.0f}" if value >= 5 or value == int(value) else f"{value:.1f}"
