"""A query as it was typed -> an answer as it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypedDict

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.errors import CollectionError, UsageError
from pagemill.html.url import url_hash
from pagemill.index.analyze import words
from pagemill.index.document import COUNTED
from pagemill.index.document import Hit as Found
from pagemill.index.linked import stage as linked
from pagemill.index.params import NAME as INDEX
from pagemill.index.params import IndexParams
from pagemill.index.query import Query, parse
from pagemill.index.rank import (
    FieldWeights,
    LinkPlaces,
    PriorWeights,
    Ranking,
    SpamScores,
    idf,
)
from pagemill.index.reader import WINDOW, IndexReader
from pagemill.index.served import stage as served
from pagemill.index.served.contract import SearchIndex
from pagemill.index.snippet import snippet, terms
from pagemill.index.spam import stage as spam
from pagemill.model.report import Hit, ScorePart, ScoreReport, SearchResult
from pagemill.searching import profile
from pagemill.searching.expanding import learned, moved, widened
from pagemill.searching.spelling import meant, written
from pagemill.tables import Clusters, DocWords

FACETS = COUNTED
"""What pages can be counted by."""

MOST_VALUES = 20
"""Values of a facet that are told; the others are added up under :data:`OTHERS`."""

OTHERS = "(others)"

LOOKED_AT = 5
"""Pages that are looked at to tell whether a word is written as it was put right."""


class Wishes(TypedDict, total=False):
    """What can be asked for beside hits; see :class:`Request`."""

    facets: Sequence[str]
    expand: bool | None
    like: Sequence[str]
    unlike: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for.

    Attributes:
        query: as it was typed.
        limit, offset: hits at most, and how many of the best to pass over.
        facets: what pages are counted by.
        expand: look for related words too; None as the settings say.
        like: pages that were found right: the query moves towards them.
        unlike: pages that were found wrong.
    """

    query: str
    limit: int = 10
    offset: int = 0
    facets: Sequence[str] = ()
    expand: bool | None = None
    like: Sequence[str] = ()
    unlike: Sequence[str] = ()


class Searcher:
    """The live index of a collection with its tables.

    Attributes:
        reader: the index in the folder, which knows how frequent words are.
        index: what answers queries: the same, or a search server that holds the same pages.

    Args:
        layout: the collection.
        config: how it is indexed and searched.

    Raises:
        CollectionError: there is no index yet, or it is damaged.
    """

    def __init__(self, layout: Layout, config: Config) -> None:
        run = manifest.current(layout).get(INDEX)
        if run is None:
            raise CollectionError(
                f"{layout.root}: no search index yet; run 'pagemill build {layout.root}'"
            )
        self._layout = layout
        self._params = config.index
        self._settings = config.search
        self.folder = layout.index / run
        links, signs = linked.load(self.folder), spam.load(self.folder)
        order = ranking(config.index, links, signs)
        self.reader = IndexReader(self.folder, order)
        self._listed: tuple[str, list[Path]] = "", []  # part files, listed once for each build
        self.index: SearchIndex = self.reader
        if config.search.server:
            self.index = served.opened(layout, config.search.server, order) or self.reader

    def answer(self, request: Request) -> SearchResult:
        """Hits with snippets, counts, and what was perhaps meant.

        Raises:
            UsageError: a facet is unknown.
        """
        for name in request.facets:
            if name not in FACETS:
                raise UsageError(f"{name}: no such facet; choose of {', '.join(FACETS)}")
        typed = parse(request.query)
        asked, expansion = self._widened(typed, request)
        total, found = self._found(asked, request)
        wanted = terms(self.reader.stemming.formed(asked if expansion else typed))
        return SearchResult(
            total=total,
            hits=[self._hit(one, wanted) for one in found],
            facets=_shortened(self.index.facets(asked, request.facets)),
            suggestion=meant(request.query, typed, self.reader.frequency, self._written()),
            expansion=expansion,
        )

    def _written(self) -> Callable[[str], bool]:
        """Tells whether one of the best pages for a word has it as it is, not another form."""
        stemming = self.reader.stemming
        if not stemming.languages:
            return written
        seen: dict[tuple[str, ...], set[str]] = {}

        def is_written(word: str) -> bool:
            stems = tuple(stemming.stem(word, one) for one in stemming.languages)
            if stems not in seen:
                seen[stems] = self._said(word)
            return word in seen[stems]

        return is_written

    def _said(self, word: str) -> set[str]:
        """The words of the best pages for a word or another form of it."""
        found = self.reader.search(Query(required=(((word,),),)), limit=LOOKED_AT).hits
        pages = (self.words(one.url) for one in found)
        texts = (f"{said.title[0]} {said.text[0]}" for said in pages if said.url)
        return {one for text in texts for one in words(text)}

    def _widened(self, typed: Query, request: Request) -> tuple[Query, dict[str, list[str]]]:
        if request.like or request.unlike:
            right, wrong = (
                [self.text(url) for url in urls] for urls in (request.like, request.unlike)
            )
            return moved(typed, right, wrong, self.idf)
        wide = self._settings.expand if request.expand is None else request.expand
        if wide:
            return widened(typed, learned(self._layout, self.folder))
        return typed, {}

    def idf(self, word: str) -> float:
        """How telling a word is; 0 for one of a single page, which leads to no other."""
        pages = self.reader.frequency(word)
        return idf(self.reader.pages, pages) if pages > 1 else 0.0

    def text(self, url: str) -> str:
        """Title and text of a page.

        Raises:
            UsageError: there is none.
        """
        said = self.words(url)
        if not said.url:
            raise UsageError(f"{url}: no such page here; name one that was found")
        return f"{said.title[0]}\n{said.text[0]}"

    def _found(self, asked: Query, request: Request) -> tuple[int, Sequence[Found]]:
        interests = profile.read(self._layout.interests) if self._settings.profile else {}
        if not interests:
            found = self.index.search(asked, limit=request.limit, offset=request.offset)
            return found.total, found.hits
        end = max(WINDOW, request.offset + request.limit)
        found = self.index.search(asked, limit=end)
        first = [self._closer(one, interests) for one in found.hits[:WINDOW]]
        first.sort(key=lambda one: (-one.score, one.url))
        whole = [*first, *found.hits[WINDOW:]]
        return found.total, whole[request.offset : request.offset + request.limit]

    def _closer(self, found: Found, interests: profile.Interests) -> Found:
        """The hit with what its likeness to the interests adds, which is never negative."""
        said = self.words(found.url)
        like = profile.likeness(interests, said.keywords[0]) if said.url else 0.0
        return replace(found, score=found.score + profile.WEIGHT * like * abs(found.score))

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
        language = said.language[0] if said.url else ""
        stemming = self.reader.stemming
        stem = partial(stemming.stem, language=language) if stemming.languages else None
        passage = snippet(text, wanted, stem=stem)
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
        run = manifest.current(self._layout).get(DocWords.name, "")
        if run != self._listed[0]:
            self._listed = run, manifest.live_parts(self._layout, DocWords.name)
        found = parquet.lookup(DocWords, self._listed[1], url_hash(url))
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


def ranking(
    params: IndexParams, links: LinkPlaces, scores: SpamScores | None = None
) -> Ranking:
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
        spam=scores,
    )


def _shortened(facets: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for name, values in facets.items():
        told = list(values.items())
        rest = sum(count for _, count in told[MOST_VALUES:])
        found[name] = dict(told[:MOST_VALUES]) | ({OTHERS: rest} if rest else {})
    return found
