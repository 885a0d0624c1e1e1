"""The address that a page sends its reader on to after some seconds.

Source: WHATWG HTML, "shared declarative refresh steps".
"""

from __future__ import annotations

import re
from typing import Final

_START: Final = re.compile(
    r"[\t\n\f\r ]*(?:(?P<seconds>[0-9]+)|(?=\.))[0-9.]*"
    r"(?:(?P<end>$)|[\t\n\f\r ]*[;,]?[\t\n\f\r ]*(?<=[;,\t\n\f\r ]))"
)
_URL: Final = re.compile(r"[Uu][Rr][Ll][\t\n\f\r ]*=[\t\n\f\r ]*")
_LONGEST_WAIT: Final = 10_000_000


def refresh(content: str) -> tuple[int, str] | None:
    """Seconds and reference of a refresh, or None where a browser would stay.

    Args:
        content: value of the ``content`` attribute, such as ``5; url=next.html``; without an
            address the page itself is loaded again, and the reference is ``""``.
    """
    start = _START.match(content)
    if start is None:
        return None
    seconds = min(int((start["seconds"] or "0")[:9]), _LONGEST_WAIT)
    rest = content[start.end() :]
    named = _URL.match(rest)
    if named:
        rest = rest[named.end() :]
    if rest.startswith(("'", '"')):
        rest = rest[1:].partition(rest[0])[0]
    return seconds, rest.strip("\t\n\f\r ")
