"""How much of the web has no duplicate, told from the overlap of two engines."""

from __future__ import annotations

from dataclasses import dataclass

from pagemill.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class UniqueShare:
    """The share of pages without a duplicate, with what had to be assumed.

    Attributes:
        urls: of all URLs, those whose content no other has.
        contents: of all different contents, those that one URL has.
        assumption: what the answer rests on.
    """

    urls: float
    contents: float
    assumption: str


def unique_share_together(a_in_b: float, b_in_a: float) -> UniqueShare:
    """Assume that a crawl that takes one copy takes the other as well.

    Both engines crawled as many URLs. B keeps one copy of each duplicate, A keeps both, so
    ``B / A = u + (1 - u) / 2``; and what both share is ``A a_in_b = B b_in_a``.

    Args:
        a_in_b: part of A's URLs that are in B's index.
        b_in_a: part of B's URLs that are in A's index.

    Raises:
        UsageError: no share of duplicates explains the figures.

    Source:
        IIR exercise 19.8, as it is usually solved.

    Example:
        >>> found = unique_share_together(0.45, 0.50)
        >>> round(found.urls, 6), round(found.contents, 6)
        (0.8, 0.888889)
    """
    urls = 2 * a_in_b / b_in_a - 1
    return _checked(urls, "both copies of a duplicate are always crawled together")


def unique_share_apart(a_in_b: float, b_in_a: float) -> UniqueShare:
    """Assume that each URL is crawled by itself, whatever became of its copy.

    Each engine crawls a URL with probability ``p``, and so A has a part ``p = b_in_a`` of
    what B keeps. B meets the second copy of what it holds with probability ``p`` and drops
    it: ``B / A = 1 - d p / 2``, where ``d`` is the share of URLs with a duplicate.

    Args:
        a_in_b: part of A's URLs that are in B's index.
        b_in_a: part of B's URLs that are in A's index.

    Raises:
        UsageError: no share of duplicates explains the figures.

    Source:
        IIR exercise 19.8, taken by the letter.

    Example:
        >>> found = unique_share_apart(0.45, 0.50)
        >>> round(found.urls, 6), round(found.contents, 6)
        (0.6, 0.75)
    """
    ratio = a_in_b / b_in_a
    return _checked(1 - 2 * (1 - ratio) / b_in_a, "each URL is crawled independently")


def _checked(urls: float, assumption: str) -> UniqueShare:
    if not -1e-9 <= urls <= 1 + 1e-9:
        raise UsageError(
            f"a unique share of {urls:.3f}: no share of duplicates explains these overlaps "
            f"if {assumption}; measure them again"
        )
    urls = min(1.0, max(0.0, urls))
    return UniqueShare(
        urls=urls, contents=urls / (urls + (1 - urls) / 2), assumption=assumption
    )
