"""Where a page stands in the derived tables: the hash by which they are sorted leads there.

The pointer stays true when a table is made again, so a new run of a stage rewrites none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.pages.cell import Cell
from pagemill.pages.family import Family
from pagemill.pages.table import Row
from pagemill.tables import Clusters, DocViews, Sketches

POINTER = "url_hash"
_FIRST = datetime(1970, 1, 1, tzinfo=UTC)

Places = Callable[[int], Mapping[str, str]]
"""URL hash -> derived table -> part and number of the page's row there."""


def pointer(key: str, url_hash: int) -> Cell:
    """The cell that leads to a page's rows."""
    return Cell(key, Family.DERIVED, POINTER, _FIRST, b"%016x" % url_hash)


def pointed_to(row: Row) -> int | None:
    """The hash under which a page has rows; None where it never had any."""
    cells = row.column(Family.DERIVED, POINTER)
    return int(cells[0].value, 16) if cells else None


def places(layout: Layout) -> Places:
    """Looks pages up in the live tables of a collection."""

    def found(url_hash: int) -> dict[str, str]:
        rows: dict[str, str] = {}
        for table in (DocViews, Sketches, Clusters):
            place = parquet.place(table, manifest.live_parts(layout, table.name), url_hash)
            if place is not None:
                rows[table.name] = f"{place[0].name}:{place[1]}"
        return rows

    return found
