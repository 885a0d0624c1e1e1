"""What crawls of a collection brought: waste, harvest, and how much of the web each one saw.

All of it is counted: from the log of attempts, from the records of focused crawls, and from
which pages successive crawls have in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, UsageError
from pagemill.measure.longitudinal import Coverage, coverage
from pagemill.measure.overlap.proportion import clopper_pearson
from pagemill.tables import Captures, Fetches

PAUSE_HOURS = 12
"""A pause of the captures longer than this ends one crawl and begins the next."""

_GONE = (404, 410)
_SEEN = ("fetched", "unchanged")
_HOUR_US = 3_600_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share of what was counted.

    Attributes:
        hits: how many.
        of: of how many.
        share: one by the other; 0 of nothing.
        low: lower end of the 95 % interval that this crawl gives for crawls like it.
        high: upper end.
    """

    hits: int
    of: int
    share: float
    low: float
    high: float

    @classmethod
    def counted(cls, hits: int, of: int) -> Share:
        """Count a share, with the interval of Clopper and Pearson."""
        low, high = clopper_pearson(hits, of)
        return cls(hits=hits, of=of, share=hits / of if of else 0.0, low=low, high=high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvest:
    """What a focused crawl brought home.

    Attributes:
        started_at: when it began, ISO 8601.
        rate: share of the pages judged that are about the topic.
    """

    started_at: str
    rate: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """What the crawls of a collection brought.

    Attributes:
        attempts: attempts to fetch an address, by what came of them.
        soft_404: of the pages that the servers called found, those that say "not found".
        dead: of the addresses that answered, those that answered 404 or 410.
        harvests: focused crawls, in the order of time.
    """

    attempts: dict[str, int]
    soft_404: Share
    dead: Share
    harvests: tuple[Harvest, ...]


def crawl_yield(layout: Layout) -> Yield:
    """Count what the crawls of a collection brought.

    Raises:
        UsageError: nothing was crawled here.
    """
    parts = sorted((layout.crawl / "log").glob("part-*.parquet"))
    if not parts:
        raise UsageError(
            f"{layout.root}: nothing was crawled here; run 'pagemill crawl {layout.root}'"
        )
    outcomes: Counter[str] = Counter()
    answered = dead = 0
    for path in parts:
        for batch in parquet.batches(Fetches, path):
            log: Fetches = batch.columns()
            outcomes.update(log.outcome)
            answered += int((log.status > 0).sum())
            dead += int(np.isin(log.status, _GONE).sum())
    found = outcomes["missing"] + sum(outcomes[name] for name in _SEEN)
    return Yield(
        attempts=dict(sorted(outcomes.items())),
        soft_404=Share.counted(outcomes["missing"], found),
        dead=Share.counted(dead, answered),
        harvests=tuple(_harvests(layout)),
    )


def _harvests(layout: Layout) -> Iterator[Harvest]:
    for record in manifest.records(layout):
        judged = record.notes.get("pages judged", 0)
        if record.stage == "crawl" and judged:
            relevant = record.notes.get("pages about the topic", 0)
            yield Harvest(started_at=record.started_at, rate=Share.counted(relevant, judged))


def longitudinal(roots: Sequence[Path], pause_hours: int = PAUSE_HOURS) -> Coverage:
    """How much of the web successive crawls see.

    Args:
        roots: collections, one crawl each, in the order of time; or one collection, whose
            captures are parted into crawls where nothing was fetched for a while.
        pause_hours: how long that while is.

    Raises:
        UsageError: there are fewer than three crawls, or they share nothing.
    """
    if len(roots) > 1:
        return coverage([{url for url, _ in _pages(root)} for root in roots])
    return coverage(_parted(roots[0], pause_hours))


def _parted(root: Path, pause_hours: int) -> list[set[str]]:
    pages = sorted(_pages(root), key=lambda page: page[1])
    crawls: list[set[str]] = []
    last: int | None = None
    for url, at in pages:
        if last is None or at - last > pause_hours * _HOUR_US:
            crawls.append(set())
        crawls[-1].add(url)
        last = at
    return crawls


def _pages(root: Path) -> Iterator[tuple[str, int]]:
    """Address and time, in microseconds, of each capture of a page that was there."""
    layout = Layout(root)
    parts = manifest.live_parts(layout, Captures.name)
    if not parts:
        raise CollectionError(
            f"{root}: nothing was built yet; run 'pagemill build {root}' first"
        )
    rows = (batch.columns() for path in parts for batch in parquet.batches(Captures, path))
    return chain.from_iterable(map(_seen, rows))


def _seen(rows: Captures) -> Iterator[tuple[str, int]]:
    times = rows.fetched_at.astype("datetime64[us]").astype(np.int64)
    is_there = np.isin(rows.status, (0, 200, 304))
    for row in np.flatnonzero(is_there).tolist():
        if rows.kind[row] in ("response", "resource", "revisit"):
            yield rows.url[row], int(times[row])
