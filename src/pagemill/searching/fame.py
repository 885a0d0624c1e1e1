"""How well known a name is: the pages and hosts that mention it, without copies, over time."""

from __future__ import annotations

from collections import Counter

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.errors import UsageError
from pagemill.html.url import url_hash
from pagemill.index.analyze import words
from pagemill.index.query import Query
from pagemill.model.search import FameReport
from pagemill.searching.asking import Searcher
from pagemill.tables import DocWords

FIRST = 200
"""Pages, the best first, whose keywords tell what the name goes with."""

TOP = 10


def fame(layout: Layout, config: Config, name: str) -> FameReport:
    """Who mentions a name, when, and along with what.

    Args:
        layout: the collection.
        config: its settings.
        name: one word or several side by side.

    Raises:
        UsageError: the name has no word in it.
        CollectionError: there is no index yet.
    """
    said = words(name)
    if not said:
        raise UsageError(f"{name!r}: no word in it; give a name")
    searcher = Searcher(layout, config)
    asked = Query(required=((said,),), by_own_words=True)
    found = searcher.reader.search(asked, limit=FIRST)
    facets = searcher.reader.facets(asked, ("site", "year"))
    pages = [hit.url for hit in found.hits]
    return FameReport(
        name=name,
        pages=found.total,
        copies=sum(searcher.copies.get(url, 0) for url in pages),
        hosts=len(facets["site"]),
        top_hosts=dict(list(facets["site"].items())[:TOP]),
        years=dict(sorted(facets["year"].items())),
        goes_with=_keywords(layout, pages, said, searcher),
        first=pages[:TOP],
    )


def _keywords(
    layout: Layout, pages: list[str], said: tuple[str, ...], searcher: Searcher
) -> dict[str, int]:
    """Keywords of the pages that stand there far more often than elsewhere."""
    counts: Counter[tuple[str, ...]] = Counter()
    parts = manifest.live_parts(layout, DocWords.name)
    for url in pages:
        found = parquet.lookup(DocWords, parts, url_hash(url))
        own = (found.keywords[row] for row, known in enumerate(found.url) if known == url)
        counts.update({words(one) for some in own for one in some})
    total = searcher.reader.pages
    more = {
        keyword: count
        for keyword, count in counts.items()
        if keyword
        and not set(keyword) <= set(said)
        and count > 1
        # The share among these pages against the share among all.
        and count * total > 2 * len(pages) * max(map(searcher.reader.frequency, keyword))
    }
    order = sorted(more, key=lambda keyword: (-more[keyword], keyword))[:TOP]
    return {" ".join(keyword): more[keyword] for keyword in order}
