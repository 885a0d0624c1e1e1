"""What comes of a turn: answers to the archive, links to the frontier, a line to the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final

from pagemill.crawl.deposit import Attempt, Deposit, Opened, Tally
from pagemill.crawl.discovery import Discovery
from pagemill.crawl.fetching.browser import Rendered
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome
from pagemill.crawl.frontier import Found, State, Turn
from pagemill.crawl.ordering.scorer import RELEVANT, level_of
from pagemill.crawl.plan import Rules
from pagemill.crawl.politeness import SLOWED, Pace
from pagemill.crawl.reading.answer import (
    MOST_TRIES,
    facts_of,
    form_choices,
    is_errand,
    may_keep,
    named_by_style,
    seconds_asked,
    target_of,
)
from pagemill.crawl.reading.page import Depth, News, Page
from pagemill.crawl.revisiting.history import History
from pagemill.crawl.revisiting.visit import visited
from pagemill.crawl.site_rules import SiteRules, Standing
from pagemill.crawl.store import Store
from pagemill.crawl.waste import traps
from pagemill.crawl.waste.soft_404 import is_probe
from pagemill.errors import DocumentError
from pagemill.text.spam.score import content_signs

ELSEWHERE: Final = "text seen at another host"
_NO_ROBOTS: Final = "robots.txt cannot be had"
_HEAD_FIRST: Final = "asked by HEAD first"
_RENDERED: Final = "text/html; charset=utf-8"
_GONE: Final = frozenset((404, 410))


HubFound = Callable[[str, str, str], None]


@dataclass(frozen=True, slots=True)
class Aside:
    """What was answered while a page was rendered.

    Attributes:
        url: what the page asked for.
        answer: what came.
        at: instant of its last byte.
    """

    url: str
    answer: Answer
    at: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a turn went.

    Attributes:
        turn: the turn.
        outcome: what was answered; None where nothing was asked, or only robots.txt.
        rules: what holds at the site.
        refusal: why the address was not asked for, or ``""``.
        is_asked: whether a request was made.
        took: seconds that it took.
        ended: instant at which it ended.
        before: what earlier visits saw, if there were any.
        rendered: what a browser made of the answer, where it had to.
        asides: what the page asked for meanwhile.
        by_head: whether only the head of the answer was asked for.
    """

    turn: Turn
    outcome: Outcome | None
    rules: SiteRules
    refusal: str
    is_asked: bool
    took: float
    ended: float
    before: History | None
    rendered: Rendered | None = None
    asides: tuple[Aside, ...] = ()
    by_head: bool = False


class Reception:
    """Deals with what comes of each turn.

    Args:
        store: what the crawl knows.
        discovery: the way of addresses into its frontier.
        deposit: where answers and lines go.
        rules: what the crawl is held to.
        tally: what it has come to.
    """

    def __init__(
        self, store: Store, discovery: Discovery, deposit: Deposit, rules: Rules, tally: Tally
    ) -> None:
        self._frontier = store.frontier
        self._revisits = store.revisits
        self._errors = store.errors
        self._heads = store.heads
        self._discovery = discovery
        self._deposit = deposit
        self._rules = rules
        self.tally = tally
        self.hub_found: HubFound | None = None
        """Is told of every feed that names a hub: its address, its topic, the hub."""

    def deal_with(self, result: Result) -> None:
        """Take in how a turn went; it is over then."""
        turn, outcome = result.turn, result.outcome
        pace = self._frontier.pace_of(turn.found.host)
        delay = result.rules.robots.group(self._rules.agent).delay
        pace.asked_delay = delay or 0.0
        if outcome is None:
            self._without_request(result)
        elif isinstance(outcome, Failure):
            pace.failed(result.ended, result.took, self._held_to(turn))
            self._failed(result, outcome)
        else:
            retry_after = seconds_asked(outcome.header("retry-after"), result.ended)
            pace.answered(
                result.ended,
                result.took,
                self._held_to(turn),
                status=outcome.status,
                retry_after=retry_after,
            )
            self._answered(result, outcome)

    def reconsider(self, history: History) -> int:
        """Judge a page by a topic that was named after it was fetched.

        What a page about the topic leads to, and is still queued, is moved forward.

        Args:
            history: the page.

        Returns:
            The number of addresses moved.
        """
        scorer = self._rules.scorer
        seen = self._deposit.read(history.url, history.kept)
        source = self._discovery.named(history.url, depth=history.depth)
        if scorer is None or seen is None or source is None:
            return 0
        facts = facts_of(seen, self._rules.agent)
        if facts is None or not facts.fingerprint:
            return 0
        score = scorer.score(history.url, facts.words)
        if score < RELEVANT:
            return 0
        return self._discovery.promote(source, facts.links, level_of(score))

    def _held_to(self, turn: Turn) -> Pace:
        return self._rules.pace_at(turn.found.host)

    def _without_request(self, result: Result) -> None:
        """Only robots.txt was asked for, or it forbids the address."""
        turn = result.turn
        pace = self._frontier.pace_of(turn.found.host)
        if result.rules.standing is Standing.CLOSED:
            pace.failed(result.ended, result.took, self._held_to(turn))
            if not result.refusal and turn.found.tries + 1 < MOST_TRIES:
                self._log(result, "later", reason=_NO_ROBOTS)
                self._frontier.put_back(turn, is_try=True)
            else:
                why = result.refusal or _NO_ROBOTS
                self._settle(result, State.REFUSED, "refused", why)
            return
        if result.is_asked:
            pace.answered(
                result.ended,
                result.took,
                self._held_to(turn),
                status=200,
                retry_after=None,
            )
            self._frontier.put_back(turn, is_try=False)
            self._discovery.sitemaps(turn.found, result.rules.robots.sitemaps)
            return
        rule = result.rules.robots.deciding(self._rules.agent, turn.found.url)
        pattern = rule.pattern if rule and not rule.allows else traps.pattern(turn.found.url)
        self._settle(result, State.REFUSED, "refused", result.refusal, detail=pattern)

    def _failed(self, result: Result, failure: Failure) -> None:
        turn = result.turn
        pace = self._frontier.pace_of(turn.found.host)
        if result.by_head and not pace.is_given_up(self._held_to(turn)):
            self._by_head(result, failure)
            return
        self._compare(result, failure)
        is_last = turn.found.tries + 1 >= MOST_TRIES or pace.is_given_up(self._held_to(turn))
        if failure.is_lasting or is_last:
            if failure.is_lasting:
                pace.failures = 0  # the address is to blame, not the host
            self.tally.failures[failure.reason] += 1
            self._settle(result, State.FAILED, "failed", failure.reason, detail=failure.detail)
            return
        self._log(result, "later", reason=failure.reason, detail=failure.detail)
        self._frontier.put_back(turn, is_try=True)

    def _answered(self, result: Result, answer: Answer) -> None:
        turn = result.turn
        self.tally.statuses[answer.status] += 1
        self.tally.received += len(answer.body)
        if result.by_head:
            self._by_head(result, answer)
            return
        self._compare(result, answer)
        if answer.status == 304 and result.before is not None:
            self._unmodified(result, answer, result.before)
            return
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
            self._discovery.redirect(turn.found, target)

    def _by_head(self, result: Result, outcome: Outcome) -> None:
        """Refuse an address by the answer to HEAD, or leave it to GET at its next turn."""
        found = result.turn.found
        against = self._heads.judge(found, outcome) if self._heads else None
        if against is not None:
            self._settle(
                result, State.REFUSED, "refused", against.reason, detail=against.detail
            )
            return
        detail = outcome.reason if isinstance(outcome, Failure) else ""
        self._log(result, "later", reason=_HEAD_FIRST, detail=detail)
        self._frontier.put_back(result.turn, is_try=True)

    def _compare(self, result: Result, outcome: Outcome) -> None:
        if self._heads is not None:
            self._heads.compare(result.turn.found, outcome)

    def _read(self, result: Result, answer: Answer) -> bool:
        """Keep an answer and follow its links; whether its address is to be asked again."""
        turn, found = result.turn, result.turn.found
        target = target_of(found.url, answer)
        if is_errand(found, target, answer):
            self._log(result, "redirect", reason="to itself with a cookie", target=target)
            self._frontier.put_back(turn, is_try=True)
            return True
        seen = self._deposit.opened(found.url, answer, result.ended)
        shown = result.rendered.html if result.rendered else b""
        read = replace(seen, payload=shown, media_type=_RENDERED) if shown else seen
        facts = facts_of(read, self._rules.agent, requisites=self._rules.requisites)
        if found.nested and self._discovery.is_page(found, facts):
            found = replace(found, nested=0)
        if found.nested:
            facts = None
        if self._is_missing(result, facts):
            return False
        is_kept = may_keep(seen, facts, self._rules.agent)
        changed = self._remember(found, result, seen, facts, may_keep=is_kept)
        original = _original(result.before, seen)
        if is_kept:
            self._keep(found, seen, original)
            if result.rendered and shown and not original:
                self._deposit.keep_rendered(seen, shown, result.rendered.software)
        elsewhere = ""
        if facts is not None and not original:
            elsewhere = self._follow(found, facts, is_first=result.before is None)
            if facts.directives.follow:
                self._discovery.forms(found, form_choices(seen, self._rules.forms))
        if self._rules.requisites and is_kept and not original:
            self._keep_asides(found, result.asides)
            self._discovery.requisites(found, _shown_with(found, seen, facts))
        outcome = "requisite" if found.nested else "fetched"
        outcome = "redirect" if target else outcome if changed else "unchanged"
        reason = (ELSEWHERE if elsewhere else "") if is_kept else "noarchive"
        detail = elsewhere or _told_of(result.rendered)
        self._settle(result, State.FETCHED, outcome, reason, detail=detail, target=target)
        return False

    def _is_missing(self, result: Result, facts: Page | None) -> bool:
        """Whether an answer that says "200" means "not found"; it is dealt with then."""
        found = result.turn.found
        has_text = facts is not None and bool(facts.fingerprint)
        if is_probe(found.url):
            if facts is not None and has_text:
                self._errors.learn(found.host, facts)
            self._settle(result, State.FETCHED, "probe", "address that cannot exist")
            return True
        if facts is None or not has_text or not self._errors.is_missing(found.url, facts):
            return False
        self._discovery.seen(found, facts, is_new=False)
        self._settle(result, State.REFUSED, "missing", "soft 404")
        return True

    def _unmodified(self, result: Result, answer: Answer, before: History) -> None:
        """The server says that nothing has changed."""
        found = result.turn.found
        self._revisits.judge_announcement(before, changed=False)
        self._revisits.put(found.key, before.visited(result.ended, changed=False))
        if before.kept:
            seen = self._deposit.opened(found.url, answer, result.ended)
            self._keep(found, seen, before.kept)
        self._settle(result, State.FETCHED, "unchanged", "not modified")

    def _keep(self, found: Found, seen: Opened, original: float) -> None:
        if found.nested:
            self._deposit.keep(seen, original, depth=found.depth, role="requisite")
            self.tally.requisites += 1
            return
        self._deposit.keep(seen, original, depth=found.depth)
        self.tally.fetched += 1
        self.tally.unchanged += bool(original)

    def _keep_asides(self, page: Found, asides: Iterable[Aside]) -> None:
        """Keep what a page asked for in the browser: it is shown with that when replayed."""
        for one in asides:
            self._keep_aside(page, one)

    def _keep_aside(self, page: Found, aside: Aside) -> None:
        found = self._discovery.found(aside.url, depth=page.depth, nested=1)
        try:
            seen = self._deposit.opened(aside.url, aside.answer, aside.at)
        except DocumentError:
            return  # the page did not get it either
        may_be_kept = may_keep(seen, None, self._rules.agent)
        status = aside.answer.status
        if found is None or not may_be_kept or not self._frontier.fetched(found, status=status):
            return
        self._deposit.keep(seen, depth=found.depth, role="requisite")
        if status < HTTPStatus.BAD_REQUEST:
            self._revisits.put(found.key, visited(found, seen, None, None, may_keep=True))
        size = len(aside.answer.body)
        self.tally.requisites += 1
        self.tally.received += size
        self.tally.outcomes["requisite"] += 1
        self._deposit.note(
            Attempt(
                url=found.url,
                at=aside.at,
                status=status,
                outcome="requisite",
                detail="asked for by a page that was rendered",
                size=size,
                took=aside.answer.took,
                depth=found.depth,
            )
        )

    def _remember(
        self, found: Found, result: Result, seen: Opened, facts: Page | None, *, may_keep: bool
    ) -> bool:
        """Note a visit in the page's history; whether the page differs from what it was."""
        before, status = result.before, seen.answer.status
        if status >= 400:
            if status in _GONE:
                self._revisits.forget(found.key)
            return True
        after = visited(found, seen, facts, before, may_keep=may_keep)
        changed = before is None or before.text != after.text
        if before is not None:
            self._revisits.judge_announcement(before, changed=changed)
        self._revisits.put(found.key, after)
        return changed

    def _announced(self, news: Iterable[News]) -> None:
        """Queue the pages of which a sitemap says that they have changed since."""
        for one in news:
            found = self._discovery.named(one.url)
            if found and self._revisits.announced(found.key, one.at, one.rate):
                self._frontier.revisit([found])

    def _follow(self, found: Found, facts: Page, *, is_first: bool) -> str:
        """Queue what a page leads to; where another host showed its text first, or ``""``."""
        elsewhere = ""
        if facts.depth is not Depth.OPEN:
            self.tally.depths[facts.depth.value] += 1
        is_new = False
        if facts.fingerprint and is_first:
            is_new = self._deposit.is_new(found.host, facts.fingerprint)
            elsewhere = self._discovery.seen(found, facts, is_new=is_new)
            self.tally.elsewhere += bool(elsewhere)
            where = "" if is_new else self._errors.probe(found.url)
            if where:
                self._discovery.probe(found, where)
        importance = self._rules.importance
        if importance is None:
            self._discovery.links(found, facts.links, self._level(found, facts))
        else:
            spam = content_signs(facts.text).score
            if facts.fingerprint and is_first:
                importance.read(found.host, is_new=is_new, spam=spam)
            self._discovery.follow(found, facts.links, spam)
        if facts.hub and self.hub_found is not None:
            self.hub_found(found.url, facts.topic, facts.hub)
        if self._rules.continuous:
            self._announced(facts.news)
        return elsewhere

    def _level(self, found: Found, facts: Page) -> int | None:
        """Priority of what a page leads to; None where all go by their depth."""
        if self._rules.scorer is None or not facts.fingerprint:
            return None
        score = self._rules.scorer.score(found.url, facts.words)
        self.tally.scored += 1
        self.tally.relevant += score >= RELEVANT
        return level_of(score)

    def _settle(
        self,
        result: Result,
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
        if self._rules.importance is not None and not target:
            self._rules.importance.settle(result.turn.found.key)

    def _log(
        self,
        result: Result,
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


def _told_of(rendered: Rendered | None) -> str:
    """What the log says of a page that had to be rendered."""
    if rendered is None:
        return ""
    if rendered.fault:
        return f"not rendered: {rendered.fault}"
    refused = sum(rendered.refused.values())
    return f"rendered with {rendered.requests} requests, {refused} refused"


def _shown_with(found: Found, seen: Opened, facts: Page | None) -> Sequence[str]:
    """What a page, or a stylesheet that a page is shown with, is itself shown with."""
    if facts is not None:
        return facts.requisites
    return named_by_style(seen) if found.nested else ()


def _original(before: History | None, seen: Opened) -> float:
    """Instant of the kept answer that an answer equals byte for byte; 0 for none."""
    if before is None or before.digest != seen.digest:
        return 0.0
    return before.kept


def _status(result: Result) -> int:
    return result.outcome.status if isinstance(result.outcome, Answer) else 0
