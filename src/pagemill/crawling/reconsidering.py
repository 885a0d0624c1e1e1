"""Pages that were fetched before the topic of a crawl was named.

Addresses that wait since then stand where breadth-first put them, whatever leads there. So the
pages that were fetched are read again in the archive and scored, once for each topic, and what
those about it lead to is moved forward.
"""

from __future__ import annotations

from pathlib import Path

from pagemill.collection import manifest
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.crawler import Crawler
from pagemill.crawl.looking.standing import note_scored, scored_for
from pagemill.crawl.params import SEARCH, CrawlParams
from pagemill.crawl.store import Store
from pagemill.index.params import NAME as INDEX


def reconsider(
    layout: Layout, params: CrawlParams, cells: Cells, store: Store, crawler: Crawler
) -> int:
    """Move forward what the pages about a new topic lead to; the number of addresses moved.

    Args:
        layout: the collection.
        params: settings, which name the topic.
        cells: the crawl's table, where it stands for what the pages were scored last.
        store: what the crawl knows.
        crawler: the crawl.
    """
    topic = _topic(layout, params)
    if topic == scored_for(cells):
        return 0
    moved = 0
    if topic:
        pages = (one for _, one in store.revisits.all() if one.kept and not one.nested)
        moved = crawler.reconsider(pages)
    note_scored(cells, topic)
    return moved


def _topic(layout: Layout, params: CrawlParams) -> str:
    """What pages are scored for, examples included; ``""`` where they are not scored."""
    if not params.is_scored:
        return ""
    learned = ""
    if params.examples == SEARCH:
        learned = manifest.current(layout).get(INDEX) or ""
    elif params.examples:
        learned = f"{Path(params.examples).stat().st_mtime_ns}"
    return f"{params.topic}\n{params.examples}\n{params.scorer}\n{learned}"
