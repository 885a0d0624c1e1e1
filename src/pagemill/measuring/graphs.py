"""The graph of a collection's pages: bow tie, PageRank, in-degrees.

Links are the topic links of the DocViews: those of menus and advertisements are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.measure.graph.bow_tie import bow_tie, sizes
from pagemill.measure.graph.links import Links
from pagemill.measure.graph.pagerank import pagerank
from pagemill.measure.power_law import PowerLaw, power_law
from pagemill.tables import DocLinks

TOP = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphReport:
    """The graph of a collection.

    Attributes:
        pages: pages that were captured.
        links: links among them, each pair once.
        outside: different addresses linked to that were not captured.
        bow_tie: pages in each part.
        top: pages of the highest PageRank, with it.
        top_tenth: share of all PageRank that the first tenth of the pages has.
        in_degree: fitted power law of links to a page, None for too few.
    """

    pages: int
    links: int
    outside: int
    bow_tie: dict[str, int]
    top: tuple[tuple[str, float], ...]
    top_tenth: float
    in_degree: PowerLaw | None


def graph(layout: Layout, top: int = TOP) -> GraphReport:
    """Measure the graph.

    Raises:
        CollectionError: nothing was built yet.
    """
    parts = manifest.live_parts(layout, DocLinks.name)
    if not parts:
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}' first"
        )
    table = parquet.read(DocLinks, parts)
    pages = set(table.url)
    linked = set(_links(table))
    inside = [pair for pair in linked if pair[1] in pages]
    links = Links.of(inside, pages)
    rank = pagerank(links)
    order = sorted(range(len(links.pages)), key=lambda at: (-rank[at], links.pages[at]))
    tenth = order[: max(1, len(order) // 10)]
    return GraphReport(
        pages=len(pages),
        links=len(links.source),
        outside=len({target for _, target in linked} - pages),
        bow_tie=sizes(bow_tie(links)),
        top=tuple((links.pages[at], float(rank[at])) for at in order[:top]),
        top_tenth=float(sum(rank[at] for at in tenth)),
        in_degree=power_law(links.in_degrees.tolist()),
    )


def _links(table: DocLinks) -> Iterator[tuple[str, str]]:
    for url, links in zip(table.url, table.topic_links, strict=True):
        for link in links:
            yield url, link["url"].partition("#")[0]
