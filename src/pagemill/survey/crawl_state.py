"""What a crawl has come to, read off what it leaves: also while it is running."""

from __future__ import annotations

import fcntl
import heapq
from collections import Counter
from dataclasses import dataclass

from pagemill.collection import parquet
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.frontier import HostStanding, counts_of, hosts_of
from pagemill.crawl.stage import waiting_attempts
from pagemill.tables import Fetches

MOST_HOSTS = 50
_LOOKED_THROUGH = 20_000
_RECENT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlState:
    """A crawl at one moment.

    Attributes:
        is_running: whether a process is writing the collection.
        counts: addresses by state: queued, fetched, failed, refused.
        hosts: hosts with the most addresses queued.
        recent: the last attempts, newest first.
        reasons: why recent attempts failed or were refused, with how many.
    """

    is_running: bool
    counts: dict[str, int]
    hosts: tuple[HostStanding, ...]
    recent: tuple[Attempt, ...]
    reasons: dict[str, int]


def crawl_state(layout: Layout) -> CrawlState | None:
    """Look at the crawl of a collection; None where there was none.

    Raises:
        SurroundingsError: the crawl's table cannot be opened.
    """
    folder = layout.crawl / "table"
    if not folder.is_dir():
        return None
    with Cells(folder, read_only=True) as cells:
        counts = {name.lower(): number for name, number in counts_of(cells).items()}
        hosts = hosts_of(cells, _LOOKED_THROUGH)
        recent = waiting_attempts(cells, _RECENT)
    recent += _logged(layout, _RECENT - len(recent))
    reasons = Counter(one.reason for one in recent if one.reason)
    return CrawlState(
        is_running=_is_written(layout),
        counts=counts,
        hosts=tuple(
            heapq.nsmallest(MOST_HOSTS, hosts, key=lambda one: (-one.queued, one.name))
        ),
        recent=tuple(recent),
        reasons=dict(sorted(reasons.items(), key=lambda one: (-one[1], one[0]))),
    )


def _logged(layout: Layout, most: int) -> list[Attempt]:
    """The last attempts of the log, newest first."""
    parts = sorted((layout.crawl / "log").glob("part-*.parquet"))
    if most <= 0 or not parts:
        return []
    log = parquet.read(Fetches, parts[-1:])
    seconds = (log.fetched_at.astype("datetime64[us]").astype("int64") / 1e6).tolist()
    last = range(len(log.url) - 1, max(-1, len(log.url) - 1 - most), -1)
    return [
        Attempt(
            url=log.url[row],
            at=seconds[row],
            status=int(log.status[row]),
            outcome=log.outcome[row],
            reason=log.reason[row],
            detail=log.detail[row],
            size=int(log.size[row]),
            took=float(log.took[row]),
            depth=int(log.depth[row]),
            target=log.target[row],
        )
        for row in last
    ]


def _is_written(layout: Layout) -> bool:
    """Whether a process holds the collection's lock."""
    if not layout.lock.exists():
        return False
    with layout.lock.open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
