"""Rows of the collection -> what has to change in the index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from pagemill.errors import DocumentError
from pagemill.index.document import LONGEST_URL_BYTES, IndexDocument
from pagemill.tables import DocViews


def index_documents(
    rows: DocViews, removed: Collection[str] = frozenset()
) -> Iterator[IndexDocument | DocumentError]:
    """What the index takes of each row that is kept, in the order of the rows.

    Args:
        rows: purified pages.
        removed: URLs of pages for which another page of their cluster is kept.

    Yields:
        The document, or the reason why this page cannot be in an index.
    """
    for i, url in enumerate(rows.url):
        if url in removed:
            continue
        problem = _problem(url)
        if problem is not None:
            yield problem
            continue
        yield IndexDocument(
            url=url,
            host=_host(url),
            title=rows.title[i],
            abstract=rows.abstract[i],
            text=rows.text[i],
            keywords=tuple(rows.keywords[i]),
            language=rows.language[i],
            page_type=rows.page_type[i],
        )


class Difference:
    """What turns the previous content of an index into the present one, in one pass.

    Args:
        previous: URL -> digest of each page that is in the index.

    First use up :meth:`changed`, then :meth:`vanished`: that is the order in which
    :func:`pagemill.index.tantivy.apply` takes them. Memory: one entry for each page.
    """

    def __init__(self, previous: Mapping[str, int]) -> None:
        self._previous = previous
        self._seen: set[str] = set()
        self.added = 0
        self.unchanged = 0

    def changed(self, documents: Iterable[IndexDocument]) -> Iterator[IndexDocument]:
        """Let pass what is new or differs from the page that the index has."""
        for document in documents:
            self._seen.add(document.url)
            if self._previous.get(document.url) == document.digest:
                self.unchanged += 1
            else:
                self.added += 1
                yield document

    def vanished(self) -> Iterator[str]:
        """URLs in the index that did not go by, sorted."""
        yield from sorted(url for url in self._previous if url not in self._seen)


def _problem(url: str) -> DocumentError | None:
    try:
        encoded = url.encode("utf-8")
    except UnicodeEncodeError:
        return DocumentError("address is no text", ascii(url)[:80])
    if len(encoded) > LONGEST_URL_BYTES:
        return DocumentError("address too long for the index", f"{url[:80]}...")
    return None


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""
