"""What a page sets off: headings, bold and slanted words, as its Markdown has them.

Display tags say which words the author holds for important (h1 to h6, b, strong, em).
"""

from __future__ import annotations

import re

MOST = 64
"""Passages that count."""

_HEADING = r"^#{1,6}[ ]+(?P<heading>.+)$"
_STRONG = r"(?P<stars>\*{1,3})(?=\S)(?P<strong>[^*\n]{1,200}?)(?<=\S)(?P=stars)"
_SET_OFF = re.compile(f"{_HEADING}|{_STRONG}", re.MULTILINE)


def emphasised(markdown: str) -> tuple[str, ...]:
    """The passages that are set off, in order, each once.

    Example:
        >>> emphasised("The **oven** must be *hot*. The **oven**.")
        ('oven', 'hot')
    """
    found: dict[str, None] = {}
    for match in _SET_OFF.finditer(markdown):
        found[(match["heading"] or match["strong"]).strip("* ")] = None
        if len(found) >= MOST:
            break
    return tuple(filter(None, found))
