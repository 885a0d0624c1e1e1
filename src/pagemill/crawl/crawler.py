"""The loop: an address from the frontier, its answer to the archive, its links to the frontier.

Requests are under way at the same time, each to another host; what comes of them is dealt with
one after the other, and written in one step each: the answer, what became of its address, the
addresses found on it. So a crawl that is killed goes on where it was, and asks again only for
what was under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime, time
from http import HTTPStatus
from typing import Final

from pagemill.crawl.deposit import Deposit, Tally
from pagemill.crawl.discovery import Discovery
from pagemill.crawl.fetching.browser import Part, Rendered
from pagemill.crawl.fetching.fetch import (
    Answer,
    Failure,
    Fetcher,
    Outcome,
    Request,
)
from pagemill.crawl.frontier import Found, State, Turn
from pagemill.crawl.plan import Rules
from pagemill.crawl.politeness import Bandwidth
from pagemill.crawl.reading.answer import facts_of, target_of
from pagemill.crawl.reading.needs_script import needs_script
from pagemill.crawl.reception import Aside, HubFound, Reception, Result
from pagemill.crawl.revisiting.history import History
from pagemill.crawl.robots import NOTHING
from pagemill.crawl.site_rules import MOST_REDIRECTS, SiteRules, Standing, origin_of
from pagemill.crawl.store import Store
from pagemill.errors import DocumentError
from pagemill.html.url import host as host_of

_TICK: Final = 0.5
_AT_A_TIME: Final = 1_000
_ENOUGH: Final = "as many pages as were asked for"


class Crawler:
    """One crawl.

    Args:
        store: what the crawl knows, on disk.
        fetchers: who asks, by scheme.
        deposit: where everything goes.
        rules: what the crawl is held to.
        clock: seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        fetchers: Iterable[Fetcher],
        deposit: Deposit,
        rules: Rules,
        clock: Callable[[], float],
    ) -> None:
        self._frontier = store.frontier
        self._sites = store.sites
        self._revisits = store.revisits
        self._heads = store.heads
        self._fetchers = {scheme: one for one in fetchers for scheme in one.schemes}
        self._deposit = deposit
        self._rules = rules
        self._clock = clock
        self._done: list[Result] = []
        self._woken: asyncio.Future[None] | None = None
        self._flying: set[asyncio.Task[None]] = set()
        self._stopping = ""
        self.tally = Tally()
        self._discovery = Discovery(store, rules, self.tally)
        self._reception = Reception(store, self._discovery, deposit, rules, self.tally)
        self.paused = ""
        """Why nothing is asked for at the moment, or ``""``."""
        self._starved = False
        self.hold = ""
        """Why the caller wants nothing to be asked for at the moment, or ``""``."""
        self._bandwidth = Bandwidth(rules.bandwidth)

    @property
    def queued(self) -> int:
        """Addresses still to be asked for."""
        return self._frontier.counts[State.QUEUED.name]

    @property
    def idle(self) -> str:
        """Why nothing is asked for at the moment, or not as much as could be; or ``""``.

        Each host is asked once in a pause, so hosts over pause is all that a crawl can do,
        however many connections it may have (Croft, Metzler, Strohman, section 3.2).
        """
        delay, hosts = self._rules.pace.delay, self.active_hosts
        if self.paused or not self._starved or not delay:
            return self.paused
        return f"starved of hosts: {hosts:,} in turn allow {hosts / delay:,.1f} pages a second"

    @property
    def active_hosts(self) -> int:
        """Hosts whose turn it can be."""
        return self._frontier.active_hosts

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

    def revisit(self, histories: Iterable[History]) -> int:
        """Queue pages that were fetched before; the number of them."""
        found = [
            self._discovery.named(one.url, depth=one.depth, nested=one.nested)
            for one in histories
        ]
        count = self._frontier.revisit([one for one in found if one is not None])
        if count:
            self._deposit.commit()
        return count

    def reconsider(self, histories: Iterable[History]) -> int:
        """Judge pages by a topic that was named after they were fetched.

        Returns:
            The number of queued addresses that are asked for sooner now.
        """
        moved = 0
        for number, one in enumerate(histories):
            moved += self._reception.reconsider(one)
            if number % _AT_A_TIME == 0:
                self._deposit.commit()
        self._deposit.commit()
        return moved

    def heed(self, hub_found: HubFound) -> None:
        """Tell of every feed that names a hub; see :attr:`Reception.hub_found`."""
        self._reception.hub_found = hub_found

    def news(self, url: str) -> None:
        """A page that was fetched before has news: it is visited as soon as its host may be."""
        found = self._discovery.named(url)
        if found is not None and self._frontier.revisit([found]):
            self._deposit.commit()
        self._wake()

    def notice(self, changes: Iterable[tuple[str, int]]) -> int:
        """Queue what is said to be new or changed; the number of addresses queued.

        Args:
            changes: address and depth of each.
        """
        count = 0
        for url, depth in changes:
            known = self._discovery.named(url, depth=depth)
            if known is not None and self._frontier.state(known.key) is State.FETCHED:
                count += self._frontier.revisit([known])
                continue
            usable = self._discovery.usable([url], depth=depth)
            count += self._frontier.again(usable) + self._frontier.add(usable)
        if count:
            self._deposit.commit()
        return count

    def _queue(self, urls: Iterable[str]) -> int:
        usable = self._discovery.usable(urls, depth=0)
        self._discovery.wait(usable)
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
                if not self._flying and not self._done and self._is_over():
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
        if self.hold:
            return self.hold
        if wait := self._bandwidth.wait(self._clock(), self.tally.received):
            return f"waits {wait:.1f} s: {self._rules.bandwidth:,} bytes a second are allowed"
        window = self._rules.window
        if window is None or window.is_open(self._time_of_day()):
            return ""
        return f"waits until {window.begin:%H:%M}: outside the hours in which to ask"

    def _time_of_day(self) -> time:
        return datetime.fromtimestamp(self._clock()).time()  # noqa: DTZ006 - the user's hours

    def _start_turns(self) -> None:
        if self._rules.continuous and not self._is_enough:
            self.revisit(self._revisits.due(self._clock()))
        most = self._rules.connections
        is_enough = self._is_enough
        if self._rules.ends.pages and not is_enough:
            most = min(most, self._rules.ends.pages - self.tally.fetched)
        self._starved = False
        while len(self._flying) < most:
            turn = self._frontier.next(self._clock(), requisites=is_enough)
            if turn is None:
                self._starved = self._frontier.wait(self._clock()) is not None
                return
            task = asyncio.ensure_future(self._take(turn))
            self._flying.add(task)
            task.add_done_callback(self._flying.discard)

    @property
    def _is_enough(self) -> bool:
        """Whether no more pages are wanted, and only what those fetched are shown with is."""
        pages = self._rules.ends.pages
        return bool(pages and self.tally.fetched >= pages)

    def _is_over(self) -> bool:
        if self._stopping or self.paused:
            return bool(self._stopping)
        wait = self._frontier.wait(self._clock())
        if wait is None and self._rules.continuous and not self._is_enough:
            soon = self._revisits.wait(self._clock())
            self.paused = f"waits {soon:,.0f} s for the next page that is due"
        elif wait is None:
            self._stopping = _ENOUGH if self._is_enough else "nothing left to ask for"
        elif wait > self._rules.ends.unreachable and not self._rules.continuous:
            self._stopping = f"every host left asks to wait {wait:.0f} s or more"
        return bool(self._stopping)

    def _check_ends(self, began: float) -> None:
        ends, tally = self._rules.ends, self.tally
        if ends.pages and tally.fetched >= ends.pages and not self._rules.requisites:
            self.stop(_ENOUGH)
        elif ends.size and tally.received >= ends.size:
            self.stop("as many bytes as were asked for")
        elif ends.seconds and self._clock() - began >= ends.seconds:
            self.stop("time is up")

    async def _one_step(self) -> None:
        wait = self._frontier.wait(self._clock())
        timeout = _TICK if wait is None or self._stopping else min(max(wait, 0.001), _TICK)
        if self.paused or len(self._flying) >= self._rules.connections:
            timeout = _TICK
        if not self._done:
            await self._news(timeout)
        done, self._done = self._done, []
        for result in done:
            self._reception.deal_with(result)
        if done:
            self._deposit.commit()

    async def _news(self, most: float) -> None:
        """Wait until a turn has gone by, but no longer than some seconds."""
        loop = asyncio.get_running_loop()
        self._woken = loop.create_future()
        alarm = loop.call_later(most, self._wake)
        try:
            await self._woken
        finally:
            alarm.cancel()
            self._woken = None

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def _take(self, turn: Turn) -> None:
        began = self._clock()
        origin = origin_of(turn.found.url)
        rules = self._sites.known(origin, began)
        outcome: Outcome | None = None
        is_asked, refusal, took, before, by_head = False, "", 0.0, None, False
        if rules is None:
            # The request for robots.txt is this host's turn; the page's comes after the pause.
            rules, refusal, took = await self._learn(origin)
            is_asked = True
        elif rules.standing is not Standing.CLOSED:
            before = self._revisits.known(turn.found.key)
            refusal = self._refusal(turn.found, rules, is_known=before is not None)
            if not refusal:
                by_head = before is None and self._is_head_first(turn.found)
                wanted = Request(
                    url=turn.found.url,
                    method="HEAD" if by_head else "GET",
                    headers=before.validators if before else (),
                )
                outcome = await self._fetched(wanted)
                is_asked, took = True, outcome.took
        asides: list[Aside] = []
        shown = None if by_head else outcome
        rendered = await self._rendered(turn.found.url, shown, asides)
        ended = self._clock()
        result = Result(
            turn,
            outcome,
            rules,
            refusal,
            is_asked,
            took,
            ended,
            before,
            rendered,
            tuple(asides),
            by_head,
        )
        self._done.append(result)
        self._wake()

    async def _rendered(
        self, url: str, outcome: Outcome | None, asides: list[Aside]
    ) -> Rendered | None:
        """What a browser makes of an answer; None where there is no need or none is wanted.

        What the page asks for meanwhile is added to ``asides``, where requisites are kept.
        """
        browser = self._rules.browser
        if (
            browser is None
            or not isinstance(outcome, Answer)
            or outcome.status != HTTPStatus.OK
        ):
            return None
        try:
            seen = self._deposit.opened(url, outcome, self._clock())
        except DocumentError:
            return None
        if not needs_script(seen.payload, facts_of(seen, self._rules.agent)):
            return None
        first = Part(outcome.status, outcome.headers, seen.payload)

        async def ask(wanted: str) -> Part | str:
            return await self._part(wanted, asides if self._rules.requisites else None)

        return await browser.render(url, first, ask)

    async def _part(self, url: str, asides: list[Aside] | None) -> Part | str:
        """What a page that is rendered asks for, or why it does not get it."""
        for _ in range(MOST_REDIRECTS):
            origin = origin_of(url)
            rules = self._sites.known(origin, self._clock())
            if rules is None:
                rules, refusal, _ = await self._learn(origin)
                if refusal:
                    return refusal
            is_closed = rules.standing is Standing.CLOSED
            if is_closed or not rules.robots.allows(self._rules.agent, url):
                return "robots.txt"
            outcome = await self._ask(url)
            if isinstance(outcome, Failure):
                return outcome.reason
            if asides is not None:
                asides.append(Aside(url, outcome, self._clock()))
            target = target_of(url, outcome)
            if not target:
                try:
                    seen = self._deposit.opened(url, outcome, self._clock())
                except DocumentError as error:
                    return error.reason
                return Part(outcome.status, outcome.headers, seen.payload)
            url = target
        return "redirects without end"

    def _refusal(self, found: Found, rules: SiteRules, *, is_known: bool) -> str:
        if not rules.robots.allows(self._rules.agent, found.url):
            return "robots.txt"
        return self._discovery.refusal(found, is_known=is_known)

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
        try:
            payload = self._deposit.opened(url, answer, self._clock()).payload
        except DocumentError:
            payload = b""
        return self._sites.learn(origin, answer.status, payload, self._clock()), "", answer.took

    def _is_head_first(self, found: Found) -> bool:
        return self._heads is not None and self._heads.is_wanted(found)

    async def _ask(self, url: str) -> Outcome:
        return await self._fetched(Request(url=url))

    async def _fetched(self, wanted: Request) -> Outcome:
        fetcher = self._fetchers.get(wanted.url.partition(":")[0])
        if fetcher is None:
            return Failure(reason="unknown scheme", detail=wanted.url[:100], is_lasting=True)
        return await fetcher.fetch(wanted)
