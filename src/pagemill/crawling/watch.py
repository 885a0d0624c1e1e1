"""What a running crawl shows of itself: counts, figures for Prometheus, its standing."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pagemill.crawl.cells import Cells
from pagemill.crawl.crawler import Crawler
from pagemill.crawl.looking.metrics import exposition
from pagemill.crawl.looking.standing import Standing, note_standing

_PAUSE = 1.0


@dataclass(slots=True)
class Watch:
    """Looks at one run of a crawl.

    Attributes:
        cells: the crawl's table.
        before: how the crawl stood when the run began.
        told_at: when somebody was told last, on a clock that only rises.
        noted_at: when the standing was written last, on that clock.
        idle: why nothing was asked for then.
    """

    cells: Cells
    before: Standing
    told_at: float = float("-inf")
    noted_at: float = float("-inf")
    idle: str = ""

    def is_time(self, pause: float) -> bool:
        """Whether so many seconds have passed since this was so last."""
        now = time.monotonic()
        if now < self.told_at + pause:
            return False
        self.told_at = now
        return True

    def standing(self, crawler: Crawler, ended: str = "") -> Standing:
        """How the crawl stands now."""
        at = time.time()  # noqa: TID251 - a moment for people
        return self.before.after(crawler.tally, at=at, idle=crawler.idle, ended=ended)

    def note(self, crawler: Crawler, *, ended: str = "") -> None:
        """Write how the crawl stands: at its end, when it pauses, and every second."""
        now = time.monotonic()
        if not ended and crawler.idle[:20] == self.idle[:20] and now < self.noted_at + _PAUSE:
            return
        self.noted_at, self.idle = now, crawler.idle
        note_standing(self.cells, self.standing(crawler, ended))

    def figures(self, crawler: Crawler) -> str:
        """What Prometheus is told."""
        return exposition(self.standing(crawler), crawler.queued, crawler.active_hosts)

    def counts(self, crawler: Crawler) -> dict[str, int]:
        """What a line of progress in JSON says besides the number of pages."""
        tally = crawler.tally
        return {
            "received": tally.received,
            "unchanged": tally.unchanged,
            "requisites": tally.requisites,
            "failed": sum(tally.failures.values()),
            "refused": sum(tally.refusals.values()),
            "hosts": crawler.active_hosts,
        }
