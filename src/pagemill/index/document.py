"""What is indexed of one page, and the digest that tells whether it changed."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

LONGEST_URL_BYTES = 60_000
"""The engine drops longer keys without a word, so such a page is turned away before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexDocument:
    """One page as the index takes it.

    Attributes:
        url: key: one page for each URL.
        host: host name in lower case, or ``""``.
        title, abstract, text: as in the DocView, not analysed yet.
        keywords: as in the DocView.
        language: primary tag, or ``""``.
        page_type: topic, hub or image.
    """

    url: str
    host: str = ""
    title: str = ""
    abstract: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""
    page_type: str = ""

    @property
    def digest(self) -> int:
        """64 bits that change when anything indexed changes."""
        parts = (
            self.url,
            self.host,
            self.title,
            self.abstract,
            self.text,
            self.language,
            self.page_type,
            *self.keywords,
        )
        # Lengths first, so that no text can run over into its neighbour.
        lengths = " ".join(str(len(part)) for part in parts)
        whole = "\n".join((lengths, *parts)).encode("utf-8", "surrogatepass")
        digest = blake2b(whole, digest_size=8)
        return int.from_bytes(digest.digest(), "big")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One page that matches a query."""

    url: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """One stretch of the ranked list.

    Attributes:
        total: exact number of pages that match, whatever was asked for.
        hits: best first; equal scores in the order of their URLs.
    """

    total: int
    hits: tuple[Hit, ...]
