"""What a crawler did, judged from the server's own log.

Source: RFC 9110, section 9.2.2, for requests that a client may repeat by itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pagemill.testing.growth import reachable
from pagemill.testing.hits import Hit
from pagemill.testing.rules import FILES
from pagemill.testing.web import Kind, Place, Web

_CLOCKS_DIFFER: Final = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What a crawler had promised.

    Attributes:
        delay: seconds between the end of an answer and the next request to the same host.
        per_address: requests at a time to one address; 0 for any number.
    """

    delay: float = 0.0
    per_address: int = 0


@dataclass(slots=True, kw_only=True)
class Verdict:
    """What was found.

    Attributes:
        found: good pages that were fetched.
        missed: good pages that can be reached by what may be asked for, and were not fetched.
        fetches: requests for pages, rules and plumbing left out.
        kinds: requests for pages by what they are worth.
        rude: breaches of politeness, each in words.
        forbidden: breaches of robots.txt, each in words.
        private: requests to the private address.
    """

    found: set[Place] = field(default_factory=set[Place])
    missed: set[Place] = field(default_factory=set[Place])
    fetches: int = 0
    kinds: dict[str, int] = field(default_factory=dict[str, int])
    rude: list[str] = field(default_factory=list[str])
    forbidden: list[str] = field(default_factory=list[str])
    private: int = 0

    @property
    def coverage(self) -> float:
        """Share of the reachable, allowed, good pages that was fetched."""
        whole = len(self.found) + len(self.missed)
        return len(self.found) / whole if whole else 1.0

    @property
    def wasted(self) -> float:
        """Share of the requests for pages that went into traps."""
        return self.kinds.get(Kind.TRAP.value, 0) / self.fetches if self.fetches else 0.0


def judged(web: Web, hits: Sequence[Hit], manners: Manners) -> Verdict:
    """What a log says of the crawler that made it.

    Args:
        web: the web that was crawled.
        hits: the log, in the order in which requests came in.
        manners: what the crawler had promised.
    """
    verdict = Verdict()
    by_host: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        if hit.address == web.private:
            verdict.private += 1
        else:
            by_host[hit.host].append(hit)
    for name, own in by_host.items():
        _judge_rules(web, name, own, verdict)
        _judge_pauses(web, name, own, manners, verdict)
        _count(own, verdict)
    if manners.per_address:
        _judge_addresses(hits, manners.per_address, verdict)
    whole = reachable(web)
    verdict.missed = whole - verdict.found
    verdict.found &= whole
    return verdict


def _count(own: Sequence[Hit], verdict: Verdict) -> None:
    for hit in own:
        if hit.is_rules or hit.kind is Kind.PLUMBING:
            continue
        verdict.fetches += 1
        verdict.kinds[hit.kind.value] = verdict.kinds.get(hit.kind.value, 0) + 1
        if hit.kind is Kind.GOOD and hit.status in (200, 304):
            verdict.found.add((hit.host, hit.path))


def _judge_rules(web: Web, name: str, own: Sequence[Hit], verdict: Verdict) -> None:
    host = web.hosts.get(name)
    if host is None:
        return
    rules = FILES[host.robots]
    is_known = False
    for hit in own:
        if hit.is_rules:
            is_known = True
        elif not is_known:
            verdict.forbidden.append(f"{name}{hit.path} before robots.txt")
        elif not rules.allows(hit.path):
            verdict.forbidden.append(f"{name}{hit.path} under robots.txt '{host.robots}'")


def _judge_pauses(
    web: Web, name: str, own: Sequence[Hit], manners: Manners, verdict: Verdict
) -> None:
    host = web.hosts.get(name)
    asked = FILES[host.robots].delay if host else 0.0
    is_known = is_repeated = False
    for before, after in pairwise(own):
        is_known = is_known or before.is_rules
        least = max(manners.delay, asked if is_known else 0.0, before.wait)
        gap = after.began - before.ended if before.ended else -1.0
        if before.status == 0 and before.path == after.path and not is_repeated:
            # A kept connection that closes without a word may be taken up anew at once, once.
            is_repeated = True
            continue
        is_repeated = False
        if gap < least - _CLOCKS_DIFFER:
            verdict.rude.append(
                f"{name}{after.path} {gap:.3f} s after {before.path}, not {least} s"
            )


def _judge_addresses(hits: Sequence[Hit], most: int, verdict: Verdict) -> None:
    steps: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for hit in hits:
        if hit.ended:
            steps[hit.address] += [(hit.began, 1), (hit.ended, -1)]
    for address, edges in steps.items():
        under_way = 0
        for _, step in sorted(edges):
            under_way += step
            if under_way > most:
                verdict.rude.append(f"more than {most} requests at a time to {address}")
                break
