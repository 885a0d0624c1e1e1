"""Whether a page has to be rendered in a browser before it can be read.

The rule: it answers as a page of HTML, shows next to no text, has scripts, and either leads
nowhere or says itself that it needs JavaScript. Every other page is read as it comes: a browser
costs a thousand times as much, and asks for much more than the page.
"""

from __future__ import annotations

import re
from typing import Final

from pagemill.crawl.reading.page import Depth, Page

_LITTLE: Final = 230
_SCRIPT: Final = re.compile(rb"<script[\s>]", re.IGNORECASE)
_SAYS_SO: Final = re.compile(
    rb"<noscript[^>]*>(?:(?!</noscript).){0,2000}?java\s?script", re.IGNORECASE | re.DOTALL
)


def needs_script(payload: bytes, facts: Page | None) -> bool:
    """Whether a page says next to nothing without a browser.

    Args:
        payload: the page as it came, decoded.
        facts: what was read of it; None for what is no page.
    """
    if facts is None or len(facts.text) > _LITTLE or not facts.fingerprint:
        return False
    if facts.depth is Depth.SCRIPT:
        return True
    is_open = facts.depth is Depth.OPEN and _SCRIPT.search(payload) is not None
    return is_open and (not facts.links or _SAYS_SO.search(payload) is not None)
