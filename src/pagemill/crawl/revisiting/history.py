"""What visits of one page saw: enough to ask again cheaply and at the right time.

A visit that found the page as before, by a 304 or by its bytes, is an unchanged one; the first
has no gap before it; failed ones join their gaps. The last few gaps are kept: older ones say
little of how the page changes today.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from struct import Struct
from typing import Final, Self

_HEAD: Final = Struct("<ddddffB8s20sB")
_GAP: Final = Struct("<f?")
_MOST_GAPS: Final = 24
_LONGEST_VALIDATOR: Final = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What is known of a page that was fetched; instants in seconds since 1970.

    Attributes:
        url: its address.
        depth: links from the nearest seed.
        first: instant of the first visit.
        last: instant of the last one.
        kept: instant of the answer in the archive that the page still equals.
        announced: when its site says that it changed last; 0 for never said.
        expected: changes per day that its site announces; 0 for none.
        least: seconds for which the answer asks not to be asked for again.
        text: 8 bytes that stand for what it says, or for its bytes where it is no page.
        digest: SHA-1 of the body.
        etag: validator, or ``""``.
        modified: ``Last-Modified`` as stated, or ``""``.
        gaps: seconds between visits, oldest first, and whether the later one saw a change.
        nested: 0 for a page, more for what a page is shown with.
    """

    url: str
    depth: int = 0
    first: float
    last: float
    kept: float
    announced: float = 0.0
    expected: float = 0.0
    least: float = 0.0
    text: bytes = b""
    digest: bytes = b""
    etag: str = ""
    modified: str = ""
    gaps: tuple[tuple[float, bool], ...] = ()
    nested: int = 0

    @property
    def validators(self) -> tuple[tuple[str, str], ...]:
        """Header fields by which a server can say that nothing has changed."""
        found: list[tuple[str, str]] = []
        if self.etag:
            found.append(("If-None-Match", self.etag))
        if self.modified:
            found.append(("If-Modified-Since", self.modified))
        return tuple(found)

    def visited(self, at: float, *, changed: bool) -> Self:
        """The history after one more visit."""
        gap = (max(at - self.last, 1e-3), changed)
        return replace(self, last=at, gaps=(*self.gaps, gap)[-_MOST_GAPS:])

    def note(self) -> bytes:
        """As it is written."""
        head = _HEAD.pack(
            self.first,
            self.last,
            self.kept,
            self.announced,
            self.expected,
            self.least,
            min(self.depth, 255),
            self.text,
            self.digest,
            len(self.gaps),
        )
        gaps = b"".join(_GAP.pack(*gap) for gap in self.gaps)
        texts: tuple[str | int, ...] = (self.url, _short(self.etag), _short(self.modified))
        if self.nested:
            texts = (*texts, self.nested)
        return head + gaps + json.dumps(texts, ensure_ascii=False).encode("utf-8", "replace")

    @classmethod
    def from_note(cls, note: bytes) -> Self:
        """Read what :meth:`note` wrote."""
        first, last, kept, announced, expected, least, depth, text, digest, count = (
            _HEAD.unpack_from(note)
        )
        end = _HEAD.size + count * _GAP.size
        url, etag, modified, *nested = json.loads(note[end:])
        return cls(
            url=url,
            depth=depth,
            first=first,
            last=last,
            kept=kept,
            announced=announced,
            expected=expected,
            least=least,
            text=text,
            digest=digest,
            etag=etag,
            modified=modified,
            gaps=tuple(_GAP.iter_unpack(note[_HEAD.size : end])),
            nested=nested[0] if nested else 0,
        )


def _short(validator: str) -> str:
    """A validator, unless it is too long to be worth keeping."""
    return validator if len(validator) <= _LONGEST_VALIDATOR else ""
