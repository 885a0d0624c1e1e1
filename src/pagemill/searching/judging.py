"""Search judged by known items: pages looked for by their titles and what others call them.

Four indexes are made of the same pages: with and without purification, with and without
de-duplication. They hold texts alone, and of these no line that is hardly more than a query for
its page, so that no page is found by the very title or anchor text that is asked for: a heading
that purification drops would speak for noise. A hit is right where it is the page or a copy.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import NamedTuple

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.index import tantivy
from pagemill.index.analyze import words
from pagemill.index.document import IndexDocument
from pagemill.index.judged import DEPTH, estimate, gain, reciprocal
from pagemill.index.linked import stage as linked
from pagemill.index.query import Query
from pagemill.index.reader import IndexReader
from pagemill.model.search import IndexCost, Judgement, QualityReport
from pagemill.tables import CapturedKeys, Clusters, DocTerms
from pagemill.view.dropped.stage import dropped_texts

FEWEST_TITLE, FEWEST_ANCHOR = 3, 2
"""Words below which a title, or an anchor text, does not tell one page from others."""

FEW_MORE = 3
"""Words that a line may have beside a name and is still no more than that."""

DEEPEST = 100
"""Hits that are looked through for the page."""


class Item(NamedTuple):
    """A page that is looked for, and by which words."""

    kept: str
    words: tuple[str, ...]


class Way(NamedTuple):
    """One way of indexing."""

    purified: bool
    deduplicated: bool


WAYS = tuple(Way(*both) for both in product((True, False), repeat=2))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of one query."""

    rank: int | None
    distinct: float


def judge(layout: Layout, queries: int = 200) -> QualityReport:
    """Look for pages by their titles and anchor texts.

    Args:
        layout: the collection.
        queries: at most, of either kind; which ones follows from the addresses alone.

    Raises:
        CollectionError: nothing was built yet, or a table is damaged.
    """
    if Clusters.name not in manifest.current(layout):
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
        )
    kept_for = _kept_for(layout)
    sets = {
        "titles": drawn(_titles(layout, kept_for), queries),
        "anchors": drawn(_anchors(layout, kept_for), queries),
    }
    report = QualityReport()
    names: dict[str, set[tuple[str, ...]]] = {}
    for item in (item for items in sets.values() for item in items):
        names.setdefault(item.kept, set()).add(item.words)
    making = _Making(layout, kept_for, names)
    outcomes: dict[tuple[Way, str], list[_Outcome]] = {}
    with tempfile.TemporaryDirectory(prefix="pagemill-judge-") as scratch:
        for way in WAYS:
            folder = Path(scratch) / f"{way.purified}-{way.deduplicated}"
            pages, took = making.index(folder, way)
            times: list[float] = []
            for name, items in sets.items():
                outcomes[way, name] = _asked(folder, items, kept_for, times)
            report.costs.append(_cost(way, folder, pages, took, times))
    for (way, name), found in outcomes.items():
        if found:
            report.judgements.append(_judgement(way, name, found, outcomes[WAYS[0], name]))
    return report


def drawn(items: Iterable[Item], most: int) -> list[Item]:
    """Some of the items, the same whenever they are asked for."""

    def draw(item: Item) -> bytes:
        return blake2b(repr(item).encode("utf-8", "backslashreplace"), digest_size=8).digest()

    return sorted(items, key=draw)[:most]


def telling(found: Iterable[tuple[str, str]], fewest: int) -> Iterator[Item]:
    """Items whose words are enough and lead to one page alone.

    Args:
        found: page and what it is called.
        fewest: different words that are enough.
    """
    called: dict[tuple[str, ...], set[str]] = {}
    for page, text in found:
        called.setdefault(words(text), set()).add(page)
    for said, pages in called.items():
        if len(set(said)) >= fewest and len(pages) == 1:
            yield Item(next(iter(pages)), said)


def _kept_for(layout: Layout) -> dict[str, str]:
    table = parquet.read(Clusters, manifest.live_parts(layout, Clusters.name))
    return dict(zip(table.url, table.representative, strict=True))


def _titles(layout: Layout, kept_for: Mapping[str, str]) -> Iterator[Item]:
    titles = (
        (kept_for.get(url, url), title)
        for views in _views(layout)
        for url, title in zip(views.url, views.title, strict=True)
    )
    yield from telling(titles, FEWEST_TITLE)


def _anchors(layout: Layout, kept_for: Mapping[str, str]) -> Iterator[Item]:
    linking = linked.read(
        manifest.live_parts(layout, DocTerms.name),
        manifest.live_parts(layout, CapturedKeys.name),
        kept_for,
        lambda _: True,
        unfetched=False,
    )
    urls = {url_hash(url): url for views in _views(layout) for url in views.url}
    called = (
        (urls[key], text)
        for key, texts in sorted(linking.anchors.items())
        if key in urls
        for text in texts
    )
    yield from telling(called, FEWEST_ANCHOR)


def _views(layout: Layout) -> Iterator[DocTerms]:
    for path in manifest.live_parts(layout, DocTerms.name):
        for batch in parquet.batches(DocTerms, path):
            yield batch.columns()


@dataclass(frozen=True, slots=True)
class _Making:
    """Makes the indexes; ``names`` are the queries for each kept page."""

    layout: Layout
    kept_for: Mapping[str, str]
    names: Mapping[str, set[tuple[str, ...]]]

    def index(self, folder: Path, way: Way) -> tuple[int, float]:
        """Pages of an index made so, and the CPU seconds that indexing took."""
        documents = list(self._documents(way))
        tantivy.create(folder)
        start = time.process_time()
        tantivy.apply(folder, add=documents)
        return len(documents), time.process_time() - start

    def _documents(self, way: Way) -> Iterator[IndexDocument]:
        dropped = dropped_texts(self.layout)
        for some in _views(self.layout):
            more = [""] * len(some.url) if way.purified else dropped(some)
            for url, text, gone in zip(some.url, some.text, more, strict=True):
                kept = self.kept_for.get(url, url)
                if kept == url or not way.deduplicated:
                    lines = f"{text}\n{gone}".splitlines()
                    yield IndexDocument(
                        url=url, text=without(lines, self.names.get(kept, set()))
                    )


def without(lines: Iterable[str], names: set[tuple[str, ...]]) -> str:
    """The lines that are more than a name of their page.

    Example:
        >>> without(["Rye bread", "Home > Rye bread", "We bake rye bread here every day"],
        ...         {("rye", "bread")})
        'We bake rye bread here every day'
    """
    return "\n".join(line for line in lines if not _is_name(words(line), names))


def _is_name(line: tuple[str, ...], names: set[tuple[str, ...]]) -> bool:
    """Whether a line is a name, with a few words more at most, as of a path or a site."""
    return any(
        len(line) <= len(name) + FEW_MORE
        and any(line[at : at + len(name)] == name for at in range(len(line) - len(name) + 1))
        for name in names
    )


def _asked(
    folder: Path, items: Sequence[Item], kept_for: Mapping[str, str], times: list[float]
) -> list[_Outcome]:
    reader = IndexReader(folder)
    found: list[_Outcome] = []
    for item in items:
        choice = tuple((word,) for word in dict.fromkeys(item.words))
        start = time.process_time()
        hits = reader.search(Query(required=(choice,)), limit=DEEPEST).hits
        times.append((time.process_time() - start) * 1000)
        pages = [kept_for.get(hit.url, hit.url) for hit in hits]
        rank = pages.index(item.kept) + 1 if item.kept in pages else None
        first = pages[:DEPTH]
        found.append(_Outcome(rank, len(set(first)) / len(first) if first else 1.0))
    return found


def _cost(way: Way, folder: Path, pages: int, took: float, times: Sequence[float]) -> IndexCost:
    order = sorted(times) or [0.0]
    return IndexCost(
        purified=way.purified,
        deduplicated=way.deduplicated,
        pages=pages,
        size=sum(path.stat().st_size for path in folder.iterdir()),
        build_s=took,
        query_p50_ms=order[len(order) // 2],
        query_p99_ms=order[len(order) * 99 // 100],
    )


def _judgement(
    way: Way, name: str, found: Sequence[_Outcome], best: Sequence[_Outcome]
) -> Judgement:
    gains = [gain(one.rank) for one in found]
    ndcg = estimate(gains)
    mrr = estimate([reciprocal(one.rank) for one in found])
    against = estimate([one - gain(other.rank) for one, other in zip(gains, best, strict=True)])
    return Judgement(
        purified=way.purified,
        deduplicated=way.deduplicated,
        items=name,
        queries=len(found),
        ndcg=ndcg.mean,
        ndcg_low=ndcg.low,
        ndcg_high=ndcg.high,
        mrr=mrr.mean,
        mrr_low=mrr.low,
        mrr_high=mrr.high,
        distinct=sum(one.distinct for one in found) / len(found),
        against=against.mean,
        against_low=against.low,
        against_high=against.high,
    )
