"""How much of a page's words stand in links.

Honest lists of links look the same, so this counts little on its own.

Source: Ntoulas and others 2006, section 4.4 (fraction of anchor text).
"""

from __future__ import annotations

from typing import Final

_FEWEST: Final = 30
_HARMLESS, _SPAM = 0.6, 0.95


def linking(words: int, linked: int) -> float:
    """0 for a page with at most six words in ten in links, 1 for next to nothing else.

    Args:
        words: of the page, those of its links included.
        linked: words of its links.

    Example:
        >>> linking(100, 30), linking(100, 100), linking(5, 5)
        (0.0, 1.0, 0.0)
    """
    if words < _FEWEST:
        return 0.0
    return min(1.0, max(0.0, (min(1.0, linked / words) - _HARMLESS) / (_SPAM - _HARMLESS)))
