"""A collection of one's own, measured exactly: nothing is sampled."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.crawl.revisiting.change_rate import Visits, pooled, rates
from pagemill.errors import CollectionError, UsageError
from pagemill.html.url import host
from pagemill.measure.freshness import FreshnessReport, report
from pagemill.measure.power_law import PowerLaw, power_law
from pagemill.measure.properties import STUFFED, compression
from pagemill.tables import Captures, Clusters, DocViews

_DAY_US = 86_400e6
_LEAST_RATE = 1e-4
_LEAST_GAP = 1 / 1440


@dataclass(frozen=True, slots=True, kw_only=True)
class Makeup:
    """What the pages of a collection are like.

    Attributes:
        pages: pages in all.
        duplicates: share that another page is kept for.
        exact_duplicates: share whose text equals that of the page kept.
        stuffed: share whose text repeats itself as stuffed pages do.
        languages: share of pages by language.
        types: share by page type.
        genres: share by genre.
        metadata: share of pages with each kind of metadata.
        pages_per_host: fitted power law, None for fewer than 50 hosts.
    """

    pages: int
    duplicates: float
    exact_duplicates: float
    stuffed: float
    languages: dict[str, float]
    types: dict[str, float]
    genres: dict[str, float]
    metadata: dict[str, float]
    pages_per_host: PowerLaw | None


def freshness(layout: Layout, now: datetime) -> FreshnessReport:
    """Freshness and age of a collection now, by the changes that its captures show.

    Args:
        layout: the collection.
        now: the instant to judge.

    Raises:
        UsageError: no page was captured twice, so that no change rate is known.
    """
    table = parquet.read(Captures, _live(layout, Captures.name))
    usable = [
        row
        for row, (kind, status) in enumerate(zip(table.kind, table.status, strict=True))
        if kind in {"response", "resource", "revisit"} and status in {0, 200, 304}
    ]
    urls = [table.url[row] for row in usable]
    pages = {url: number for number, url in enumerate(dict.fromkeys(urls))}
    page = np.array([pages[url] for url in urls], np.int64)
    at = table.fetched_at[usable].astype("datetime64[us]")
    order = np.lexsort((at, page))
    is_change = np.array([table.kind[row] != "revisit" for row in usable], np.bool_)
    digests = np.array([table.block_digest[row] for row in usable])
    known, visits = _rates(pages, page[order], at[order], digests[order], is_change[order])
    if not visits.any():
        raise UsageError(
            f"{layout.root}: no page was captured twice, so no change rate is known; "
            "crawl or import it again later"
        )
    last = np.zeros(len(pages), "datetime64[us]")
    last[page[order]] = at[order]
    instant = np.datetime64(now.replace(tzinfo=None), "us")
    elapsed = np.maximum(_days(instant - last), 0.0)
    hosts = {name: number for number, name in enumerate(dict.fromkeys(map(host, pages)))}
    of_host = np.array([hosts[host(url)] for url in pages], np.int64)
    rate = np.maximum(pooled(known, visits, of_host), _LEAST_RATE)
    return report(rate, elapsed, int((visits > 0).sum()))


def _rates(
    pages: dict[str, int],
    page: NDArray[np.int64],
    at: NDArray[np.datetime64],
    digests: NDArray[np.str_],
    is_change: NDArray[np.bool_],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Rate of each page, and how many visits tell of it; sorted by page and time."""
    again = page[1:] == page[:-1]
    gap = _days(at[1:] - at[:-1])
    useful = again & (gap > _LEAST_GAP)
    changed = (digests[1:] != digests[:-1]) & is_change[1:]
    visits = Visits(page[1:][useful], gap[useful], changed[useful])
    counts = np.bincount(visits.page, minlength=len(pages)).astype(np.int64)
    return rates(visits, len(pages)), counts


def _days(times: NDArray[Any]) -> NDArray[np.float64]:
    return times.astype("timedelta64[us]").astype(np.float64) / _DAY_US


def makeup(layout: Layout) -> Makeup:
    """What the pages of a collection are like.

    Raises:
        CollectionError: nothing was built yet.
    """
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("language", "page_type", "genre", "metadata", "host")
    }
    pages = stuffed = 0
    for path in _live(layout, DocViews.name):
        for batch in parquet.batches(DocViews, path):
            views: DocViews = batch.columns()
            pages += len(views.url)
            counts["language"].update(views.language)
            counts["page_type"].update(views.page_type)
            counts["genre"].update(views.genre)
            counts["host"].update(map(host, views.url))
            counts["metadata"].update(_metadata(views))
            stuffed += sum(compression(text) >= STUFFED for text in views.text)
    relation = Counter(parquet.read(Clusters, _live(layout, Clusters.name)).relation)
    whole = max(1, pages)
    return Makeup(
        pages=pages,
        duplicates=(relation["exact"] + relation["near"]) / whole,
        exact_duplicates=relation["exact"] / whole,
        stuffed=stuffed / whole,
        languages=_shares(counts["language"], whole),
        types=_shares(counts["page_type"], whole),
        genres=_shares(counts["genre"], whole),
        metadata=_shares(counts["metadata"], whole),
        pages_per_host=power_law(list(counts["host"].values())),
    )


def _metadata(views: DocViews) -> list[str]:
    kinds = ("title", "abstract", "keywords", "canonical", "author", "published_at", "language")
    return [kind for kind in kinds for value in getattr(views, kind) if value]


def _shares(counts: Counter[str], whole: int) -> dict[str, float]:
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return {name or "unknown": count / whole for name, count in ranked}


def _live(layout: Layout, table: str) -> list[Path]:
    found = manifest.live_parts(layout, table)
    if not found:
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}' first"
        )
    return found
