"""What turns the previous content of an index into the present one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pagemill.index.document import IndexDocument


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
            known = self._previous.get(document.url)
            if known is not None and known == document.digest:
                self.unchanged += 1
            else:
                self.added += 1
                yield document

    def vanished(self) -> Iterator[str]:
        """URLs in the index that did not go by, sorted."""
        yield from sorted(url for url in self._previous if url not in self._seen)
