"""Addresses without end: calendars, sessions, paths that only grow.

Two defences. The shape of an address gives away the crude traps. The rest show by what they
bring: addresses of one host are grouped by kind (digits and identifiers taken out), and a kind
whose pages keep saying what was said already gets no more than a small budget. A calendar of a
thousand different real pages passes; one of a thousand empty months does not, though each of
them has another month at its head: a page says something new if it brings a few words that its
kind never showed.

Source: the rules of Heritrix (pathological paths, too many segments) for shape; budgets by
content novelty are our own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_DIGITS: Final = re.compile(r"\d+")
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{12,}|(?=[^/]*\d)[0-9A-Za-z_-]{20,}", re.IGNORECASE)
_SESSION: Final = re.compile(
    r"(?:^|[;?&/])(?:jsessionid|phpsessid|aspsessionid\w*|sessionid|session_id|sid|cfid|cftoken)"
    r"=[0-9A-Za-z._-]{8,}|;jsessionid=|/\((?:[a-z]\()?[0-9a-z]{20,}\)+/",
    re.IGNORECASE,
)


_NEW_WORDS: Final = 3
_MANY_WORDS: Final = 2_000
_MOST_KINDS: Final = 1_000
_MOST_NOTED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an address may look like and what a pattern may cost.

    Attributes:
        length: characters of an address.
        segments: segments of a path.
        repeats: times that one segment, or one run of segments, may stand in a path.
        parameters: parameters of a query.
        alike: pages of one kind after which it is given up if all but one say the same.
        trial: pages of one kind that are fetched before its share of new ones is judged.
        novelty: share of a kind's pages that must say something new for it to go on.
    """

    length: int = 2_000
    segments: int = 25
    repeats: int = 3
    parameters: int = 20
    alike: int = 5
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


def groups(url: str) -> tuple[str, ...]:
    """The kinds of pages that an address belongs to, the narrowest first.

    Its pattern; the same without the query, because the choices of a list can be combined in
    more ways than there are patterns to try; the first folder of its path, because a path that
    only grows makes a new pattern at each step.

    Example:
        >>> groups("http://a.example/list/2?sort=up")
        ('a.example/list/0?sort', 'a.example/list/0', 'a.example/list/**')
    """
    narrow = pattern(url)
    bare = narrow.partition("?")[0]
    authority, _, path = bare.partition("/")
    folder, slash, _ = path.partition("/")
    found = (narrow, bare) if bare != narrow else (narrow,)
    return (*found, f"{authority}/{folder}/**") if slash else found


@dataclass(slots=True)
class Yield:
    """What the pages of one kind have brought.

    Attributes:
        fetched: pages fetched.
        fresh: those that said something new.
        words: words met on them, until they are so many that the kind has proved itself.
        is_proved: whether they are.
    """

    fetched: int = 0
    fresh: int = 0
    words: set[str] = field(default_factory=set[str])
    is_proved: bool = False

    def add(self, words: frozenset[str], *, is_new: bool) -> None:
        """Count a page: its words, and whether its host never showed that text before."""
        self.fetched += 1
        if self.is_proved:
            self.fresh += is_new
            return
        unknown = words - self.words
        self.fresh += is_new and len(unknown) >= _NEW_WORDS
        self.words |= unknown
        if len(self.words) >= _MANY_WORDS:
            self.is_proved, self.words = True, set()

    def is_spent(self, limits: Limits) -> bool:
        """Whether pages of the kind have shown that they bring nothing new."""
        if self.fetched >= limits.alike and self.fresh <= 1:
            return True
        return self.fetched >= limits.trial and self.fresh < limits.novelty * self.fetched


class Budgets:
    """What each kind of page of a host has brought, and so what it may still cost.

    What a kind has brought so far is its credit: one that goes dry late is stopped late, and
    one whose pages are all alike after a few.

    Args:
        limits: where the budget ends.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._yields: dict[str, Yield] = {}

    def is_spent(self, url: str) -> bool:
        """Whether a kind that an address belongs to brings nothing new."""
        yields = self._yields
        return any(
            yields[kind].is_spent(self._limits) for kind in groups(url) if kind in yields
        )

    def add(self, url: str, words: frozenset[str], *, is_new: bool) -> None:
        """Count a page that was fetched.

        Args:
            url: its address.
            words: the words it shows, days and years left out.
            is_new: whether its host never showed the same text before.
        """
        for kind in groups(url):
            if kind not in self._yields and len(self._yields) >= _MOST_KINDS:
                self._yields.pop(next(iter(self._yields)))
            self._yields.setdefault(kind, Yield()).add(words, is_new=is_new)

    def notes(self) -> dict[str, Note]:
        """What is worth being remembered: the kinds of several pages, those of most first."""
        most = sorted(self._yields.items(), key=lambda one: -one[1].fetched)[:_MOST_NOTED]
        return {
            kind: (one.fetched, one.fresh, one.is_proved, sorted(one.words))
            for kind, one in most
            if one.fetched > 1
        }

    def recall(self, notes: Mapping[str, Note]) -> None:
        """Take in what :meth:`notes` gave."""
        for kind, (fetched, fresh, is_proved, words) in notes.items():
            self._yields[kind] = Yield(fetched, fresh, set(words), is_proved)


Note = tuple[int, int, bool, list[str]]
"""Pages fetched, fresh ones, whether the kind has proved itself, words."""


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
