"""Orders to a crawl that runs in another process: pause, resume, stop.

An order is a file beside the crawl's table, which the crawl looks at twice a second. It needs
neither a port nor a process id, and works for whoever may write the collection.
"""

from __future__ import annotations

from pagemill.collection.layout import Layout
from pagemill.collection.lock import is_written
from pagemill.crawl.cells import Cells
from pagemill.crawl.looking.standing import standing_of
from pagemill.errors import UsageError

ORDERS = ("pause", "resume", "stop")


def give(layout: Layout, order: str) -> None:
    """Tell the crawl of a collection what to do.

    Raises:
        UsageError: there is no such order, or no crawl is running.
    """
    if order not in ORDERS:
        raise UsageError(f"{order}: no order to a crawl; there are {', '.join(ORDERS)}")
    if not _is_running(layout):
        raise UsageError(
            f"{layout.root}: no crawl is running that could be told to {order}; "
            f"'pagemill crawl' begins one, or goes on with the last"
        )
    if order == "resume":
        withdraw(layout)
        return
    draft = layout.crawl_order.with_suffix(".tmp")
    draft.write_text(order, "utf-8")
    draft.rename(layout.crawl_order)


def _is_running(layout: Layout) -> bool:
    """Whether a process crawls: others hold the collection's lock too."""
    table = layout.crawl / "table"
    if not table.is_dir() or not is_written(layout):
        return False
    with Cells(table, read_only=True) as cells:
        standing = standing_of(cells)
    return standing.at > 0 and not standing.ended


def given(layout: Layout) -> str:
    """The order that holds now, or ``""``."""
    try:
        order = layout.crawl_order.read_text("utf-8").strip()
    except OSError:
        return ""
    return order if order in ORDERS else ""


def withdraw(layout: Layout) -> None:
    """No order holds any more: the crawl that it was meant for has begun anew, or ended."""
    layout.crawl_order.unlink(missing_ok=True)
