"""Addresses without end: calendars, sessions, paths that only grow.

Two defences. The shape of an address gives away the crude traps. The rest show by what they
bring: addresses of one host are grouped by pattern (digits and identifiers taken out), and a
pattern whose pages keep bringing text that is known already gets no more than a small budget.
A calendar of a thousand different real pages passes; one of a thousand empty months does not.

Source: the rules of Heritrix (pathological paths, too many segments) for shape; budgets by
content novelty are our own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_DIGITS: Final = re.compile(r"\d+")
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{12,}|(?=[^/]*\d)[0-9A-Za-z_-]{20,}", re.IGNORECASE)
_SESSION: Final = re.compile(
    r"(?:^|[;?&/])(?:jsessionid|phpsessid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)"
    r"=[0-9A-Za-z._-]{8,}|;jsessionid=|/\((?:[a-z]\()?[0-9a-z]{20,}\)+/",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an address may look like and what a pattern may cost.

    Attributes:
        length: characters of an address.
        segments: segments of a path.
        repeats: times that one segment, or one run of segments, may stand in a path.
        parameters: parameters of a query.
        trial: pages of one pattern that are fetched before it is judged.
        novelty: share of a pattern's pages that must bring new text for it to go on.
    """

    length: int = 2_000
    segments: int = 25
    repeats: int = 3
    parameters: int = 20
    trial: int = 12
    novelty: float = 0.1


def misshapen(url: str, limits: Limits) -> str:
    """Why an address looks like a trap; ``""`` where it does not.

    Args:
        url: absolute address.
        limits: what it may look like.

    Example:
        >>> misshapen("http://a.example/x/y/x/y/x/y/x/y", Limits())
        'path repeats itself'
    """
    if len(url) > limits.length:
        return "address too long"
    rest = url.partition("#")[0].partition("://")[2]
    path, _, query = rest.partition("?")
    segments = [segment for segment in path.split("/")[1:] if segment]
    if len(segments) > limits.segments:
        return "path too deep"
    if _repeats(segments, limits.repeats):
        return "path repeats itself"
    if query.count("&") + 1 > limits.parameters:
        return "too many parameters"
    return ""


def has_session(url: str) -> bool:
    """Whether an address carries the number of a visit, which makes each page endless ones."""
    return _SESSION.search(url) is not None


def pattern(url: str) -> str:
    """What the addresses of one kind of page have in common.

    Host, path with numbers and identifiers taken out, and the names of the parameters in order
    of the alphabet; their values do not count.

    Example:
        >>> pattern("http://a.example/cal/2024/05?view=month&day=3")
        'a.example/cal/0/0?day&view'
    """
    rest = url.partition("#")[0].partition("://")[2]
    path, mark, query = rest.partition("?")
    authority, slash, path = path.partition("/")
    path = _DIGITS.sub("0", _IDENTIFIER.sub("*", path))
    if not mark:
        return f"{authority}{slash}{path}"
    names = sorted({part.partition("=")[0] for part in query.split("&") if part})
    return f"{authority}{slash}{path}?{'&'.join(_DIGITS.sub('0', name) for name in names)}"


@dataclass(slots=True)
class Yield:
    """What the pages of one pattern have brought.

    Attributes:
        fetched: pages fetched.
        fresh: those whose text was new to the host.
    """

    fetched: int = 0
    fresh: int = 0


@dataclass(slots=True)
class Budgets:
    """What each pattern of a host has brought, and so what it may still cost.

    Attributes:
        limits: where the budget ends.
        yields: what has been brought, by pattern.
    """

    limits: Limits
    yields: dict[str, Yield] = field(default_factory=dict[str, Yield])

    def is_spent(self, kind: str) -> bool:
        """Whether a pattern has shown that it brings nothing new.

        What it has brought so far is its credit: a pattern that goes dry late is stopped late,
        and one that never brought anything at the end of its trial.
        """
        so_far = self.yields.get(kind)
        if so_far is None or so_far.fetched < self.limits.trial:
            return False
        return so_far.fresh < self.limits.novelty * so_far.fetched

    def add(self, kind: str, *, is_fresh: bool) -> None:
        """Count a page that was fetched."""
        so_far = self.yields.setdefault(kind, Yield())
        so_far.fetched += 1
        so_far.fresh += is_fresh


def _repeats(segments: list[str], most: int) -> bool:
    """Whether a segment, or a run of them, stands more than ``most`` times."""
    count = len(segments)
    if count <= most:
        return False
    seen: dict[str, int] = {}
    for segment in segments:
        seen[segment] = seen.get(segment, 0) + 1
        if seen[segment] > most:
            return True
    for size in range(2, count // 2 + 1):
        run = 1
        for at in range(size, count - size + 1, size):
            run = run + 1 if segments[at : at + size] == segments[at - size : at] else 1
            if run >= most:
                return True
    return False
