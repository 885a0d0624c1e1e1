"""The server's own log: one row for every request that it saw."""

from __future__ import annotations

from dataclasses import dataclass

from pagemill.testing.web import Kind


@dataclass(slots=True, kw_only=True)
class Hit:
    """One request.

    Attributes:
        host: name that was asked for; of the private address, the address itself.
        address: where it arrived.
        path: with its query.
        agent: ``User-Agent``.
        began: seconds on a rising clock when the request had come in.
        ended: the same when the answer was on its way; 0 while it is not.
        status: of the answer.
        kind: what the address is worth.
        wait: seconds for which the answer asks to stay away.
        was_conditional: whether the request named what it knew already.
    """

    host: str
    address: str
    path: str
    agent: str
    began: float
    ended: float = 0.0
    status: int = 0
    kind: Kind = Kind.MISSING
    wait: float = 0.0
    was_conditional: bool = False

    @property
    def is_rules(self) -> bool:
        """Whether the site's rules were asked for, directly or where they have moved to."""
        return self.path in ("/robots.txt", "/moved-rules.txt")
