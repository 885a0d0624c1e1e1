"""How the queues of a crawl stand, read from its table by whoever looks on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import State, kept, kept_hosts


@dataclass(frozen=True, slots=True)
class HostStanding:
    """One host of a crawl, as the table has it.

    Attributes:
        name: the host.
        queued: addresses still to be asked for.
        next_at: instant from which it may be asked, seconds since 1970.
        asked_delay: seconds that its robots.txt asks for; 0 for none.
        refusals: answers in a row by which it said that it is asked too often.
        failures: requests in a row that came to no answer at all.
    """

    name: str
    queued: int
    next_at: float
    asked_delay: float
    refusals: int
    failures: int


def counts_of(cells: Cells) -> dict[str, int]:
    """How many addresses are in each state, by its name."""
    known: dict[str, int] = kept(cells).get("counts", {})
    return {state.name: known.get(state.name, 0) for state in State}


def rest_of(cells: Cells) -> Mapping[str, object]:
    """What the caller of :meth:`~pagemill.crawl.frontier.Frontier.commit` left."""
    left: dict[str, object] = kept(cells).get("rest", {})
    return left


def hosts_of(cells: Cells, most: int) -> list[HostStanding]:
    """Some hosts of a table in the order of their keys."""
    return [
        HostStanding(
            name,
            queued,
            pace.next_at,
            pace.asked_delay,
            pace.refusals,
            pace.failures,
        )
        for name, queued, pace in kept_hosts(cells, most)
    ]
