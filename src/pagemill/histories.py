"""What the table of pages answers: the history of a page, and the pages of a host."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.model.history import History
from pagemill.pages import fill
from pagemill.pages import history as of_row
from pagemill.pages.row_key import url_of
from pagemill.pages.table import PageTable


def history(layout: Layout, url: str) -> History:
    """All captures of a page, what links to it, and where it stands.

    Raises:
        CollectionError: the table of pages was not made yet, or is older than the archive.
        UsageError: the collection knows nothing of the page.
    """
    if not fill.is_filled(layout):
        raise CollectionError(
            f"{layout.root}: the table of pages is not up to date; run "
            f"'pagemill build {layout.root}'"
        )
    with PageTable(layout.pages) as table:
        found = of_row.history(table, url, fill.stamps(layout))
    if not (found.versions or found.anchors or found.attempts):
        raise UsageError(f"{url}: {layout.root} knows nothing of this URL; check its spelling")
    return found


def pages(layout: Layout, host: str) -> Iterator[tuple[str, datetime]]:
    """Every page of a host that has captures, with the time of the newest, by address.

    Raises:
        UsageError: ``host`` is no host name.
    """
    with PageTable(layout.pages) as table:
        for key, cell in table.scan(host):
            yield url_of(key), cell.at
