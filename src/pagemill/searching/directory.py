"""The categories of a collection as a tree with the number of pages at and below each."""

from __future__ import annotations

from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.index.category import branches
from pagemill.index.document import FETCHED
from pagemill.index.query import Query
from pagemill.searching.asking import Searcher


def directory(layout: Layout, config: Config) -> dict[str, int]:
    """Category -> kept pages of it and of those below it, in the order of the tree.

    Args:
        layout: the collection.
        config: its settings.

    Raises:
        CollectionError: there is no index yet.
    """
    reader = Searcher(layout, config).reader
    found = reader.facets(Query(types=(FETCHED,)), ("category",))["category"]
    return grown(found)


def grown(pages: dict[str, int]) -> dict[str, int]:
    """Every branch of some categories, with the pages at and below it.

    Example:
        >>> grown({"Arts/Music": 2, "arts": 1})
        {'arts': 3, 'arts/music': 2}
    """
    counts: dict[str, int] = {}
    for category, count in pages.items():
        for branch in branches(category):
            counts[branch] = counts.get(branch, 0) + count
    return dict(sorted(counts.items(), key=lambda one: one[0].split("/")))
