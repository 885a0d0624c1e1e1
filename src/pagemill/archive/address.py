"""Which texts are addresses of captures, and in which form they are kept."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from pagemill.errors import DocumentError

SCHEMES = frozenset({"http", "https", "file"})
LONGEST = 65_536

_SPACING = re.compile(r"[\t\r\n]")
_USER = re.compile(r"//[^/?#\s]*@")
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def address(text: str) -> str:
    """The absolute URL that ``text`` states, without user name and password.

    Line ends are removed and blanks escaped, so that an address always fits on one line of
    a header or an index; everything else stays as received.

    Raises:
        DocumentError: ``text`` is no absolute http, https or file URL.

    Example:
        >>> address(" http://me:secret@Example.org/a b ")
        'http://Example.org/a%20b'
    """
    url = _SPACING.sub("", text.strip()).removeprefix("<").removesuffix(">").replace(" ", "%20")
    if len(url) > LONGEST or _FORBIDDEN.search(url):
        raise DocumentError("not a web address", _told(text))
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises for a port that is no number
    except ValueError as error:
        raise DocumentError("not a web address", f"{_told(text)}: {error}") from None
    if not _is_absolute(parts):
        raise DocumentError("not a web address", _told(text))
    if "@" not in parts.netloc:
        return url
    start = url.index(parts.netloc)
    host = parts.netloc.rpartition("@")[2]
    return url[:start] + host + url[start + len(parts.netloc) :]


def _told(text: str) -> str:
    """A text for a message, which may be recorded: without user name and password."""
    return shortened(_USER.sub("//", text))


def shortened(text: str, limit: int = 200) -> str:
    """``text`` fit for one line of a message: printable, at most ``limit`` characters."""
    line = text[: limit + 1].encode("unicode_escape").decode("ascii")
    return line if len(line) <= limit else line[:limit] + "..."


def _is_absolute(parts: SplitResult) -> bool:
    if parts.scheme not in SCHEMES:
        return False
    if parts.scheme == "file":
        return len(parts.path) > 1
    return bool(parts.hostname)
