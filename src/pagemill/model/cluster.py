"""Verified duplicate pairs and the clusters they form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePair:
    """Two documents whose exact resemblance reaches the threshold.

    Attributes:
        left: the smaller of both ids.
        right: the larger.
        similarity: exact Jaccard coefficient of both shingle sets, 1.0 for equal texts.
    """

    left: str
    right: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A kept document and the documents removed for it.

    Attributes:
        id: stable name of the cluster: the id of its representative.
        representative: the one that is kept.
        members: all ids, sorted, the representative among them; at least two.
        diameter: for a single-link cluster the links between its two ends, else None; at most
            that where not every pair is listed.
        least: for a single-link cluster the resemblance of those two members that resemble
            each other least, else None.
    """

    id: str
    representative: str
    members: tuple[str, ...]
    diameter: int | None = None
    least: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A document that another is kept for.

    Attributes:
        id: the document.
        kept: the one that is kept.
        similarity: what the method says of both; None where a chain of pairs joins them.
        method: how it was found: ``checksum`` for equal texts, ``shingles`` for exact
            resemblance, else the name of another method.
    """

    id: str
    kept: str
    similarity: float | None
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NearMatch:
    """A stored page that resembles a text.

    Attributes:
        url: the page.
        similarity: exact resemblance; 1 where the texts are equal.
        contained: share of the text's shingles that the page has too.
    """

    url: str
    similarity: float
    contained: float


def clusters_among(
    pages: Sequence[str], kept: Sequence[str], only: str | None = None
) -> tuple[Cluster, ...]:
    """The clusters of pages with the kept one for each, sorted.

    Args:
        pages: their names.
        kept: as many names of kept pages; a kept page has its own.
        only: leave out the clusters that this page is not in.
    """
    members: dict[str, list[str]] = {}
    for page, name in zip(pages, kept, strict=True):
        members.setdefault(name, []).append(page)
    return tuple(
        Cluster(id=name, representative=name, members=tuple(sorted(some)))
        for name, some in sorted(members.items())
        if only is None or only in some
    )
