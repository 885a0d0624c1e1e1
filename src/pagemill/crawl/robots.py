"""The rules of a site's robots.txt: which addresses which crawler may ask for.

A file is a list of groups; each names crawlers by product token and gives rules. A crawler
obeys the rules of all groups that name it, or of those for ``*`` where none does. Of the rules
that match an address the longest decides, and of equally long ones the one that allows.

Source: RFC 9309. Where it is silent (misspelt keys, a blank for the colon), what the parser of
the largest search engine accepts is accepted here, because sites are written against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

MAX_BYTES: Final = 500 * 1024
"""What is read of a file; RFC 9309, section 2.5, asks for at least this much."""

_AGENT: Final = "user-agent"
_KEYS: Final = {
    "user-agent": _AGENT,
    "useragent": _AGENT,
    "user agent": _AGENT,
    "allow": "allow",
    "disallow": "disallow",
    "dissallow": "disallow",
    "dissalow": "disallow",
    "disalow": "disallow",
    "diasllow": "disallow",
    "disallaw": "disallow",
    "crawl-delay": "crawl-delay",
    "crawldelay": "crawl-delay",
    "sitemap": "sitemap",
    "site-map": "sitemap",
}
_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_TOKEN: Final = re.compile(r"[A-Za-z_-]+")
_AUTHORITY: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)
_NOT_IN_AN_ADDRESS: Final = re.compile(r"[^!#-;=?-Z\[\]_a-z~]")
_INDEX_PAGE: Final = re.compile(r"/index\.html?$")


@dataclass(frozen=True, slots=True)
class Rule:
    """One ``Allow`` or ``Disallow`` line.

    Attributes:
        pattern: what it says, with escapes in one spelling; for messages and precedence.
        allows: whether it allows.
        parts: the pattern cut at each ``*``.
        is_anchored: whether the pattern ends in ``$``: nothing may follow.
    """

    pattern: str
    allows: bool
    parts: tuple[str, ...]
    is_anchored: bool

    def matches(self, path: str) -> bool:
        """Whether a path with query, escapes in one spelling, matches.

        Each part is looked for where the one before ended, so the time grows with the path's
        length times the number of parts, whatever the pattern.
        """
        first, *rest = self.parts
        if not path.startswith(first):
            return False
        if not rest:
            return not self.is_anchored or len(path) == len(first)
        at = len(first)
        last = rest.pop()
        for part in rest:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        if self.is_anchored:
            return path.endswith(last) and len(path) - len(last) >= at
        return path.find(last, at) >= 0


@dataclass(slots=True)
class Group:
    """What a file says to one crawler.

    Attributes:
        rules: rules in the order in which they decide.
        delay: seconds between requests that the file asks for, or None.
    """

    rules: list[Rule] = field(default_factory=list[Rule])
    delay: float | None = None

    def deciding(self, path: str) -> Rule | None:
        """The rule that decides on a path, or None where none matches."""
        for rule in self.rules:
            if rule.matches(path):
                return rule
        return None


@dataclass(slots=True)
class Robots:
    """A robots.txt as read.

    Attributes:
        groups: groups by product token in lower case; ``*`` is everybody else's.
        sitemaps: addresses of sitemaps, as written.
    """

    groups: dict[str, Group] = field(default_factory=dict[str, Group])
    sitemaps: list[str] = field(default_factory=list[str])

    def group(self, agent: str) -> Group:
        """The group that a crawler obeys; an empty one where none applies to it.

        Args:
            agent: product token or a whole User-Agent value that begins with it.
        """
        token = _TOKEN.match(agent)
        own = self.groups.get(token.group().lower()) if token else None
        return own or self.groups.get("*") or Group()

    def deciding(self, agent: str, url: str) -> Rule | None:
        """The rule that decides whether a crawler may ask for an address; None: it may."""
        path = path_of(url)
        if path == "/robots.txt":
            return None
        return self.group(agent).deciding(path)

    def allows(self, agent: str, url: str) -> bool:
        r"""Whether a crawler may ask for an address.

        Args:
            agent: product token or a whole User-Agent value that begins with it.
            url: absolute address, or path with query.

        Example:
            >>> rules = parsed(b"User-agent: *\nDisallow: /private\nAllow: /private/open")
            >>> rules.allows("pagemill", "http://a.example/private/x")
            False
            >>> rules.allows("pagemill", "http://a.example/private/open/x")
            True
        """
        rule = self.deciding(agent, url)
        return rule is None or rule.allows


EVERYTHING: Final = Robots()
"""The rules of a site that has no robots.txt: all is allowed."""

NOTHING: Final = Robots(
    {"*": Group([Rule("/", allows=False, parts=("/",), is_anchored=False)])}
)
"""The rules of a site whose robots.txt cannot be had for now: nothing is allowed."""


def parsed(payload: bytes) -> Robots:
    """Read a robots.txt; whatever cannot be understood is left out.

    Args:
        payload: the file's bytes; past :data:`MAX_BYTES` nothing counts, and the line that is
            cut there does not count either, because half a rule says something else.
    """
    robots = Robots()
    current: dict[str, Group] = {}
    is_naming = False
    for key, value in _lines(payload):
        if key == "sitemap":
            robots.sitemaps.append(value)
        elif key == _AGENT:
            current = current if is_naming else {}
            is_naming = True
            if name := _token(value):
                current[name] = robots.groups.setdefault(name, Group())
        else:
            is_naming = is_naming and key == "crawl-delay"
            for group in current.values():
                _obey(group, key, value)
    for group in robots.groups.values():
        group.rules.sort(key=lambda rule: (-len(rule.pattern), not rule.allows))
    return robots


def _obey(group: Group, key: str, value: str) -> None:
    if key == "crawl-delay":
        group.delay = _seconds(value, group.delay)
    else:
        group.rules += _rules(value, allows=key == "allow")


def path_of(url: str) -> str:
    """Path and query of an address in the one spelling in which rules are compared."""
    authority = _AUTHORITY.match(url)
    rest = url[authority.end() if authority else 0 :].partition("#")[0]
    if not rest.startswith("/"):
        rest = f"/{rest}"
    return _literal(_spelt(rest))


def _lines(payload: bytes) -> Iterator[tuple[str, str]]:
    """Key and value of each line that says something."""
    if len(payload) > MAX_BYTES:
        payload = payload[:MAX_BYTES]
        payload = payload[: max(payload.rfind(b"\n"), payload.rfind(b"\r"), 0)]
    for raw in _LINE_END.split(payload.removeprefix(b"\xef\xbb\xbf")):
        line = raw.partition(b"#")[0].decode("utf-8", "surrogateescape").strip(" \t\v\f\0")
        written, colon, value = line.partition(":")
        if not colon:
            # A blank for the colon is understood where nothing else could be meant.
            words = line.split()
            if len(words) != 2:
                continue
            written, value = words
        key = _KEYS.get(written.strip().lower())
        if key:
            yield key, value.strip(" \t\v\f\0")


def _token(value: str) -> str:
    """The crawler that a line names, in lower case; ``""`` where it names none."""
    if value == "*" or value[:2] in ("* ", "*\t"):
        return "*"
    token = _TOKEN.match(value)
    return token.group().lower() if token else ""


def _rules(value: str, *, allows: bool) -> Iterator[Rule]:
    """The rules that one line makes: none where it is empty."""
    pattern = _spelt(value)
    if not pattern:
        return
    yield _rule(pattern, allows=allows)
    if allows and _INDEX_PAGE.search(pattern):
        # "Allow: /folder/index.html" is meant for "/folder/" as well.
        yield _rule(pattern[: pattern.rindex("/") + 1] + "$", allows=True)


def _rule(pattern: str, *, allows: bool) -> Rule:
    is_anchored = pattern.endswith("$")
    body = pattern[:-1] if is_anchored else pattern
    parts = tuple(_literal(part) for part in re.split(r"\*+", body))
    return Rule(pattern, allows, parts, is_anchored)


def _spelt(text: str) -> str:
    """Escapes in one spelling: in capitals, wherever they are needed and nowhere else."""
    if _NOT_IN_AN_ADDRESS.search(text):
        text = _NOT_IN_AN_ADDRESS.sub(_escaped, text)
    return _ESCAPE.sub(_one_spelling, text) if "%" in text else text


def _escaped(character: re.Match[str]) -> str:
    octets = character[0].encode("utf-8", "surrogateescape")
    return "".join([f"%{octet:02X}" for octet in octets])


def _one_spelling(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def _literal(text: str) -> str:
    """Signs that mean something in a pattern, in the spelling that stands for themselves."""
    return text.replace("*", "%2A").replace("$", "%24")


def _seconds(value: str, before: float | None) -> float | None:
    """The longer of two delays; what is no number of seconds does not count."""
    try:
        seconds = float(value)
    except ValueError:
        return before
    if not 0 <= seconds < float("inf"):
        return before
    return seconds if before is None else max(before, seconds)
