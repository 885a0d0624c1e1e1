"""What a page sets off: headings, bold and slanted words, as its Markdown has them.

Display tags say which words the author holds for important (h1 to h6, b, strong, em).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import merge

MOST = 64
"""Passages that count."""

_HEADING = re.compile(r"^#{1,6}[ ]+(.+)$", re.MULTILINE)
_STRONG = re.compile(r"\*(\*{0,2})(?=\S)([^*\n]{1,200})(?<=\S)\*\1")


def emphasised(markdown: str) -> tuple[str, ...]:
    """The passages that are set off, in order, each once.

    What is bold within a heading is part of the heading.

    Example:
        >>> emphasised("The **oven** must be *hot*. The **oven**.")
        ('oven', 'hot')
    """
    # Each pattern begins with a sign that is rare, which a search for both at once does not.
    both = merge(_headings(markdown), _STRONG.finditer(markdown), key=re.Match[str].start)
    found: dict[str, None] = {}
    end = 0
    for match in both:
        if match.start() >= end:
            end = match.end()
            passage = match[match.lastindex or 0].strip("* ")
            if passage:
                found[passage] = None
            if len(found) >= MOST:
                break
    return tuple(found)


def _headings(markdown: str) -> Iterator[re.Match[str]]:
    at = 0 if markdown.startswith("#") else markdown.find("\n#") + 1
    while markdown.startswith("#", at):
        if match := _HEADING.match(markdown, at):
            yield match
        at = markdown.find("\n#", at) + 1
        if not at:
            return
