"""Bars in a list: a drawn share beside each number, for the eye only; the number is text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a list.

    Attributes:
        name: what is counted.
        value: how many.
        href: where the counted ones are listed, or ``""``.
        drawing: the bar.
    """

    name: str
    value: int
    href: str
    drawing: Markup


def bars(rows: Sequence[tuple[str, int, str]], most: int = 0) -> list[Bar]:
    """Draw a bar for each name, value and address.

    Args:
        rows: what is shown.
        most: the value of a whole bar; 0 for the largest of the rows.
    """
    whole = most or max((value for _, value, _ in rows), default=0)
    return [Bar(name, value, href, bar(value, whole)) for name, value, href in rows]


def bar(part: float, whole: float) -> Markup:
    """A bar that is filled in part."""
    width = 100 * part / whole if whole else 0
    return Markup(  # noqa: S704 - numbers only
        '<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="back" width="100" height="4"/>'
        f'<rect width="{max(width, 0.5 if part else 0):.2f}" height="4"/></svg>'
    )
