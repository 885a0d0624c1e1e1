"""robots.txt files of every kind, with what each forbids by construction.

What a file means is written down beside it, not worked out: a judge must not share the mistakes
of the parser that it judges.

Source: RFC 9309, sections 2.2 and 2.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

AGENT: Final = "pagemill"
_BIG: Final = "# padding\n" * 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFile:
    """One kind of robots.txt.

    Attributes:
        status: of the answer; 0 where the connection is cut.
        body: of the answer.
        forbids: regular expression of the paths that may not be asked for.
        delay: seconds between requests that it asks for.
        location: where it is moved to, or ``""``.
    """

    status: int
    body: str = ""
    forbids: str = r"(?!)"
    delay: float = 0.0
    location: str = ""

    def allows(self, path: str) -> bool:
        """Whether a path, with its query, may be asked for."""
        return re.match(self.forbids, path) is None


_HIDDEN: Final = "/secret/"

FILES: Final[dict[str, RulesFile]] = {
    "none": RulesFile(status=404),
    "open": RulesFile(status=200, body="User-agent: *\nDisallow:\n"),
    "empty": RulesFile(status=200),
    "part": RulesFile(
        status=200, body=f"User-agent: *\nDisallow: {_HIDDEN}\n", forbids=_HIDDEN
    ),
    "longest": RulesFile(
        status=200,
        body="User-agent: *\nDisallow: /secret\nAllow: /secret/but/open\n",
        forbids=r"/secret(?!/but/open)",
    ),
    "wildcard": RulesFile(
        status=200,
        body="User-agent: *\nDisallow: /*secret*.html$\n",
        forbids=r"/.*secret.*\.html\Z",
    ),
    "own group": RulesFile(
        status=200,
        body=f"User-agent: *\nDisallow: /\n\nUser-agent: {AGENT}\nDisallow: {_HIDDEN}\n",
        forbids=_HIDDEN,
    ),
    "groups joined": RulesFile(
        status=200,
        body=f"User-agent: {AGENT}\nDisallow: /none/\n\nUser-agent: other\nDisallow: /\n\n"
        f"User-agent: {AGENT.upper()}\nDisallow: {_HIDDEN}\n",
        forbids=_HIDDEN,
    ),
    "delay": RulesFile(
        status=200,
        body=f"User-agent: *\nCrawl-delay: 0.2\nDisallow: {_HIDDEN}\n",
        forbids=_HIDDEN,
        delay=0.2,
    ),
    "mark": RulesFile(
        status=200, body=f"\ufeffUser-agent: *\nDisallow: {_HIDDEN}\n", forbids=_HIDDEN
    ),
    "big": RulesFile(
        status=200, body=f"User-agent: *\nDisallow: {_HIDDEN}\n{_BIG}", forbids=_HIDDEN
    ),
    "moved": RulesFile(
        status=301,
        location="/moved-rules.txt",
        body=f"User-agent: *\nDisallow: {_HIDDEN}\n",
        forbids=_HIDDEN,
    ),
    "refused": RulesFile(status=403),
    "page": RulesFile(status=200, body="<!doctype html><p>Disallow is a word.</p>"),
    "closed": RulesFile(status=200, body="User-agent: *\nDisallow: /\n", forbids="/"),
    "failing": RulesFile(status=503, forbids="/"),
    "cut": RulesFile(status=0, forbids="/"),
}
"""Kinds by name. Whatever the file says, it may be asked for itself."""

CLOSED: Final = frozenset(("closed", "failing", "cut"))
"""Kinds under which nothing may be asked for."""
