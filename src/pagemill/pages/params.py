"""What the table of pages can be told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesParams:
    """Parameters of the table of pages.

    Attributes:
        fill: whether a build brings the table up to date; without it there is no history.
    """

    fill: bool = True
