"""A query as it was typed -> an answer as it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.html.url import url_hash
from pagemill.index.document import Hit as Found
from pagemill.index.linked import stage as linked
from pagemill.index.params import NAME as INDEX
from pagemill.index.params import IndexParams
from pagemill.index.query import parse
from pagemill.index.rank import FieldWeights, PriorWeights
from pagemill.index.reader import IndexReader, LinkPlaces, Ranking
from pagemill.index.snippet import snippet, terms
from pagemill.index.tantivy import COUNTED
from pagemill.model.report import Hit, ScorePart, ScoreReport, SearchResult
from pagemill.searching.spelling import meant
from pagemill.tables import Clusters, DocWords

FACETS = COUNTED
"""What pages can be counted by."""

MOST_VALUES = 20
"""Values of a facet that are told; the others are added up under :data:`OTHERS`."""

OTHERS = "(others)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for.

    Attributes:
        query: as it was typed.
        limit, offset: hits at most, and how many of the best to pass over.
        facets: what pages are counted by.
    """

    query: str
    limit: int = 10
    offset: int = 0
    facets: Sequence[str] = ()


class Searcher:
    """The live index of a collection with its tables.

    Args:
        layout: the collection.
        params: how it is indexed and searched.

    Raises:
        CollectionError: there is no index yet, or it is damaged.
    """

    def __init__(self, layout: Layout, params: IndexParams) -> None:
        run = manifest.current(layout).get(INDEX)
        if run is None:
            raise CollectionError(
                f"{layout.root}: no search index yet; run 'pagemill build {layout.root}'"
            )
        self._layout = layout
        self._params = params
        self.folder = layout.index / run
        self.reader = IndexReader(self.folder, ranking(params, linked.load(self.folder)))

    def answer(self, request: Request) -> SearchResult:
        """Hits with snippets, counts, and what was perhaps meant.

        Raises:
            UsageError: a facet is unknown.
        """
        for name in request.facets:
            if name not in FACETS:
                raise UsageError(f"{name}: no such facet; choose of {', '.join(FACETS)}")
        asked = parse(request.query)
        found = self.reader.search(asked, limit=request.limit, offset=request.offset)
        wanted = terms(asked)
        return SearchResult(
            total=found.total,
            hits=[self._hit(one, wanted) for one in found.hits],
            facets=_shortened(self.reader.facets(asked, request.facets)),
            suggestion=meant(request.query, asked, self.reader.frequency),
        )

    def account(self, query: str, url: str) -> ScoreReport:
        """How the score of one page comes about.

        Raises:
            UsageError: the page does not match the query.
        """
        found = self.reader.account(parse(query), url)
        if found is None:
            raise UsageError(f"{url}: is no page that matches {query}")
        earned = [
            ScorePart(
                word=" ".join(one.words),
                field=one.field,
                adds=one.share,
                frequency=one.frequency,
                length=one.length,
                average=one.average,
                weight=one.weight,
                idf=one.idf,
            )
            for one in found.earned
        ]
        known = [
            ScorePart(word="", field=name, adds=adds)
            for name, adds in found.priors.items()
            if adds
        ]
        return ScoreReport(url=url, query=query, score=found.score, parts=[*earned, *known])

    def _hit(self, found: Found, wanted: tuple[str, ...]) -> Hit:
        said = self.words(found.url)
        title = said.title[0] if said.url else ""
        text = said.text[0] if said.url else " · ".join(found.called)
        passage = snippet(text, wanted)
        return Hit(
            url=found.url,
            title=title,
            snippet=passage.text,
            score=round(found.score, 6),
            near_copies=self.copies.get(found.url, 0),
            highlights=[list(span) for span in passage.highlights],
            is_fetched=found.is_fetched,
        )

    def words(self, url: str) -> DocWords:
        """What a page says; without rows for one that was not fetched."""
        parts = manifest.live_parts(self._layout, DocWords.name)
        found = parquet.lookup(DocWords, parts, url_hash(url))
        rows = [row for row, known in enumerate(found.url) if known == url]
        taken: DocWords = parquet.rows(found).take(rows).columns()
        return taken

    @cached_property
    def copies(self) -> dict[str, int]:
        """Pages removed for each kept one."""
        count: dict[str, int] = {}
        if self._params.duplicates == "collapse":
            table = parquet.read(Clusters, manifest.live_parts(self._layout, Clusters.name))
            for kept, relation in zip(table.representative, table.relation, strict=True):
                count[kept] = count.get(kept, 0) + (relation != "kept")
        return count


def ranking(params: IndexParams, links: LinkPlaces) -> Ranking:
    """How the settings of a collection put pages in order."""
    return Ranking(
        fields=FieldWeights(
            title=params.title_weight,
            keywords=params.keywords_weight,
            abstract=params.abstract_weight,
            text=params.text_weight,
            anchor=params.anchor_weight,
            emphasis=params.emphasis_weight,
            dropped=params.dropped_weight,
        ),
        priors=PriorWeights(
            link=params.link_weight,
            freshness=params.freshness_weight,
            spam=params.spam_weight,
            hub=params.hub_weight,
        ),
        links=links,
    )


def _shortened(facets: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, values in facets.items():
        told = list(values.items())
        rest = sum(count for _, count in told[MOST_VALUES:])
        found[name] = dict(told[:MOST_VALUES]) | ({OTHERS: rest} if rest else {})
    return found
