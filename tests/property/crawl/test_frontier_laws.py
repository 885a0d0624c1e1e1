"""The frontier against a model that keeps everything in lists, on a clock of the test's own."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Found, Frontier, State, Turn, key_of
from pagemill.crawl.politeness import Pace

PACE = Pace(delay=2.0, delay_factor=0.0)
HOSTS = [f"h{number}.example" for number in range(5)]


def found(host: str, number: int, priority: int) -> Found:
    url = f"http://{host}/{number}"
    return Found(url, key_of(url), host, priority)


class FrontierMachine(RuleBasedStateMachine):
    """Adds, takes, settles, puts back, commits; kills by opening the table anew."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.cells = Cells(Path(self.folder.name) / "table")
        self.frontier = Frontier(self.cells, PACE, active=3)
        self.now = 0.0
        self.queued: dict[str, Found] = {}
        self.known: set[str] = set()
        self.settled: set[str] = set()
        self.flying: list[Turn] = []
        self.ended: dict[str, float] = {}
        # What was true at the last commit: a kill goes back to it.
        self.safe: tuple[dict[str, Found], set[str], set[str]] = ({}, set(), set())

    def teardown(self) -> None:
        self.cells.close()
        self.folder.cleanup()

    @rule(
        host=st.sampled_from(HOSTS),
        numbers=st.lists(st.integers(0, 40), max_size=6),
        priority=st.integers(0, 7),
    )
    def add(self, host: str, numbers: list[int], priority: int) -> None:
        given_ = [found(host, number, priority) for number in numbers]
        fresh = {one.url: one for one in reversed(given_) if one.url not in self.known}
        assert self.frontier.add(given_) == len(fresh)
        self.known |= fresh.keys()
        self.queued |= fresh

    @rule(seconds=st.sampled_from([0.0, 0.5, 2.0, 10.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def take(self) -> None:
        turn = self.frontier.next(self.now)
        busy = {one.found.host for one in self.flying}
        if turn is None:
            return
        host = turn.found.host
        assert turn.found.url in self.queued
        assert host not in busy
        assert self.now - self.ended.get(host, -100.0) >= PACE.delay
        level = min(one.priority for one in self.queued.values() if one.host == host)
        assert turn.found.priority == level
        self.flying.append(turn)

    @precondition(lambda self: self.flying)
    @rule(place=st.integers(0, 10), is_settled=st.booleans())
    def end(self, place: int, is_settled: bool) -> None:
        turn = self.flying.pop(place % len(self.flying))
        host = turn.found.host
        pace = self.frontier.pace_of(host)
        pace.answered(self.now, 0.0, PACE, status=200, retry_after=None)
        self.ended[host] = self.now
        if is_settled:
            self.frontier.settle(turn, State.FETCHED, status=200)
            del self.queued[turn.found.url]
            self.settled.add(turn.found.url)
        else:
            self.frontier.put_back(turn, is_try=True)

    @rule()
    def commit(self) -> None:
        self.frontier.commit()
        self.safe = (dict(self.queued), set(self.known), set(self.settled))

    @rule()
    def kill(self) -> None:
        """Forget all that was not committed, as a killed process does."""
        self.cells.close()
        self.cells = Cells(Path(self.folder.name) / "table")
        self.frontier = Frontier(self.cells, PACE, active=3)
        self.flying = []
        queued, known, settled = self.safe
        self.queued, self.known, self.settled = dict(queued), set(known), set(settled)
        self.now += 10.0

    @invariant()
    def counts_agree(self) -> None:
        assert self.frontier.counts["QUEUED"] == len(self.queued)
        assert self.frontier.counts["FETCHED"] == len(self.settled)

    @rule()
    def drain(self) -> None:
        """Everything queued gets its turn, and nothing twice."""
        while self.flying:
            self.end(0, is_settled=True)
        seen: set[str] = set()
        while True:
            turn = self.frontier.next(self.now)
            if turn is None:
                pause = self.frontier.wait(self.now)
                if pause is None:
                    break
                self.now += pause
                continue
            assert turn.found.url not in seen
            seen.add(turn.found.url)
            self.flying.append(turn)
            self.end(0, is_settled=True)
        assert not self.queued


TestFrontier = FrontierMachine.TestCase
TestFrontier.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
