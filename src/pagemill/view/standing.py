"""Which capture of a page is looked at: the standing of each capture among those of its URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagemill.media.types import DOCUMENTS, bare

CURRENT = "current"
REQUISITE = "requisite"

_PAGE_TYPES = frozenset(
    {
        "",
        "text/html",
        "application/xhtml+xml",
        "application/xml",
        "text/xml",
        "text/plain",
        "application/octet-stream",
        "unknown/unknown",
    }
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What standing depends on; for one capture.

    Attributes:
        url, kind, status, media_type, detected: as its index line has them.
        role: :data:`REQUISITE` for what a page is shown with, whatever it looks like.
    """

    url: str
    kind: str
    status: int
    media_type: str
    detected: str = ""
    role: str = ""


def standings(captures: Sequence[Seen], also: frozenset[str] = frozenset()) -> list[str]:
    """The standing of each capture, in order.

    Args:
        captures: those of one URL next to each other, oldest first.
        also: further media types that can be made pages of, by what is installed.

    Returns:
        ``current`` for the newest capture of each URL that may be a page; for the others the
        reason why they are not looked at: ``requisite``, ``superseded``, ``revisit``,
        ``status 404``, ``media type image/png`` and the like.
    """
    found = [_fault(capture, also) for capture in captures]
    taken: set[str] = set()
    for place in range(len(captures) - 1, -1, -1):
        if not found[place]:
            url = captures[place].url
            found[place] = "superseded" if url in taken else CURRENT
            taken.add(url)
    return found


def _fault(capture: Seen, also: frozenset[str]) -> str:
    if capture.role == REQUISITE:
        return REQUISITE
    if capture.kind == "revisit":
        return "revisit"
    if capture.status and not 200 <= capture.status < 300:
        return f"status {capture.status}"
    # Where the bytes show nothing, what the server says is all there is.
    media_type = capture.detected or bare(capture.media_type)
    if media_type in _PAGE_TYPES or media_type in DOCUMENTS or media_type in also:
        return ""
    return f"media type {media_type[:60]}"
