"""How much a text shrinks: what says the same over and over packs far better than prose.

Source: Ntoulas, Najork, Manasse, Fetterly 2006, "Detecting spam web pages through content
    analysis", section 4.6. Prose packs to a half or a third; a ratio from 4 on was spam seven
    times in ten.
"""

from __future__ import annotations

import zlib
from typing import Final

EXAMINED: Final = 16_384
"""Characters that are looked at."""

_FEWEST: Final = 500
_HARMLESS, _SPAM = 3.5, 6.0


def compressibility(text: str) -> float:
    """0 for a text that packs as prose does, 1 for one that is nearly nothing but itself again.

    Example:
        >>> compressibility("cheap pills online " * 100), compressibility("too short to say")
        (1.0, 0.0)
    """
    data = text[:EXAMINED].encode("utf-8", "replace")
    if len(data) < _FEWEST:
        return 0.0
    ratio = len(data) / len(zlib.compress(data, 6))
    return min(1.0, max(0.0, (ratio - _HARMLESS) / (_SPAM - _HARMLESS)))
