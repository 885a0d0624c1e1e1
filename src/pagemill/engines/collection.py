"""The search index of a collection as an engine: what it answers, and all that it holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.index import query as index_query
from pagemill.index.document import FETCHED
from pagemill.index.params import NAME
from pagemill.index.reader import IndexReader
from pagemill.index.tantivy import documents
from pagemill.measure.engine import Answer, Query, Unanswered
from pagemill.tables import DocWords

_MOST = 1_000_000


class CollectionEngine:
    """Asks the live index of a collection.

    Args:
        root: folder of the collection.
        limit: most results of a query that are looked at; all by default.

    Raises:
        CollectionError: there is no collection, or it was not built.
    """

    def __init__(self, root: Path, limit: int = _MOST) -> None:
        self._layout = Layout(root)
        run = manifest.current(self._layout).get(NAME)
        if run is None:
            raise CollectionError(
                f"{root}: no search index yet; run 'pagemill build {root}' first"
            )
        self._folder = self._layout.index / run
        self._reader = IndexReader(self._folder)
        self._parts = manifest.live_parts(self._layout, DocWords.name)
        self._held: frozenset[str] | None = None
        self.name = str(root)
        self.limit = limit
        self.filters: dict[str, tuple[str, ...]] = {}

    def search(self, query: Query) -> Answer:
        """Pages that match, best first."""
        words = query.words
        required = ((words,),) if query.is_phrase else tuple(((word,),) for word in words)
        hosts = tuple(value for field, value in query.filters if field == "site")
        asked = index_query.Query(required=required, hosts=hosts, by_own_words=True)
        found = self._reader.search(asked, limit=self.limit)
        ids = tuple(hit.url for hit in found.hits)
        return Answer(ids, found.total, "eq", found.total > len(ids))

    def fetch(self, page: str) -> str | None:  # noqa: ARG002 - part of the contract
        """A collection has no live pages."""
        raise Unanswered("a collection does not fetch", is_lasting=True)

    def cached(self, page: str) -> str | None:
        """All that is indexed of a page: title, keywords, abstract and text."""
        found = parquet.lookup(DocWords, self._parts, url_hash(page))
        for row, url in enumerate(found.url):
            if url == page:
                return _indexed(found, row)
        return None

    def lookup(self, page: str) -> bool | None:
        """Whether the index has a page."""
        return page in self._pages()

    def scan(self) -> Iterator[tuple[str, str]]:
        """Every page of the index, in the order of the table."""
        held = self._pages()
        for path in self._parts:
            for batch in parquet.batches(DocWords, path):
                columns: DocWords = batch.columns()
                rows = [row for row, url in enumerate(columns.url) if url in held]
                yield from ((columns.url[row], _indexed(columns, row)) for row in rows)

    def _pages(self) -> frozenset[str]:
        if self._held is None:
            self._held = frozenset(documents(self._folder, FETCHED))
        return self._held


def _indexed(found: DocWords, row: int) -> str:
    return "\n".join(
        (found.title[row], " ".join(found.keywords[row]), found.abstract[row], found.text[row])
    )
