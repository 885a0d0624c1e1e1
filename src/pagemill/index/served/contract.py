"""What an index answers, in the folder or on a server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from pagemill.index.document import Hits
from pagemill.index.query import Query


class SearchIndex(Protocol):
    """Finds pages by words; counts are exact."""

    @property
    def pages(self) -> int:
        """Number of pages in the index."""
        ...

    def has(self, url: str) -> bool:
        """Whether a page is in the index."""
        ...

    def count(self, query: Query) -> int:
        """The exact number of pages that match."""
        ...

    def search(self, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
        """The pages that match, best first, equal scores in the order of their URLs."""
        ...

    def facets(self, query: Query, fields: Iterable[str]) -> dict[str, dict[str, int]]:
        """For each field its values -> pages that match and have it; most pages first."""
        ...
