"""Crawl: seeds -> archive, to be resumed after a kill by the same command."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hashlib
import shutil
import signal
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from pagemill.collection import manifest
from pagemill.collection.layout import Layout
from pagemill.crawl.cells import Cells
from pagemill.crawl.crawler import Crawler
from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.form_login import log_in
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.http import HttpFetcher, HttpLimits
from pagemill.crawl.fetching.registry import with_plug_ins
from pagemill.crawl.frontier import Frontier
from pagemill.crawl.looking.standing import note_seeds, seeds_of, standing_of
from pagemill.crawl.ordering.accounts import StoredAccounts
from pagemill.crawl.ordering.host_quality import HostQuality
from pagemill.crawl.params import CrawlParams
from pagemill.crawl.plan import Ends, Rules
from pagemill.crawl.politeness import Pace
from pagemill.crawl.revisiting.revisits import DAY, Budget, Revisits
from pagemill.crawl.scope import NotForgotten, Scope, scope
from pagemill.crawl.site_rules import Sites
from pagemill.crawl.stage import NAME, CrawlDeposit
from pagemill.crawl.store import Store
from pagemill.crawl.waste import traps
from pagemill.crawl.waste.dust import Dust
from pagemill.crawl.waste.form_budget import FormBudget
from pagemill.crawl.waste.heads import Heads
from pagemill.crawl.waste.kinds import Kinds
from pagemill.crawl.waste.mirrors import Mirrors
from pagemill.crawl.waste.soft_404 import ErrorPages
from pagemill.crawling import orders
from pagemill.crawling.choices import agent_named, browser_of, importance_of, scorer_of
from pagemill.crawling.door import place
from pagemill.crawling.folders import noticing, readers
from pagemill.crawling.logins import access
from pagemill.crawling.mailboxes import mail_readers
from pagemill.crawling.metrics import NAME as METRICS
from pagemill.crawling.metrics import answering
from pagemill.crawling.pushes import NAME as PUSH
from pagemill.crawling.pushes import pushes
from pagemill.crawling.reconsidering import reconsider
from pagemill.crawling.watch import Watch
from pagemill.errors import UsageError
from pagemill.html.params import UrlParams
from pagemill.html.url import has_user, normalized
from pagemill.html.url import host as host_of
from pagemill.model.progress import Event, Progress
from pagemill.model.report import CrawlReport
from pagemill.model.run import RunRecord

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlOrder:
    """What is to be crawled.

    Attributes:
        seeds: where to begin; empty to go on with what is queued.
        params: settings.
        urls: which addresses are one.
        networks: private networks that may be asked, such as ``127.0.0.0/8``.
        names: addresses of names that are not to be looked up.
        refresh: visit every page again that was fetched before.
        dry_run: only say what would be asked for.
    """

    seeds: tuple[str, ...]
    params: CrawlParams
    urls: UrlParams = field(default_factory=UrlParams)
    networks: tuple[str, ...] = ()
    names: Mapping[str, str] | None = None
    refresh: bool = False
    dry_run: bool = False


def changed(params: CrawlParams, settings: Mapping[str, str | float]) -> CrawlParams:
    """Settings of a crawl with some of them changed.

    Raises:
        UsageError: there is no such setting, or its value cannot be meant.
    """
    known = {one.name: getattr(params, one.name) for one in fields(params)}
    for name, value in settings.items():
        if name not in known:
            raise UsageError(f"{name}: no setting of a crawl; there are {', '.join(known)}")
        if _kind(known[name]) is not _kind(value):
            raise UsageError(f"{name} is {value!r}; it must be like {known[name]!r}")
    try:
        return replace(params, **cast("dict[str, Any]", dict(settings)))
    except ValueError as error:
        raise UsageError(str(error)) from None


def _kind(value: object) -> type[object]:
    """Text, yes or no, or a number of either kind."""
    return next((one for one in (str, bool) if isinstance(value, one)), float)


def crawl(layout: Layout, order: CrawlOrder, *, progress: Progress) -> CrawlReport:
    """Crawl until there is nothing left or an end is reached.

    Raises:
        UsageError: a seed is no web address, a setting cannot be used, or a public host is to
            be asked by nobody knows whom.
        SurroundingsError: the disk failed, or another crawl of the collection is running.
    """
    seeds = [_seed(text) for text in order.seeds]
    guard, pace = _guard(order), _pace(order.params)
    reached = access(order.params.proxy, order.params.authorities, order.params.logins)
    for name, where in ((METRICS, order.params.metrics), (PUSH, order.params.push)):
        if where:
            place(name, where)
    if order.dry_run:
        return _preview(layout, order, seeds, pace)
    began = datetime.now(UTC)  # noqa: TID251 - the crawl's own clock
    with Cells(layout.crawl / "table") as cells:
        store = _store(cells, order.params, pace)
        limit = order.params.max_answer_bytes
        besides = store.besides
        deposit = CrawlDeposit(
            layout, cells, store.frontier, besides, limit, secrets=reached.secrets
        )
        known = seeds_of(cells)
        if not guard.is_known:
            asyncio.run(_hold_back([*known, *seeds], order, guard))
        inside = _scope(order.params, [*known, *seeds], deposit)
        note_seeds(cells, list(dict.fromkeys([*known, *seeds])))
        rules = _rules(layout, order, inside, store)
        run = _Run(layout, order, progress, Watch(cells, standing_of(cells)), reached)
        orders.withdraw(layout)
        ended, crawler = asyncio.run(run.crawl(store, deposit, rules, guard, seeds))
        run.watch.note(crawler, ended=ended)
        orders.withdraw(layout)
        deposit.publish()
        deposit.write_log()
        report = _report(ended, crawler, store.frontier, began)
    manifest.write_record(layout, _record(order, report, began))
    return report


def _preview(
    layout: Layout, order: CrawlOrder, seeds: Sequence[str], pace: Pace
) -> CrawlReport:
    """What a crawl would ask for first; nobody is asked and nothing is written."""
    began = datetime.now(UTC)  # noqa: TID251
    with tempfile.TemporaryDirectory() as spare:
        kept = layout.crawl / "table"
        with Cells(kept if kept.exists() else Path(spare) / "table") as cells:
            store = _store(cells, order.params, pace)
            frontier = store.frontier
            deposit = CrawlDeposit(layout, cells, frontier, (), 0)
            known = seeds_of(cells)
            inside = _scope(order.params, [*known, *seeds], deposit)
            rules = _rules(layout, order, inside, store)
            crawler = Crawler(store, [], deposit, rules, time.time)  # noqa: TID251
            first = crawler.preview(seeds, _PREVIEWED)
            frontier.counts["QUEUED"] += len(first)
            report = _report("dry run: nobody was asked", crawler, frontier, began)
    return replace(report, first=tuple(first))


_SCHEMES = ("http://", "https://", "file:///", "imap://", "imaps://")
_PREVIEWED = 20
_MOMENT = 0.1


@dataclass(frozen=True, slots=True)
class _Run:
    layout: Layout
    order: CrawlOrder
    progress: Progress
    watch: Watch
    access: Access

    async def crawl(
        self,
        store: Store,
        deposit: CrawlDeposit,
        rules: Rules,
        guard: Guard,
        seeds: Sequence[str],
    ) -> tuple[str, Crawler]:
        params = self.order.params
        names = Names(time.monotonic, self.order.names or {})
        web = self._web(names, guard)
        known = [*seeds_of(self.watch.cells), *seeds]
        files = readers(known, params)
        mail = mail_readers(known, names, guard, self.access, params.max_answer_bytes)
        fetchers = with_plug_ins([web, *files, *mail])
        since = self.watch.before.at or time.time()  # noqa: TID251
        crawler = Crawler(store, fetchers, deposit, rules, time.time)  # noqa: TID251
        crawler.seed(seeds)
        self._take_up(crawler, store, deposit)
        try:
            await _log_in(web, self.access)
            with _interrupts(crawler), _few_collections():
                async with (
                    answering(params.metrics, lambda: self.watch.figures(crawler)),
                    pushes(params.push, params.push_address, web, crawler),
                    noticing(crawler, files if params.continuous else [], since),
                ):
                    ended = await crawler.run(lambda: self._now_and_then(crawler))
        finally:
            for fetcher in fetchers:
                await fetcher.close()
            if rules.browser is not None:
                await rules.browser.close()
            names.close()
        self._tell(crawler)
        return ended, crawler

    def _take_up(self, crawler: Crawler, store: Store, deposit: CrawlDeposit) -> None:
        """Look at what was fetched before as far as the order asks for it."""
        self._tell(crawler)
        params = self.order.params
        if params.is_scored:
            deposit.publish()  # of a crawl that was killed pages may wait, which are read here
        reconsider(self.layout, params, self.watch.cells, store, crawler)
        if self.order.refresh:
            crawler.revisit(history for _, history in store.revisits.all())

    def _web(self, names: Names, guard: Guard) -> HttpFetcher:
        params = self.order.params
        limits = HttpLimits(
            body_bytes=params.max_answer_bytes,
            seconds=params.answer_seconds,
            per_address=params.per_address,
        )
        return HttpFetcher(names, guard, agent_named(params), limits=limits, access=self.access)

    def _now_and_then(self, crawler: Crawler) -> None:
        """Tell and look around, unless that was done a moment ago."""
        if self.watch.is_time(_MOMENT):
            self._tell(crawler)

    def _tell(self, crawler: Crawler) -> None:
        queued = crawler.queued
        note = f"{queued:,} queued, {sum(crawler.tally.failures.values()):,} failed"
        note = f"{note}; {crawler.idle}" if crawler.idle else note
        figures = {"queued": queued, **self.watch.counts(crawler)}
        self.progress(
            Event(
                stage=NAME,
                done=crawler.tally.fetched,
                total=None,
                note=note,
                figures=figures,
            )
        )
        self.watch.note(crawler)
        told = orders.given(self.layout)
        if told == "stop":
            crawler.stop("stopped by order")
        crawler.hold = (
            "paused by order; 'pagemill crawl --resume' lets it go on"
            if told == "pause"
            else _hold(self.layout, self.order.params.free_disk_bytes)
        )


async def _log_in(fetcher: HttpFetcher, reached: Access) -> None:
    """Fill in the forms of logins, before anything else is asked for.

    Raises:
        UsageError: one does not work.
    """
    for site, login in reached.logins.items():
        fault = await log_in(fetcher, login.form) if login.form else ""
        if fault:
            raise UsageError(f"login at {site}: {fault}")


def _hold(layout: Layout, least: int) -> str:
    """Why nothing may be asked for: there is too little room for the answers."""
    room = shutil.disk_usage(layout.root).free
    if room >= least:
        return ""
    return f"waits for room on the disk: {room:,} bytes are free, {least:,} must be"


@contextlib.contextmanager
def _interrupts(crawler: Crawler) -> Generator[None]:
    """Let an interrupt end the crawl after what is under way."""
    loop = asyncio.get_running_loop()
    caught = (signal.SIGINT, signal.SIGTERM)
    for one in caught:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(one, crawler.stop, "interrupted")
    try:
        yield
    finally:
        for one in caught:
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.remove_signal_handler(one)


@contextlib.contextmanager
def _few_collections() -> Generator[None]:
    """Look for unreachable objects more seldom: large tables in memory hold none."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], 100_000), *before[1:])
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _seed(text: str) -> str:
    written = text.strip()
    if "://" not in written:
        written = f"https://{written}"
    if has_user(written):
        raise UsageError(
            f"{host_of(written)}: a seed must not hold a user name or password, since "
            "seeds are recorded; leave them out (logins stand in a file that [crawl] names)"
        )
    url = normalized(written)
    if url is None or not url.startswith(_SCHEMES):
        raise UsageError(f"{text}: no web address; write it as https://www.example.org/")
    return url


def _guard(order: CrawlOrder) -> Guard:
    try:
        return Guard.allowing(order.networks, is_known=bool(order.params.contact.strip()))
    except ValueError as error:
        raise UsageError(str(error)) from None


async def _hold_back(urls: Sequence[str], order: CrawlOrder, guard: Guard) -> None:
    """Refuse to ask public hosts as nobody."""
    names = Names(time.monotonic, order.names or {})
    try:
        for host in filter(None, dict.fromkeys(map(host_of, urls))):
            if await _is_public(host, names, guard):
                raise UsageError(
                    f"{host}: a public host is not crawled without an address under which its "
                    "owner can reach you; give one with --contact you@example.org, or as "
                    "contact in [crawl] of collection.toml"
                )
    finally:
        names.close()


async def _is_public(host: str, names: Names, guard: Guard) -> bool:
    """Whether a host is, or may be, public.

    A name that must be looked up counts as public where no private network may be asked.
    """
    if not guard.allowed and names.must_ask(host):
        return True
    found = await names.resolve(host)
    return not all(Guard().refusal(one) for one in found.addresses)


def _pace(params: CrawlParams) -> Pace:
    return Pace(
        delay=params.delay,
        delay_factor=params.delay_factor,
        longest_delay=params.longest_delay,
    )


def _store(cells: Cells, params: CrawlParams, pace: Pace) -> Store:
    budget = Budget(
        per_day=params.revisits_per_day,
        per_host=0.5 * DAY / max(params.delay, 0.001),  # the other half is for new pages
        least=params.revisit_after,
        aim=params.revisit_aim,
    )
    is_weighed = params.order == "importance"
    is_best_first = is_weighed or params.is_scored
    frontier = Frontier(cells, pace, is_best_first=is_best_first)
    return Store(
        frontier=frontier,
        sites=Sites(cells),
        revisits=Revisits(cells, budget),
        mirrors=Mirrors(cells),
        kinds=Kinds(cells, traps.Limits()),
        dust=Dust(cells),
        errors=ErrorPages(cells),
        accounts=StoredAccounts(cells) if is_weighed else None,
        quality=HostQuality(cells) if is_weighed else None,
        forms=FormBudget(cells, params.forms_per_host) if params.forms else None,
        heads=Heads(cells, params.max_answer_bytes, params.agent),
    )


def _scope(params: CrawlParams, seeds: Sequence[str], deposit: CrawlDeposit) -> Scope:
    try:
        inside = scope(
            params.scope,
            seeds,
            depth=params.depth,
            include=[params.include] if params.include else [],
            exclude=[params.exclude] if params.exclude else [],
            requisites=params.requisites,
        )
    except ValueError as error:
        raise UsageError(f"[crawl] {error}") from None
    return Scope((NotForgotten(deposit.refuses), *inside.rules))


def _rules(layout: Layout, order: CrawlOrder, inside: Scope, store: Store) -> Rules:
    params = order.params
    ends = Ends(pages=params.max_pages, size=params.max_bytes, seconds=params.max_time)
    return Rules(
        agent=params.agent,
        scope=inside,
        pace=_pace(params),
        limits=traps.Limits(),
        ends=ends,
        connections=params.connections,
        window=params.hours,
        bandwidth=params.bandwidth,
        continuous=params.continuous,
        scorer=scorer_of(layout, params),
        importance=importance_of(store),
        forms=params.forms,
        browser=browser_of(params) if params.render and not order.dry_run else None,
        requisites=params.requisites,
        same=order.urls.rules(),
    )


def _report(ended: str, crawler: Crawler, frontier: Frontier, began: datetime) -> CrawlReport:
    tally = crawler.tally
    took = datetime.now(UTC) - began  # noqa: TID251
    return CrawlReport(
        ended=ended,
        fetched=tally.fetched,
        unchanged=tally.unchanged,
        requisites=tally.requisites,
        elsewhere=tally.elsewhere,
        received=tally.received,
        queued=frontier.counts["QUEUED"],
        outcomes=dict(sorted(tally.outcomes.items())),
        failures=dict(sorted(tally.failures.items())),
        refusals=dict(sorted(tally.refusals.items())),
        statuses={str(status): count for status, count in sorted(tally.statuses.items())},
        hidden=dict(sorted(tally.depths.items())),
        harvest=round(tally.relevant / tally.scored, 4) if tally.scored else None,
        judged=tally.scored,
        relevant=tally.relevant,
        took_s=round(took.total_seconds(), 3),
    )


def _record(order: CrawlOrder, report: CrawlReport, began: datetime) -> RunRecord:
    text = f"{began.isoformat()} {order.seeds}"
    attempts = sum(report.outcomes.values())
    rejects = {
        f"{outcome}": count
        for outcome, count in report.outcomes.items()
        if outcome not in ("fetched", "requisite", "redirect", "unchanged", "probe")
    }
    return RunRecord(
        run=f"{NAME}-{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}",
        stage=NAME,
        version=VERSION,
        params={**asdict(order.params), "urls": asdict(order.urls), "seeds": list(order.seeds)},
        inputs={},
        rows_in=attempts,
        rows_out=attempts - sum(rejects.values()),
        rejects=rejects,
        written={"archive": report.fetched + report.requisites},
        started_at=began.isoformat(),
        took_s=report.took_s,
        notes={"pages judged": report.judged, "pages about the topic": report.relevant}
        if report.judged
        else {},
    )
