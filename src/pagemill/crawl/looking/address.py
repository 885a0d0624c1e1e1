"""What a crawl has decided about one address, and what would decide about it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagemill.crawl.cells import Cells
from pagemill.crawl.frontier import Frontier, State, key_of
from pagemill.crawl.politeness import Pace
from pagemill.crawl.scope import Candidate, Scope
from pagemill.crawl.site_rules import Sites, Standing, origin_of
from pagemill.crawl.waste import traps
from pagemill.html.identity import frontier_key, sendable
from pagemill.html.url import host as host_of


@dataclass(frozen=True, slots=True)
class Decision:
    """What one part of a crawl says of an address.

    Attributes:
        part: ``scope``, ``traps``, ``robots.txt`` or ``frontier``.
        decision: what it decided, in a word or two.
        reason: why, with the rule or the figures that decided it.
    """

    part: str
    decision: str
    reason: str


def decisions(cells: Cells, scope: Scope, agent: str, url: str, now: float) -> list[Decision]:
    """What each part of a crawl says of an address; nothing of what is no web address.

    Args:
        cells: the crawl's table.
        scope: what may be crawled.
        agent: product token of the crawler.
        url: the address.
        now: seconds since 1970.
    """
    sent = sendable(url)
    key = frontier_key(sent) if sent else None
    if sent is None or key is None:
        return []
    said = [of_scope(scope, key), *_of_traps(key), _of_robots(cells, agent, sent, now)]
    is_refused = any(one.decision == "refused" for one in said)
    return [*said, *_of_frontier(cells, key, now, is_refused=is_refused)]


def of_scope(scope: Scope, url: str) -> Decision:
    """The rules that were asked, in order, and the one that decided."""
    asked: list[str] = []
    for rule in scope.rules:
        verdict = rule.judge(Candidate(url))
        if verdict is not None:
            word = "allowed" if verdict.allows else "refused"
            return Decision("scope", word, _told(asked, verdict.rule))
        asked.append(type(rule).__name__)
    return Decision("scope", "refused", _told(asked, "no rule allows it"))


def _told(asked: Sequence[str], rule: str) -> str:
    words = [_in_words(name) for name in asked]
    return f"{rule}; asked before without an opinion: {', '.join(words)}" if words else rule


def _in_words(name: str) -> str:
    """Name of a rule as people would write it."""
    return "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name).strip()


def _of_traps(url: str) -> list[Decision]:
    why = traps.misshapen(url, traps.Limits())
    return [Decision("traps", "refused", f"{why}: {traps.pattern(url)}")] if why else []


def _of_robots(cells: Cells, agent: str, url: str, now: float) -> Decision:
    rules = Sites(cells).known(origin_of(url), now)
    if rules is None:
        return Decision("robots.txt", "not known", "it is asked for before the address is")
    if rules.standing is Standing.OPEN:
        return Decision("robots.txt", "allowed", "the site has none")
    if rules.standing is Standing.CLOSED:
        until = f"asked for again in {max(0.0, rules.until - now):,.0f} s"
        return Decision("robots.txt", "refused", f"it cannot be had; {until}")
    rule = rules.robots.deciding(agent, url)
    delay = rules.robots.group(agent).delay
    pause = f"; Crawl-delay {delay:g}" if delay else ""
    if rule is None:
        return Decision("robots.txt", "allowed", f"no rule matches{pause}")
    word = "Allow" if rule.allows else "Disallow"
    decision = "allowed" if rule.allows else "refused"
    return Decision("robots.txt", decision, f"{word}: {rule.pattern}{pause}")


def _of_frontier(cells: Cells, key: str, now: float, *, is_refused: bool) -> list[Decision]:
    frontier = Frontier(cells, Pace())
    state = frontier.state(key_of(key))
    if state is None:
        why = "what is refused is not queued"
        why = why if is_refused else "no page that was fetched links to it"
        return [Decision("frontier", "not met", why)]
    host = host_of(key)
    if state is not State.QUEUED:
        return [Decision("frontier", state.name.lower(), "see the crawl's log")]
    pace = frontier.pace_of(host)
    wait = max(0.0, pace.next_at - now)
    why = f"{frontier.queued_of(host):,} addresses of {host} are queued"
    why += f"; the host may be asked in {wait:,.0f} s" if wait else "; the host may be asked"
    if pace.refusals:
        why += f"; it asked {pace.refusals} times in a row to be left alone"
    if pace.failures:
        why += f"; {pace.failures} requests in a row failed"
    return [Decision("frontier", "queued", why)]
