"""May this address be crawled at all: rules that compose, and say which of them decided.

Rules are asked in order; the first that has an opinion decides. What no rule allows is out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pagemill.html.url import host as host_of

_SCHEMES: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that might be crawled.

    Attributes:
        url: absolute address.
        depth: links from the nearest seed.
        is_requisite: whether a page that was crawled is shown with it.
    """

    url: str
    depth: int = 0
    is_requisite: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided about an address.

    Attributes:
        allows: whether it may be crawled.
        reason: short fixed wording under which refusals are counted.
        rule: the rule that decided, as the user would write it.
    """

    allows: bool
    reason: str
    rule: str


class Rule(Protocol):
    """One rule of a scope."""

    def judge(self, candidate: Candidate) -> Verdict | None:
        """What the rule says of an address; None where it has no opinion."""
        ...


@dataclass(frozen=True, slots=True)
class WebOnly:
    """Refuses whatever is no address of the web, nor below a folder or mailbox that was named.

    Attributes:
        folders: addresses of folders and mailboxes with which the crawl began.
    """

    folders: tuple[str, ...] = ()

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        url = candidate.url
        if url.startswith(_SCHEMES) or (self.folders and url.startswith(self.folders)):
            return None
        return Verdict(allows=False, reason="no web address", rule="web addresses only")


@dataclass(frozen=True, slots=True)
class NotForgotten:
    """Refuses what was forgotten.

    Attributes:
        refuses: tells it of an address.
    """

    refuses: Callable[[str], bool]

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        if not self.refuses(candidate.url):
            return None
        return Verdict(allows=False, reason="forgotten", rule="forgotten by order")


@dataclass(frozen=True, slots=True)
class Depth:
    """Refuses what lies too many links from a seed.

    Attributes:
        most: links.
    """

    most: int

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        if candidate.depth <= self.most:
            return None
        return Verdict(allows=False, reason="too deep", rule=f"depth {self.most}")


@dataclass(frozen=True, slots=True)
class Hosts:
    """Allows some hosts.

    Attributes:
        names: host names in lower case.
        subdomains: whether hosts below them are allowed too.
    """

    names: frozenset[str]
    subdomains: bool = False

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        name = host_of(candidate.url)
        while name:
            if name in self.names:
                word = "domain" if self.subdomains else "host"
                return Verdict(allows=True, reason="in scope", rule=f"{word} {name}")
            name = name.partition(".")[2] if self.subdomains else ""
        return None


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Allows the addresses below some folders.

    Attributes:
        starts: how allowed addresses begin.
    """

    starts: tuple[str, ...]

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        for start in self.starts:
            if candidate.url.startswith(start):
                return Verdict(allows=True, reason="in scope", rule=f"prefix {start}")
        return None


@dataclass(frozen=True, slots=True)
class Matching:
    """Allows or refuses the addresses in which a regular expression is found.

    Attributes:
        expression: the expression.
        allows: which of both.
    """

    expression: re.Pattern[str]
    allows: bool

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        if self.expression.search(candidate.url) is None:
            return None
        word = "include" if self.allows else "exclude"
        reason = "in scope" if self.allows else "excluded"
        return Verdict(self.allows, reason, f"{word} {self.expression.pattern}")


@dataclass(frozen=True, slots=True)
class Requisites:
    """Allows what a page that was crawled is shown with, wherever it lies."""

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        if not candidate.is_requisite:
            return None
        return Verdict(allows=True, reason="in scope", rule="requisites")


@dataclass(frozen=True, slots=True)
class Everything:
    """Allows what no rule before it refused: a crawl of the whole web."""

    def judge(self, candidate: Candidate) -> Verdict | None:
        """See :class:`Rule`."""
        del candidate
        return Verdict(allows=True, reason="in scope", rule="everything")


@dataclass(frozen=True, slots=True)
class Scope:
    """Rules in the order in which they are asked."""

    rules: tuple[Rule, ...]

    def judge(self, candidate: Candidate) -> Verdict:
        """What the first rule with an opinion says; without one the address is out."""
        for rule in self.rules:
            verdict = rule.judge(candidate)
            if verdict is not None:
                return verdict
        return Verdict(allows=False, reason="out of scope", rule="no rule allows it")


def scope(
    kind: str,
    seeds: Sequence[str],
    *,
    depth: int = 0,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    requisites: bool = False,
) -> Scope:
    """The scope that a few words describe.

    Args:
        kind: ``host`` (the seeds' hosts), ``domain`` (and all hosts below them), ``prefix``
            (the seeds' folders), ``page`` (the seeds alone) or ``web`` (everything).
        seeds: absolute addresses.
        depth: most links from a seed; 0 for any number.
        include: regular expressions of addresses that are allowed besides.
        exclude: regular expressions of addresses that are refused whatever else is said.
        requisites: whether what pages are shown with is allowed, wherever it lies.

    Raises:
        ValueError: an unknown kind or an expression that is none; the message says which.
    """
    folders = tuple(sorted({_below(one) for one in seeds if not one.startswith(_SCHEMES)}))
    rules: list[Rule] = [WebOnly(folders)]
    if depth:
        rules.append(Depth(depth))
    rules += [Matching(_expression(text), allows=False) for text in exclude]
    rules += [Matching(_expression(text), allows=True) for text in include]
    if folders:
        rules.append(Prefixes(folders))
    if requisites:
        rules.append(Requisites())
    rules.append(_inside(kind, seeds))
    return Scope(tuple(rules))


def _inside(kind: str, seeds: Sequence[str]) -> Rule:
    names = frozenset(name for name in map(host_of, seeds) if name)
    if kind == "host":
        return Hosts(names)
    if kind == "domain":
        bare = frozenset(name.removeprefix("www.") for name in names)
        return Hosts(bare, subdomains=True)
    if kind == "prefix":
        return Prefixes(tuple(sorted({_folder(seed) for seed in seeds})))
    if kind == "page":
        exact = "|".join(re.escape(seed) for seed in seeds)
        return Matching(re.compile(rf"\A(?:{exact})\Z"), allows=True)
    if kind == "web":
        return Everything()
    raise ValueError(f"unknown scope '{kind}'; it is one of host, domain, prefix, page, web")


def _below(url: str) -> str:
    """How the addresses begin that belong to a folder or a mailbox."""
    return url if url.startswith(("imap://", "imaps://")) else _folder(url)


def _folder(url: str) -> str:
    address = url.partition("#")[0].partition("?")[0]
    scheme, _, rest = address.partition("://")
    if "/" not in rest:
        return f"{address}/"
    return f"{scheme}://{rest[: rest.rindex('/') + 1]}"


def _expression(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"'{text}' is no regular expression: {error}") from None
