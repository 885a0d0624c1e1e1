"""What turns the previous content of an index into the present one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Difference:
    """What turns the previous content of an index into the present one, in one pass.

    Args:
        previous: URL -> digest of each page that is in the index.

    First ask :meth:`is_changed` for every page there is, then use up :meth:`vanished`: that is
    the order in which :func:`pagemill.index.tantivy.apply` takes them. Memory: one entry for
    each page.
    """

    def __init__(self, previous: Mapping[str, int]) -> None:
        self._previous = previous
        self._seen: set[str] = set()
        self.added = 0
        self.unchanged = 0

    def is_changed(self, url: str, digest: int) -> bool:
        """Whether a page is new or differs from the one that the index has."""
        self._seen.add(url)
        is_known = self._previous.get(url) == digest
        self.unchanged += is_known
        self.added += not is_known
        return not is_known

    def vanished(self) -> Iterator[str]:
        """URLs in the index that were not asked for, sorted."""
        yield from sorted(url for url in self._previous if url not in self._seen)
