"""What is indexed of one page, and the digest that tells whether it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np

OWN_FIELDS = ("title", "keywords", "abstract", "text")
"""What a page says itself."""

FIELDS = (*OWN_FIELDS, "anchor", "emphasis", "dropped")
"""Fields that a query can look in, in the order in which their scores are added."""

COUNTED = ("site", "language", "page_type", "category", "year")
"""Fields whose values can be counted over the pages that match."""

FLAG_FETCHED, FLAG_HUB = 1, 2
"""Bits of the number ``flags``."""

SCALE = 1000
"""The number ``repetition`` of a page of nothing but repetitions."""

LONGEST_URL_BYTES = 60_000
"""The engine drops longer keys without a word, so such a page is turned away before."""

FETCHED, UNFETCHED = "fetched", "unfetched"
"""Kinds: a page that was fetched, and one that is known by what others call it alone."""


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
        anchors: what pages that link here call it, each text once.
        emphasis: what the page itself sets off: headings, bold and slanted words.
        dropped: what purification took away; indexed only where it has a weight.
        category: path in the tree of categories, parts joined by ``/``, or ``""``.
        kinds: further names by which its type is asked for: genre, format, fetched or not.
        day: days since 1970-01-01 of its publication, else of its capture; 0 for unknown.
        key: the hash of the URL by which tables are sorted.
        mark: digest of all of this where the caller has one already; 0 to compute it.
    """

    url: str
    host: str = ""
    title: str = ""
    abstract: str = ""
    text: str = ""
    keywords: tuple[str, ...] = ()
    language: str = ""
    page_type: str = ""
    anchors: tuple[str, ...] = ()
    emphasis: tuple[str, ...] = ()
    dropped: str = ""
    category: str = ""
    kinds: tuple[str, ...] = (FETCHED,)
    day: int = 0
    key: int = 0
    mark: int = 0

    @property
    def digest(self) -> int:
        """64 bits that change when anything indexed changes."""
        if self.mark:
            return self.mark
        lists = (self.keywords, self.anchors, self.emphasis, self.kinds)
        parts = (
            self.url,
            self.host,
            self.title,
            self.abstract,
            self.text,
            self.language,
            self.page_type,
            self.dropped,
            self.category,
            f"{self.day} {self.key}",
            *(part for one in lists for part in one),
        )
        # Lengths first, so that no text can run over into its neighbour.
        lengths = " ".join(map(str, map(len, (*lists, *parts))))
        whole = "\n".join((lengths, *parts)).encode("utf-8", "surrogatepass")
        digest = blake2b(whole, digest_size=8)
        return int.from_bytes(digest.digest(), "big")


def texts(document: IndexDocument) -> dict[str, Sequence[str]]:
    """Field -> its values, as they stand on the page; no phrase runs from one to the next."""
    return {
        "title": (document.title,),
        "keywords": document.keywords,
        "abstract": (document.abstract,),
        "text": (document.text,),
        "anchor": document.anchors,
        "emphasis": document.emphasis,
        "dropped": (document.dropped,),
    }


def kinds(document: IndexDocument) -> set[str]:
    """All names by which the type of a page is asked for."""
    return {document.page_type, *document.kinds} - {""}


def flags(document: IndexDocument) -> int:
    """Whether a page was fetched, and whether it is one of links, as bits."""
    is_fetched = UNFETCHED not in document.kinds
    return FLAG_FETCHED * is_fetched | FLAG_HUB * (document.page_type == "hub")


def counted(document: IndexDocument) -> dict[str, str]:
    """The value of each of :data:`COUNTED`; ``""`` where a page has none."""
    year = _year(document.day) if document.day else ""
    values = document.host, document.language, document.page_type, document.category, year
    return dict(zip(COUNTED, values, strict=True))


@lru_cache(1 << 14)
def _year(day: int) -> str:
    return str(np.datetime64(day, "D").astype("datetime64[Y]"))


@lru_cache(1 << 14)
def host_and_parents(host: str) -> tuple[str, ...]:
    """``a.b.org``, ``b.org`` and ``org``, so that one term finds all hosts below."""
    labels = host.split(".")
    if not host or host.startswith("[") or labels[-1].isdigit():
        return (host,) if host else ()
    return tuple(".".join(labels[i:]) for i in range(len(labels)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One page that matches a query.

    Attributes:
        url: key of the page.
        score: how well it answers; comparable within one answer only.
        is_fetched: whether more is known of it than what others call it.
        called: what they call it, where no more is known.
    """

    url: str
    score: float
    is_fetched: bool = True
    called: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """One stretch of the ranked list.

    Attributes:
        total: exact number of pages that match, whatever was asked for.
        hits: best first; equal scores in the order of their URLs.
    """

    total: int
    hits: tuple[Hit, ...]
