"""Which of the addresses met are queued, and why the others are not.

Every address that is not queued is counted under the reason. What the pages of a site have
brought so far is remembered here, in bounded memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from pagemill.crawl.deposit import Tally
from pagemill.crawl.frontier import LEVELS, Found, State, key_of
from pagemill.crawl.plan import Rules
from pagemill.crawl.reading.page import Page
from pagemill.crawl.scope import Candidate
from pagemill.crawl.store import Store
from pagemill.crawl.waste import traps
from pagemill.html.identity import STANDARD, frontier_key, sendable
from pagemill.html.url import host as host_of
from pagemill.html.url import plain_host

MOST_HOPS: Final = 10
"""Redirects from one address before it counts as a chain without end."""

SPENT: Final = "pattern that brings nothing new"
MIRROR: Final = "mirror of another host"
FORMS_SPENT: Final = "forms of the host have brought enough"
IDLE: Final = "parameter that changes nothing"
_MOST_MET: Final = 100_000
_MOST_NESTED: Final = 5
_MOST_TARGETS: Final = 50_000


class Discovery:
    """The way of addresses into a frontier.

    Args:
        store: what the crawl knows; its frontier is where they are queued.
        rules: what the crawl is held to.
        tally: where refusals are counted.
    """

    def __init__(self, store: Store, rules: Rules, tally: Tally) -> None:
        self._frontier = store.frontier
        self._mirrors = store.mirrors
        self._rules = rules
        self._tally = tally
        self._kinds = store.kinds
        self._form_budget = store.forms
        self._dust = store.dust
        self._met: dict[str, int] = {}  # address -> priority under which it was queued last
        self._targets: dict[str, Found] = {}
        self._reduced: set[bytes] = set()

    def usable(self, urls: Iterable[str], *, depth: int) -> list[Found]:
        """Addresses as they can be queued; those that cannot are counted."""
        found = [self.found(url, depth=depth) for url in urls]
        return [one for one in found if one is not None]

    def links(self, source: Found, urls: Iterable[str], level: int | None = None) -> None:
        """Queue the links of a page.

        Args:
            source: its address.
            urls: where its links lead.
            level: their priority; None for breadth-first.
        """
        fresh: list[Found] = []
        risen: list[Found] = []
        for url in urls:
            before = self._met.get(url)
            if before is not None and (level is None or level >= before):
                continue  # queued by this process: most links of a site stand on all its pages
            one = self.found(url, depth=source.depth + 1)
            if one is not None:
                one = one if level is None else replace(one, priority=level)
                self._met[url] = one.priority
                (fresh if before is None else risen).append(one)
        self._frontier.add(fresh)
        if risen:
            self._frontier.promote(risen)
        if len(self._met) > _MOST_MET:
            self._met.clear()

    def promote(self, source: Found, urls: Iterable[str], level: int) -> int:
        """Move forward what a page leads to and is queued already; the number of addresses.

        Args:
            source: its address.
            urls: where its links lead.
            level: their priority now.
        """
        risen: list[Found] = []
        for url in urls:
            if self._met.get(url, LEVELS) <= level:
                continue
            one = self.named(url, depth=source.depth + 1)
            if one is not None and self._frontier.state(one.key) is State.QUEUED:
                self._met[url] = level
                risen.append(replace(one, priority=level))
        if len(self._met) > _MOST_MET:
            self._met.clear()
        return self._frontier.promote(risen)

    def requisites(self, source: Found, urls: Iterable[str]) -> None:
        """Queue what a page is shown with, or what a stylesheet of it names.

        It is asked for before further pages of its host, under the rules of that host; the
        scope of the page is its own.

        Args:
            source: address of the page or stylesheet.
            urls: absolute addresses.
        """
        nested = source.nested + 1
        if nested > _MOST_NESTED:
            self._tally.refusals["stylesheets without end"] += 1
            return
        fresh: list[Found] = []
        for url in urls:
            if url in self._met:
                continue
            one = self.found(url, depth=source.depth, nested=nested)
            if one is not None:
                self._met[url] = 0
                fresh.append(replace(one, priority=0))
        self._frontier.add(fresh)

    def follow(self, source: Found, urls: Iterable[str], spam: float) -> None:
        """Queue the links of a page in order of importance, and move forward what has risen.

        Args:
            source: its address.
            urls: where its links lead.
            spam: its spam score.
        """
        importance = self._rules.importance
        if importance is None:
            self.links(source, urls)
            return
        targets: list[Found] = []
        for url in urls:
            one = self._targets.get(url) or self.found(url, depth=source.depth + 1)
            if one is not None:
                self._targets[url] = one
                targets.append(one)
        ranked = importance.follow(source, targets, spam)
        self._frontier.promote(ranked)
        self._frontier.add(ranked)
        if len(self._targets) > _MOST_TARGETS:
            self._targets.clear()

    def forms(self, source: Found, urls: Sequence[str]) -> None:
        """Queue what the forms of a page lead to, as far as its host has room for it."""
        if not urls or self._form_budget is None:
            return
        granted = self._form_budget.granted(source.host, urls)
        if len(granted) < len(urls):
            self._tally.refusals[FORMS_SPENT] += len(urls) - len(granted)
        found = self.usable(granted, depth=source.depth + 1)
        self.wait(found)
        self._frontier.add(found)

    def wait(self, found: Iterable[Found]) -> None:
        """Addresses are queued that no page links to."""
        if self._rules.importance is not None:
            self._rules.importance.wait(found)

    def sitemaps(self, source: Found, urls: Iterable[str]) -> None:
        """Queue the sitemaps that a robots.txt names."""
        web = [url for url in urls if url.startswith(("http://", "https://"))]
        found = self.usable(web, depth=source.depth)
        self.wait(found)
        self._frontier.add(found)

    def redirect(self, source: Found, target: str) -> None:
        """Queue where an answer leads."""
        hops = source.hops + 1
        if hops > MOST_HOPS:
            self._tally.refusals["redirects without end"] += 1
            return
        one = self.found(target, depth=source.depth, hops=hops, nested=source.nested)
        if one is not None:
            self._frontier.add([one])
            found = None
        else:
            found = self.found(target, depth=source.depth, hops=hops)
        leads = [] if found is None else [found]
        if self._rules.importance is not None:
            # All that a redirect is worth is where it leads.
            ranked = self._rules.importance.follow(source, leads, 0.0)
            self._frontier.promote(ranked)
            leads = ranked or leads
        self._frontier.add(leads)

    def is_page(self, found: Found, facts: Page | None) -> bool:
        """Whether what a page was said to be shown with is a page of the crawl itself."""
        is_shown = facts is not None and bool(facts.fingerprint)
        return is_shown and self._rules.scope.judge(Candidate(found.url, found.depth)).allows

    def seen(self, source: Found, facts: Page, *, is_new: bool) -> str:
        """A page was read: what it brought counts for the kinds of pages it belongs to.

        A text that a host met earlier showed brings nothing, wherever it stands.

        Args:
            source: its address.
            facts: what it says.
            is_new: whether its host never showed that text before.

        Returns:
            Where another host showed the text first, or ``""``.
        """
        path = source.url.partition("://")[2].partition("/")[2]
        elsewhere = self._mirrors.seen(source.host, path, facts.fingerprint)
        is_new = is_new and not elsewhere
        # That a parameter changes nothing does not speak against the pages that have it.
        if not self._dust.seen(source.host, source.url, facts.fingerprint):
            self._kinds.add(source.host, source.url, facts.words, is_new=is_new)
        return elsewhere

    def probe(self, source: Found, url: str) -> None:
        """Queue an address that cannot exist, to be asked for next at its host."""
        sent = self.named(url, depth=source.depth)
        if sent is not None:
            self._frontier.add([replace(sent, priority=0)])

    def refusal(self, found: Found, *, is_known: bool = False) -> str:
        """Why an address that is queued is not asked for after all; ``""`` where it is.

        The scope may have changed since it was queued, and so may what is forgotten.

        Args:
            found: the address.
            is_known: whether it was fetched before.
        """
        candidate = Candidate(found.url, found.depth, found.nested > 0)
        verdict = self._rules.scope.judge(candidate)
        if not verdict.allows:
            return verdict.reason
        if found.nested:
            return ""
        if is_known:
            return MIRROR if self._mirrors.of(found.host) else ""
        return self._waste(found.host, found.url)

    def found(self, url: str, *, depth: int, hops: int = 0, nested: int = 0) -> Found | None:
        """An address to be queued; None, counted, where it must not be.

        What the pages of a host have brought says nothing about what they are shown with.
        """
        spelt = _spelt(url)
        if spelt is None:
            self._tally.refusals["malformed address"] += 1
            return None
        sent, key, host = spelt
        verdict = self._rules.scope.judge(Candidate(key, depth, nested > 0))
        why = "" if verdict.allows else verdict.reason
        why = why or traps.misshapen(key, self._rules.limits)
        if not why and not nested:
            why = self._waste(host, key)
        if why:
            self._tally.refusals[why] += 1
            return None
        level = min(depth, LEVELS - 1)
        if nested:
            return Found(sent, self._met_as(sent, key), host, level, depth, 0, hops, nested)
        plain = self._dust.plain(host, key)
        met = self._met_as(sent, key) if plain == key else key_of(plain)
        if plain != key and self._was_met(met):
            self._tally.refusals[IDLE] += 1
            return None
        # Scope, traps and pauses go by the address sent, whatever is taken for the same.
        return Found(sent, met, host, level, depth, hops=hops)

    def _was_met(self, key: bytes) -> bool:
        """Whether an address without idle parameters is queued already, or is about to be."""
        if key in self._reduced or self._frontier.state(key) is not None:
            return True
        if len(self._reduced) > _MOST_MET:
            self._reduced.clear()
        self._reduced.add(key)
        return False

    def named(self, url: str, *, depth: int = 0, nested: int = 0) -> Found | None:
        """An address that was fetched before, to be asked for again; None where it is none."""
        spelt = _spelt(url)
        if spelt is None:
            return None
        sent, key, host = spelt
        met = self._met_as(sent, key)
        plain = self._dust.plain(host, key)
        if plain != key and self._frontier.state(met) is None:
            met = key_of(plain)  # it was met after that had been learned
        level = 0 if nested else min(depth, LEVELS - 1)
        return Found(sent, met, host, level, depth, nested=nested)

    def _met_as(self, sent: str, key: str) -> bytes:
        same = self._rules.same
        return key_of(key if same == STANDARD else frontier_key(sent, same) or key)

    def _waste(self, host: str, key: str) -> str:
        """Why a page is not worth being asked for; ``""`` where it may be."""
        if self._is_spent(host, key):
            return SPENT
        return MIRROR if self._mirrors.of(host) else ""

    def _is_spent(self, host: str, url: str) -> bool:
        if not host:
            return False  # every file of a folder that was named counts
        return self._kinds.is_spent(host, url)


def _spelt(url: str) -> tuple[str, str, str] | None:
    """An address as it is sent, its normal spelling, and its host; None where it is none."""
    host = plain_host(url)
    if host is not None:
        return url, url, host
    sent = sendable(url)
    key = frontier_key(sent) if sent else None
    return None if sent is None or key is None else (sent, key, host_of(key))
