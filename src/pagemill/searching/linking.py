"""Where pages stand by their links, and what the links that are no topic links change."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.html.encoding import decoded
from pagemill.html.links import outlinks
from pagemill.html.tree import parsed
from pagemill.html.url import url_hash
from pagemill.index.linked import stage as linked
from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank
from pagemill.index.linked.places import placed
from pagemill.index.params import NAME as INDEX
from pagemill.model.search import LinkedPage, LinkReport, RankDifference
from pagemill.tables import Captures, DocKeys, DocPlaces
from pagemill.view.standing import CURRENT

MUCH = 0.25
"""Difference of places from which a page has risen or fallen."""


def link_report(layout: Layout, top: int = 10, *, with_all: bool = False) -> LinkReport:
    """The first pages by PageRank, as hubs and as authorities, over topic links.

    Args:
        layout: the collection.
        top: pages that are named of each.
        with_all: read all links from the archive too, and tell what they change.

    Raises:
        CollectionError: there is no index yet, or a part of the folder is damaged.
    """
    run = manifest.current(layout).get(INDEX)
    if run is None:
        raise CollectionError(
            f"{layout.root}: no search index yet; run 'pagemill build {layout.root}'"
        )
    rows = linked.load_rows(layout.index / run)
    captured = parquet.read(DocKeys, manifest.live_parts(layout, DocKeys.name)).url_hash
    own = rows[np.isin(rows["key"], captured)]

    def first(column: str) -> list[LinkedPage]:
        order = np.lexsort((own["key"], -own[column]))[:top]
        return [
            LinkedPage(
                url=_url(layout, int(own["key"][at])),
                score=float(own[column][at]),
                incoming=int(own["incoming"][at]),
            )
            for at in order.tolist()
            if own[column][at] > 0
        ]

    return LinkReport(
        pages=len(rows),
        links=int(rows["incoming"].sum()),
        pagerank=first("rank"),
        hubs=first("hub"),
        authorities=first("authority"),
        all_links=_difference(layout, own, top, int(rows["incoming"].sum()))
        if with_all
        else None,
    )


def all_edges(layout: Layout) -> Edges:
    """Every link of every page that has a DocView, read from the archive."""
    sources: list[NDArray[np.uint64]] = []
    targets: list[NDArray[np.uint64]] = []
    keys: list[int] = []
    for url, payload, media_type in _payloads(layout):
        key = url_hash(url)
        keys.append(key)
        html, encoding = decoded(payload, media_type)
        links = outlinks(parsed(html), url, encoding.name)
        found = {link.url.partition("#")[0] for link in links}
        hashes = np.array([url_hash(one) for one in sorted(found)], np.uint64)
        targets.append(hashes)
        sources.append(np.full(len(hashes), key, np.uint64))
    nothing = np.zeros(0, np.uint64)
    return Edges.of(
        np.concatenate([nothing, *sources]),
        np.concatenate([nothing, *targets]),
        np.array(keys, np.uint64),
    )


def _payloads(layout: Layout) -> Iterator[tuple[str, bytes, str]]:
    for path in manifest.live_parts(layout, Captures.name):
        for batch in parquet.batches(Captures, path):
            found: Captures = batch.columns()
            pointers = [
                store.Pointer(
                    found.warc_file[row],
                    int(found.warc_offset[row]),
                    int(found.warc_length[row]),
                    found.block_digest[row],
                )
                for row, standing in enumerate(found.standing)
                if standing == CURRENT and not found.converter[row]
            ]
            for _, capture in store.read_captures(layout.archive, sorted(pointers)):
                yield capture.url, capture.payload, capture.media_type


def _difference(
    layout: Layout, own: NDArray[np.void], top: int, topic_links: int
) -> RankDifference:
    edges = all_edges(layout)
    rank = pagerank(edges)
    at = np.searchsorted(edges.keys, own["key"])
    at = np.minimum(at, max(len(edges.keys) - 1, 0))
    is_there = edges.keys[at] == own["key"]
    by_all = placed(np.where(is_there, rank[at], 0.0))
    by_topic = placed(own["rank"])
    moved = by_all.astype(np.float64) - by_topic
    order = np.lexsort((own["key"], moved))
    return RankDifference(
        topic_links=topic_links,
        all_links=len(edges.source),
        correlation=_correlation(by_topic, by_all),
        common=_common(own["rank"], np.where(is_there, rank[at], 0.0), own["key"], top),
        risen=[
            _url(layout, int(own["key"][row]))
            for row in order[::-1][:top].tolist()
            if moved[row] >= MUCH
        ],
        fallen=[
            _url(layout, int(own["key"][row]))
            for row in order[:top].tolist()
            if moved[row] <= -MUCH
        ],
    )


def _correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    if len(one) < 2 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return 1.0 if len(one) and bool(np.array_equal(one, other)) else 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _common(
    one: NDArray[np.float64], other: NDArray[np.float64], keys: NDArray[np.uint64], top: int
) -> float:
    first, second = (set(np.lexsort((keys, -rank))[:top].tolist()) for rank in (one, other))
    return len(first & second) / max(len(first), 1)


def _url(layout: Layout, key: int) -> str:
    found = parquet.lookup(DocPlaces, manifest.live_parts(layout, DocPlaces.name), key)
    return found.url[0] if found.url else ""
