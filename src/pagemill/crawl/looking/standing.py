"""How a crawl stands: why it asks for nothing, and what it has come to over all its runs.

Written into the crawl's table every moment by whoever runs the crawl; whoever looks needs no
answer from a process that may be busy, or gone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pagemill.crawl.cells import Cells
from pagemill.crawl.deposit import Tally

_STANDING, _SEEDS, _SCORED = b"standing", b"seeds", b"scored"

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A crawl at one moment.

    Attributes:
        at: the moment, seconds since 1970; 0 where there never was one.
        idle: why nothing is asked for, or ``""``.
        ended: why the crawl ended; ``""`` while it runs, and where it was killed.
        fetched: answers kept, over all runs, as are the counts that follow.
        received: bytes of bodies received.
        outcomes: attempts by outcome.
        refusals: addresses that were not asked for, by reason.
        failures: addresses without an answer, by reason.
        hidden: pages that show little, by class of the deep web.
        statuses: answers by status.
    """

    at: float = 0.0
    idle: str = ""
    ended: str = ""
    fetched: int = 0
    received: int = 0
    outcomes: Counts = field(default_factory=dict[str, int])
    refusals: Counts = field(default_factory=dict[str, int])
    failures: Counts = field(default_factory=dict[str, int])
    hidden: Counts = field(default_factory=dict[str, int])
    statuses: Counts = field(default_factory=dict[str, int])

    def after(self, tally: Tally, *, at: float, idle: str, ended: str = "") -> Standing:
        """How the crawl stands once a run that began here has come to something.

        Args:
            tally: what that run has come to.
            at: when.
            idle: why nothing is asked for.
            ended: why the run ended.
        """
        statuses = {str(status): count for status, count in tally.statuses.items()}
        return Standing(
            at=at,
            idle=idle,
            ended=ended,
            fetched=self.fetched + tally.fetched,
            received=self.received + tally.received,
            outcomes=_sum(self.outcomes, tally.outcomes),
            refusals=_sum(self.refusals, tally.refusals),
            failures=_sum(self.failures, tally.failures),
            hidden=_sum(self.hidden, tally.depths),
            statuses=_sum(self.statuses, statuses),
        )


def standing_of(cells: Cells) -> Standing:
    """How a crawl stood last."""
    note = cells.get([_STANDING])[0]
    known: dict[str, Any] = json.loads(note) if note else {}
    return Standing(**known)


def note_standing(cells: Cells, standing: Standing) -> None:
    """Write how a crawl stands."""
    cells.write({_STANDING: json.dumps(asdict(standing)).encode()})


def seeds_of(cells: Cells) -> list[str]:
    """Addresses that a crawl began with, over all its runs: its scope stays what it was."""
    note = cells.get([_SEEDS])[0]
    found: list[object] = json.loads(note) if note else []
    return [str(url) for url in found]


def note_seeds(cells: Cells, seeds: list[str]) -> None:
    """Write the addresses that a crawl began with."""
    cells.write({_SEEDS: json.dumps(seeds).encode()})


def scored_for(cells: Cells) -> str:
    """What the pages fetched so far were last scored for; ``""`` for nothing."""
    return (cells.get([_SCORED])[0] or b"").decode()


def note_scored(cells: Cells, what: str) -> None:
    """Write what the pages fetched so far were scored for."""
    cells.write({_SCORED: what.encode("utf-8", "replace")})


def _sum(before: Counts, now: Counts) -> dict[str, int]:
    total = Counter(before)
    total.update(now)
    return dict(sorted(total.items()))
