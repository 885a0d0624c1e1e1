"""Which of several equal or nearly equal pages is kept: the written rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """What is compared; for one page.

    Attributes:
        url: where it is.
        canonical: address that the page declares as its own, or ``""``.
        fetched_at: when it was captured, as a number.
        shingles: how complete it is.
    """

    url: str
    canonical: str
    fetched_at: int
    shingles: int


def preferred(pages: Sequence[Standing]) -> list[int]:
    """The numbers of all pages, the one to keep first.

    A page that does not name another address as the canonical one comes first, then https
    before http, the more complete text, the earliest capture, the shortest URL, and at last
    the order of the URLs; so the order depends on the pages alone. The status was asked
    before: only answers from 200 to 299 become pages.
    """
    return sorted(range(len(pages)), key=lambda number: _rank(pages[number]))


def _rank(page: Standing) -> tuple[bool, bool, int, int, int, str]:
    return (
        page.canonical not in ("", page.url),
        not page.url.startswith("https:"),
        -page.shingles,
        page.fetched_at,
        len(page.url),
        page.url,
    )
