"""The loop: an address from the frontier, its answer to the archive, its links to the frontier.

Requests are under way at the same time, each to another host; what comes of them is dealt with
one after the other, and written in one step each: the answer, what became of its address, the
addresses found on it. So a crawl that is killed goes on where it was, and asks again only for
what was under way.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from pagemill.crawl import traps
from pagemill.crawl.deposit import Attempt, Deposit, Tally
from pagemill.crawl.fetching.fetch import Answer, Failure, Fetcher, Outcome, Request
from pagemill.crawl.frontier import LEVELS, Found, Frontier, State, Turn, key_of
from pagemill.crawl.plan import Rules
from pagemill.crawl.politeness import SLOWED
from pagemill.crawl.reading.answer import (
    MOST_TRIES,
    facts_of,
    is_errand,
    seconds_asked,
    target_of,
)
from pagemill.crawl.reading.page import Depth, Page
from pagemill.crawl.robots import NOTHING
from pagemill.crawl.scope import Candidate
from pagemill.crawl.site_rules import MOST_REDIRECTS, SiteRules, Sites, Standing, origin_of
from pagemill.errors import DocumentError
from pagemill.html.identity import frontier_key, sendable
from pagemill.html.url import host as host_of

MOST_HOPS: Final = 10
"""Redirects from one address before it counts as a chain without end."""

_NO_ROBOTS: Final = "robots.txt cannot be had"
_SPENT: Final = "pattern that brings nothing new"
_TICK: Final = 0.5
_MOST_MET: Final = 100_000


@dataclass(frozen=True, slots=True)
class _Result:
    turn: Turn
    outcome: Outcome | None  # None: nothing was asked, or only robots.txt
    rules: SiteRules
    refusal: str  # why the address was not asked for, or ""
    is_asked: bool
    took: float
    ended: float


class Crawler:
    """One crawl.

    Args:
        frontier: what is to be asked for.
        sites: the rules of the sites.
        fetchers: who asks, by scheme.
        deposit: where everything goes.
        rules: what the crawl is held to.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        frontier: Frontier,
        sites: Sites,
        fetchers: Iterable[Fetcher],
        deposit: Deposit,
        rules: Rules,
        clock: Callable[[], float],
    ) -> None:
        self._frontier = frontier
        self._sites = sites
        self._fetchers = {scheme: one for one in fetchers for scheme in one.schemes}
        self._deposit = deposit
        self._rules = rules
        self._clock = clock
        self._done: asyncio.Queue[_Result] = asyncio.Queue()
        self._flying: set[asyncio.Task[None]] = set()
        self._budgets: dict[str, traps.Budgets] = {}
        self._met: set[str] = set()
        self._stopping = ""
        self.tally = Tally()
        self.paused = ""
        """Why nothing is asked for at the moment, or ``""``."""

    def seed(self, urls: Iterable[str]) -> int:
        """Put addresses in to begin with; the number of new ones."""
        count = self._queue(urls)
        self._deposit.commit()
        return count

    def preview(self, urls: Iterable[str], most: int) -> list[str]:
        """Addresses that would be asked for first, were these put in; nothing is written.

        Args:
            urls: addresses to begin with.
            most: how many to return at most.
        """
        self._queue(urls)
        first: list[str] = []
        while len(first) < most and (turn := self._frontier.next(float("inf"))) is not None:
            first.append(turn.found.url)
            self._frontier.settle(turn, State.FETCHED)
        return first

    def _queue(self, urls: Iterable[str]) -> int:
        found = [self._found(url, depth=0) for url in urls]
        usable = [one for one in found if one is not None]
        return self._frontier.again(usable) + self._frontier.add(usable)

    def stop(self, why: str) -> None:
        """End after what is under way."""
        self._stopping = self._stopping or why

    async def run(self, told: Callable[[], None]) -> str:
        """Crawl until an end is reached.

        Args:
            told: called now and then, to show progress.

        Returns:
            Why it ended.
        """
        began = self._clock()
        try:
            while True:
                self._check_ends(began)
                self.paused = self._pause()
                if not self._stopping and not self.paused:
                    self._start_turns()
                if not self._flying and self._done.empty() and self._is_over():
                    return self._stopping
                await self._one_step()
                told()
        finally:
            for task in self._flying:
                task.cancel()
            await asyncio.gather(*self._flying, return_exceptions=True)
            self._deposit.commit()

    # What is under way

    def _pause(self) -> str:
        """Why nothing may be asked for now; ``""`` where it may."""
        window = self._rules.window
        if window is None or window.is_open(self._time_of_day()):
            return ""
        return f"waits until {window.begin:%H:%M}: outside the hours in which to ask"

    def _time_of_day(self) -> time:
        return datetime.fromtimestamp(self._clock()).time()  # noqa: DTZ006 - the user's hours

    def _start_turns(self) -> None:
        most = self._rules.connections
        if self._rules.ends.pages:
            most = min(most, self._rules.ends.pages - self.tally.fetched)
        while len(self._flying) < most:
            turn = self._frontier.next(self._clock())
            if turn is None:
                return
            task = asyncio.ensure_future(self._take(turn))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)

    def _is_over(self) -> bool:
        if self._stopping or self.paused:
            return bool(self._stopping)
        wait = self._frontier.wait(self._clock())
        if wait is None:
            self._stopping = "nothing left to ask for"
        elif wait > self._rules.ends.unreachable:
            self._stopping = f"every host left asks to wait {wait:.0f} s or more"
        return bool(self._stopping)

    def _check_ends(self, began: float) -> None:
        ends, tally = self._rules.ends, self.tally
        if ends.pages and tally.fetched >= ends.pages:
            self.stop("as many pages as were asked for")
        elif ends.size and tally.received >= ends.size:
            self.stop("as many bytes as were asked for")
        elif ends.seconds and self._clock() - began >= ends.seconds:
            self.stop("time is up")

    async def _one_step(self) -> None:
        wait = self._frontier.wait(self._clock())
        timeout = _TICK if wait is None or self._stopping else min(max(wait, 0.001), _TICK)
        if self.paused or len(self._flying) >= self._rules.connections:
            timeout = _TICK
        with contextlib.suppress(TimeoutError):
            result = await asyncio.wait_for(self._done.get(), timeout)
            self._deal_with(result)
            while not self._done.empty():
                self._deal_with(self._done.get_nowait())
            self._deposit.commit()

    async def _take(self, turn: Turn) -> None:
        began = self._clock()
        origin = origin_of(turn.found.url)
        rules = self._sites.known(origin, began)
        outcome: Outcome | None = None
        is_asked, refusal, took = False, "", 0.0
        if rules is None:
            # The request for robots.txt is this host's turn; the page's comes after the pause.
            rules, refusal, took = await self._learn(origin)
            is_asked = True
        elif rules.standing is not Standing.CLOSED:
            refusal = self._refusal(turn.found, rules)
            if not refusal:
                outcome = await self._ask(turn.found.url)
                is_asked, took = True, outcome.took
        ended = self._clock()
        self._done.put_nowait(_Result(turn, outcome, rules, refusal, is_asked, took, ended))

    def _refusal(self, found: Found, rules: SiteRules) -> str:
        if not rules.robots.allows(self._rules.agent, found.url):
            return "robots.txt"
        # The scope may have changed since the address was queued, and so may what is forgotten.
        verdict = self._rules.scope.judge(Candidate(found.url, found.depth))
        if not verdict.allows:
            return verdict.reason
        budgets = self._budgets.get(found.host)
        if budgets is not None and budgets.is_spent(traps.pattern(found.url)):
            return _SPENT
        return ""

    async def _learn(self, origin: str) -> tuple[SiteRules, str, float]:
        """The rules of a site; why it is no use to ask it, or ``""``; what the answer took."""
        url = f"{origin}/robots.txt"
        answer = await self._ask(url)
        for _ in range(MOST_REDIRECTS):
            target = target_of(url, answer) if isinstance(answer, Answer) else ""
            if not target:
                break
            await asyncio.sleep(
                self._rules.pace.delay if host_of(target) == host_of(url) else 0
            )
            url = target
            answer = await self._ask(url)
        if isinstance(answer, Failure):
            if answer.is_lasting:
                return SiteRules(Standing.CLOSED, NOTHING, 0.0), answer.reason, answer.took
            return self._sites.learn(origin, 0, b"", self._clock()), "", answer.took
        turn = Turn(Found(url, key_of(url), host_of(url)), b"")
        try:
            payload = self._deposit.opened(turn, answer, self._clock()).payload
        except DocumentError:
            payload = b""
        return self._sites.learn(origin, answer.status, payload, self._clock()), "", answer.took

    async def _ask(self, url: str) -> Outcome:
        fetcher = self._fetchers.get(url.partition(":")[0])
        if fetcher is None:
            return Failure(reason="unknown scheme", detail=url[:100], is_lasting=True)
        return await fetcher.fetch(Request(url=url))

    # What comes of it

    def _deal_with(self, result: _Result) -> None:
        turn, outcome = result.turn, result.outcome
        pace = self._frontier.pace_of(turn.found.host)
        delay = result.rules.robots.group(self._rules.agent).delay
        pace.asked_delay = delay or 0.0
        if outcome is None:
            self._without_request(result)
        elif isinstance(outcome, Failure):
            pace.failed(result.ended, result.took, self._rules.pace)
            self._failed(result, outcome)
        else:
            retry_after = seconds_asked(outcome.header("retry-after"), result.ended)
            pace.answered(
                result.ended,
                result.took,
                self._rules.pace,
                status=outcome.status,
                retry_after=retry_after,
            )
            self._answered(result, outcome)

    def _without_request(self, result: _Result) -> None:
        """Only robots.txt was asked for, or it forbids the address."""
        turn = result.turn
        pace = self._frontier.pace_of(turn.found.host)
        if result.rules.standing is Standing.CLOSED:
            pace.failed(result.ended, result.took, self._rules.pace)
            if not result.refusal and turn.found.tries + 1 < MOST_TRIES:
                self._log(result, "later", reason=_NO_ROBOTS)
                self._frontier.put_back(turn, is_try=True)
            else:
                why = result.refusal or _NO_ROBOTS
                self._settle(result, State.REFUSED, "refused", why)
            return
        if result.is_asked:
            pace.answered(
                result.ended, result.took, self._rules.pace, status=200, retry_after=None
            )
            self._frontier.put_back(turn, is_try=False)
            self._discover(result.rules.robots.sitemaps, turn.found)
            return
        rule = result.rules.robots.deciding(self._rules.agent, turn.found.url)
        pattern = rule.pattern if rule and not rule.allows else traps.pattern(turn.found.url)
        self._settle(result, State.REFUSED, "refused", result.refusal, detail=pattern)

    def _failed(self, result: _Result, failure: Failure) -> None:
        turn = result.turn
        pace = self._frontier.pace_of(turn.found.host)
        is_last = turn.found.tries + 1 >= MOST_TRIES or pace.is_given_up(self._rules.pace)
        if failure.is_lasting or is_last:
            if failure.is_lasting:
                pace.failures = 0  # the address is to blame, not the host
            self.tally.failures[failure.reason] += 1
            self._settle(result, State.FAILED, "failed", failure.reason, detail=failure.detail)
            return
        self._log(result, "later", reason=failure.reason, detail=failure.detail)
        self._frontier.put_back(turn, is_try=True)

    def _answered(self, result: _Result, answer: Answer) -> None:
        turn = result.turn
        self.tally.statuses[answer.status] += 1
        self.tally.received += len(answer.body)
        is_temporary = answer.status in SLOWED or answer.status >= 500
        if is_temporary and turn.found.tries + 1 < MOST_TRIES:
            self._log(result, "slowed", reason=f"status {answer.status}")
            self._frontier.put_back(turn, is_try=True)
            return
        try:
            asked = self._read(result, answer)
        except DocumentError as error:
            self.tally.failures[error.reason] += 1
            self._settle(result, State.FAILED, "failed", error.reason, detail=error.detail)
            return
        target = target_of(turn.found.url, answer)
        if target and not asked:
            self._redirected(result, target)

    def _read(self, result: _Result, answer: Answer) -> bool:
        """Keep an answer and follow its links; whether its address is to be asked again."""
        turn, found = result.turn, result.turn.found
        target = target_of(found.url, answer)
        if is_errand(found, target, answer):
            self._log(result, "redirect", reason="to itself with a cookie", target=target)
            self._frontier.put_back(turn, is_try=True)
            return True
        seen = self._deposit.opened(turn, answer, result.ended)
        facts = facts_of(found.url, answer, seen, self._rules.agent)
        if facts is None or facts.directives.archive:
            self._deposit.keep(turn, answer, result.ended)
            self.tally.fetched += 1
        if facts is not None:
            self._follow(found, facts)
        outcome = "redirect" if target else "fetched"
        reason = "" if facts is None or facts.directives.archive else "noarchive"
        self._settle(result, State.FETCHED, outcome, reason, target=target)
        return False

    def _follow(self, found: Found, facts: Page) -> None:
        if facts.depth is not Depth.OPEN:
            self.tally.depths[facts.depth.value] += 1
        if facts.fingerprint:
            is_fresh = self._deposit.is_new(found.host, facts.fingerprint)
            budgets = self._budgets.setdefault(found.host, traps.Budgets(self._rules.limits))
            budgets.add(traps.pattern(found.url), is_fresh=is_fresh)
        fresh: list[Found] = []
        for url in facts.links:
            if url in self._met:
                continue  # queued by this process: most links of a site stand on all its pages
            one = self._found(url, depth=found.depth + 1)
            if one is not None:
                self._met.add(url)
                fresh.append(one)
        self._frontier.add(fresh)
        if len(self._met) > _MOST_MET:
            self._met.clear()

    def _discover(self, sitemaps: Iterable[str], found: Found) -> None:
        """Queue the sitemaps that a robots.txt names."""
        fresh = [
            self._found(url, depth=found.depth)
            for url in sitemaps
            if url.startswith(("http://", "https://"))
        ]
        self._frontier.add([one for one in fresh if one is not None])

    def _redirected(self, result: _Result, target: str) -> None:
        found = result.turn.found
        hops = found.hops + 1
        if hops > MOST_HOPS:
            self.tally.refusals["redirects without end"] += 1
            return
        one = self._found(target, depth=found.depth, hops=hops)
        if one is not None:
            self._frontier.add([one])

    def _found(self, url: str, *, depth: int, hops: int = 0) -> Found | None:
        """An address to be queued; None, counted, where it must not be."""
        sent = sendable(url)
        key = frontier_key(sent) if sent else None
        if sent is None or key is None:
            self.tally.refusals["malformed address"] += 1
            return None
        verdict = self._rules.scope.judge(Candidate(key, depth))
        why = "" if verdict.allows else verdict.reason
        why = why or traps.misshapen(key, self._rules.limits)
        if not why:
            budgets = self._budgets.get(host_of(key))
            if budgets is not None and budgets.is_spent(traps.pattern(key)):
                why = _SPENT
        if why:
            self.tally.refusals[why] += 1
            return None
        level = min(depth, LEVELS - 1)
        # Scope, traps and pauses go by the address sent, whatever is taken for the same.
        met_as = frontier_key(sent, self._rules.same) or key
        return Found(sent, key_of(met_as), host_of(key), level, depth, hops=hops)

    def _settle(
        self,
        result: _Result,
        state: State,
        outcome: str,
        reason: str,
        *,
        detail: str = "",
        target: str = "",
    ) -> None:
        self._log(result, outcome, reason=reason, detail=detail, target=target)
        if state is State.REFUSED:
            self.tally.refusals[reason] += 1
        self._frontier.settle(result.turn, state, status=_status(result))

    def _log(
        self,
        result: _Result,
        outcome: str,
        *,
        reason: str = "",
        detail: str = "",
        target: str = "",
    ) -> None:
        answer = result.outcome
        self.tally.outcomes[outcome] += 1
        self._deposit.note(
            Attempt(
                url=result.turn.found.url,
                at=result.ended,
                status=_status(result),
                outcome=outcome,
                reason=reason,
                detail=detail,
                size=len(answer.body) if isinstance(answer, Answer) else 0,
                took=result.took,
                depth=result.turn.found.depth,
                target=target,
            )
        )


def _status(result: _Result) -> int:
    return result.outcome.status if isinstance(result.outcome, Answer) else 0
