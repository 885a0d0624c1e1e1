"""Where to begin a crawl about a topic: the pages that others who are about it point to.

The collection is searched for the topic; around what is found authorities are told
(:mod:`pagemill.index.linked.topical`); what is likely spam neither counts nor is proposed.
Pages that were never fetched can be: a collection knows them by its links.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.errors import UsageError
from pagemill.html.url import host, url_hash
from pagemill.index.analyze import words
from pagemill.index.linked import stage as linked
from pagemill.index.linked.edges import Edges
from pagemill.index.linked.pagerank import pagerank
from pagemill.index.linked.places import placed
from pagemill.index.linked.topical import Around, around
from pagemill.index.query import parse
from pagemill.index.spam import stage as spam
from pagemill.index.spam.stage import Judged
from pagemill.model.search import Seed, SeedReport, SpamHost, SpamPage, SpamReport
from pagemill.searching.asking import Searcher
from pagemill.tables import Captures, DocWords

ROOT = 200
"""Pages found for a topic that its graph is grown from."""

SPAM = 0.5
"""Score from which a page is not proposed."""


@dataclass(frozen=True, slots=True)
class _Graph:
    """The links of a collection, with what is known of each page."""

    edges: Edges
    urls: dict[int, str]
    fetched: NDArray[np.bool_]
    hosts: NDArray[np.int64]
    judged: Judged


def seeds(
    layout: Layout, config: Config, topic: str, *, top: int = 10, per_host: int = 1
) -> SeedReport:
    """Propose seeds for a topic.

    Args:
        layout: the collection.
        config: its settings.
        topic: words that describe it.
        top: seeds at most.
        per_host: seeds of one host at most.

    Raises:
        UsageError: the topic has no word in it.
        CollectionError: there is no index yet.
    """
    if not words(topic):
        raise UsageError(f"{topic!r}: no word in it; describe the topic")
    found = Searcher(layout, config).reader.search(parse(topic), limit=ROOT)
    graph = _graph(layout)
    keys = np.array([url_hash(hit.url) for hit in found.hits], np.uint64)
    root = np.flatnonzero(np.isin(graph.edges.keys, keys))
    scores = graph.judged.found.page
    honesty = np.where(scores >= SPAM, 0.0, 1 - scores)
    near = around(graph.edges, graph.hosts, root, honesty)
    return SeedReport(
        topic=topic,
        matching=found.total,
        around=len(near.pages),
        spam=int((scores[near.pages] >= SPAM).sum()),
        seeds=list(_proposed(graph, near, root, top, per_host)),
    )


def spam_report(layout: Layout, top: int = 10) -> SpamReport:
    """The pages and hosts of a collection that are most likely spam, with the signs.

    Raises:
        CollectionError: a part of the folder is damaged.
    """
    judged = _graph(layout).judged
    found = judged.found
    pages = sorted(judged.urls, key=lambda at: (-found.page[at], judged.urls[at]))
    hosts: list[int] = np.argsort(-found.host, kind="stable")[:top].tolist()
    return SpamReport(
        pages_read=len(judged.urls),
        likely=sum(bool(found.page[at] >= SPAM) for at in judged.urls),
        pages=[
            SpamPage(
                url=judged.urls[at],
                score=round(float(found.page[at]), 4),
                content=round(float(found.content[at]), 4),
                farm=round(float(found.farm[judged.of_host[at]]), 4),
                mass=round(float(found.mass[at]), 4),
            )
            for at in pages[:top]
            if found.page[at] > 0
        ],
        hosts=[
            SpamHost(
                host=judged.hosts[at],
                score=round(float(found.host[at]), 4),
                farm=round(float(found.farm[at]), 4),
            )
            for at in hosts
            if found.host[at] > 0
        ],
    )


def _graph(layout: Layout) -> _Graph:
    docviews = manifest.live_parts(layout, DocWords.name)
    linking = linked.read(
        docviews,
        manifest.live_parts(layout, Captures.name),
        {},
        lambda _: False,
        unfetched=True,
    )
    edges = linking.edges
    judged = spam.judged(docviews, edges)
    at = dict(zip(edges.keys.tolist(), range(len(edges.keys)), strict=True))
    urls = dict(judged.urls)
    fetched = np.zeros(len(edges.keys), np.bool_)
    fetched[list(urls)] = True
    urls.update({at[key]: url for key, url in linking.unfetched.items() if key in at})
    numbers = {name: number for number, name in enumerate(judged.hosts)}
    hosts = np.full(len(edges.keys), -1, np.int64)
    for place, url in urls.items():
        hosts[place] = numbers.setdefault(host(url), len(numbers))
    nameless = np.flatnonzero(hosts < 0)
    hosts[nameless] = len(numbers) + np.arange(len(nameless))
    return _Graph(edges, urls, fetched, hosts, judged)


def _proposed(
    graph: _Graph, near: Around, root: NDArray[np.int64], top: int, per_host: int
) -> Iterator[Seed]:
    scores = graph.judged.found.page[near.pages]
    places = placed(pagerank(graph.edges))[near.pages]
    about = np.isin(near.pages, root)
    order: Sequence[int] = np.lexsort((near.pages, -places, -near.authority)).tolist()
    of_host: dict[int, int] = {}
    count = 0
    for rank, row in enumerate(order, 1):
        page = int(near.pages[row])
        url = graph.urls.get(page, "")
        number = int(graph.hosts[page])
        is_full = of_host.get(number, 0) >= per_host
        if not url or is_full or scores[row] >= SPAM or near.authority[row] <= 0:
            continue
        of_host[number] = of_host.get(number, 0) + 1
        count += 1
        seed = Seed(
            url=url,
            authority=round(float(near.authority[row]), 6),
            hub=round(float(near.hub[row]), 6),
            place=round(float(places[row]), 4),
            linking_pages=int(near.linking[row]),
            linking_hosts=int(near.linking_hosts[row]),
            spam=round(float(scores[row]), 4),
            fetched=bool(graph.fetched[page]),
            about=bool(about[row]),
            rank=rank,
        )
        yield seed
        if count >= top:
            return
