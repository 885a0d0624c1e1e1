"""What a crawl has come to, read off what it leaves: also while it is running."""

from __future__ import annotations

import heapq
import time
from collections import Counter
from dataclasses import dataclass, field

from pagemill.collection import parquet
from pagemill.collection.layout import Layout
from pagemill.collection.lock import is_written
from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Attempt
from pagemill.crawl.looking.queues import HostStanding, counts_of, hosts_of
from pagemill.crawl.looking.standing import Standing, standing_of
from pagemill.crawl.stage import waiting_attempts
from pagemill.model.report import CrawlStatus
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
        standing: why it asks for nothing, and what it has come to over all its runs.
    """

    is_running: bool
    counts: dict[str, int]
    hosts: tuple[HostStanding, ...]
    recent: tuple[Attempt, ...]
    reasons: dict[str, int]
    standing: Standing = field(default_factory=Standing)

    def idle(self, now: float) -> str:
        """Why nothing is asked for at the moment; ``""`` where something is.

        Args:
            now: seconds since 1970.
        """
        if not self.is_running:
            why = self.standing.ended or "it was killed"
            queued = self.counts["queued"]
            left = f"; {queued:,} addresses are left" if queued else ""
            return f"no crawl is running: {why}{left}"
        waits = [one.next_at - now for one in self.hosts if one.queued]
        if self.standing.idle or not waits:
            return self.standing.idle
        if min(waits) <= 0:
            return ""
        return f"every host asks to wait, the next {min(waits):,.0f} s"


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
        standing = standing_of(cells)
    recent += _logged(layout, _RECENT - len(recent))
    reasons = Counter(one.reason for one in recent if one.reason)
    return CrawlState(
        is_running=is_written(layout),
        counts=counts,
        hosts=tuple(
            heapq.nsmallest(MOST_HOSTS, hosts, key=lambda one: (-one.queued, one.name))
        ),
        recent=tuple(recent),
        reasons=dict(sorted(reasons.items(), key=lambda one: (-one[1], one[0]))),
        standing=standing,
    )


def crawl_status(layout: Layout) -> CrawlStatus | None:
    """The same in a few lines, without hosts and attempts; None where there was no crawl."""
    state = crawl_state(layout)
    if state is None:
        return None
    standing = state.standing
    return CrawlStatus(
        is_running=state.is_running,
        idle=state.idle(time.time()),  # noqa: TID251 - how long hosts ask to wait from now
        counts=state.counts,
        refusals=dict(standing.refusals),
        failures=dict(standing.failures),
        hidden=dict(standing.hidden),
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
