"""The pages of a collection that are about one topic, told by pages that are and are not.

The classifier is the centroid of the chosen pages, moved away from the rejected ones: the words
that tell the topic, with weights. A page belongs where the cosine of its words and the centroid
reaches a threshold. By default this is the least that any chosen page has, and more than any
rejected page has.

Source:
    Rocchio, Relevance Feedback in Information Retrieval, 1971, as a classifier; Manning et al.,
    Introduction to Information Retrieval, section 14.2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.errors import UsageError
from pagemill.index.analyze import words
from pagemill.index.expansion.rocchio import Vector, rocchio
from pagemill.searching.asking import Searcher
from pagemill.tables import Clusters, DocWords

MOST = 100
"""Words of a topic."""

LEAST = 0.02
"""Cosine below which no page belongs, whatever was chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic and its pages.

    Attributes:
        words: word -> weight, heaviest first.
        least: cosine that a page must reach.
        pages: address -> cosine of the kept pages that belong, most like it first.
        seen: kept pages that were looked at.
    """

    words: Vector
    least: float
    pages: Mapping[str, float]
    seen: int


def topic(
    layout: Layout,
    config: Config,
    like: Sequence[str],
    unlike: Sequence[str] = (),
    least: float | None = None,
) -> Topic:
    """Learn a topic from pages, and find all pages that belong to it.

    Args:
        layout: the collection.
        config: its settings.
        like: pages that are about the topic; at least one.
        unlike: pages that are not.
        least: cosine that a page must reach; None to take it from these pages.

    Raises:
        UsageError: a page is not in the collection, or none was chosen.
        CollectionError: there is no index yet.
    """
    if not like:
        raise UsageError("--like: name a page that is about the topic")
    searcher = Searcher(layout, config)
    right, wrong = ([words(searcher.text(url)) for url in urls] for urls in (like, unlike))
    centroid = rocchio((), right, wrong, searcher.idf, most=MOST)
    measure = Likeness(centroid, searcher)
    if least is None:
        highest_wrong = max(map(measure.of, wrong), default=0.0)
        lowest_right = min(map(measure.of, right))
        least = max(LEAST, (lowest_right + max(highest_wrong, lowest_right / 4)) / 2)
    seen = 0
    found: dict[str, float] = {}
    for url, text in _texts(layout):
        seen += 1
        cosine = measure.of(words(text))
        if cosine >= least:
            found[url] = cosine
    order = sorted(found, key=lambda url: (-found[url], url))
    return Topic(
        words=centroid, least=least, pages={url: found[url] for url in order}, seen=seen
    )


class Likeness:
    """Cosine of texts and a centroid.

    Args:
        centroid: word -> weight.
        searcher: says how telling words are.
    """

    def __init__(self, centroid: Vector, searcher: Searcher) -> None:
        self._centroid = centroid
        self._length = math.sqrt(sum(weight * weight for weight in centroid.values()))
        self._idf = searcher.idf
        self._known: dict[str, float] = {}

    def of(self, text: Iterable[str]) -> float:
        """Cosine of a text, given by its words."""
        product = squares = 0.0
        for word, times in Counter(text).items():
            if word not in self._known:
                self._known[word] = self._idf(word)
            value = (1 + math.log(times)) * self._known[word]
            squares += value * value
            product += value * self._centroid.get(word, 0.0)
        length = math.sqrt(squares) * self._length
        return product / length if length else 0.0


def _texts(layout: Layout) -> Iterator[tuple[str, str]]:
    """Every kept page with its title and text."""
    table = parquet.read(Clusters, manifest.live_parts(layout, Clusters.name))
    pairs = zip(table.url, table.relation, strict=True)
    copies = {url for url, relation in pairs if relation != "kept"}
    for path in manifest.live_parts(layout, DocWords.name):
        for batch in parquet.batches(DocWords, path):
            yield from _kept(batch.columns(), copies)


def _kept(views: DocWords, copies: set[str]) -> Iterator[tuple[str, str]]:
    for url, title, text in zip(views.url, views.title, views.text, strict=True):
        if url not in copies:
            yield url, f"{title}\n{text}"
