"""What a server of the synthetic web sends back."""

from __future__ import annotations

from dataclasses import dataclass

from pagemill.testing.web import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer.

    Attributes:
        status: HTTP status; 0 where the connection is closed without a word.
        kind: what the address is worth.
        body: what is sent.
        headers: fields besides ``Content-Length``.
        behaviour: how it is sent: ``plain`` or one of :data:`pagemill.testing.faults.FAULTS`.
    """

    status: int
    kind: Kind
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()
    behaviour: str = "plain"


HTML = (("Content-Type", "text/html; charset=utf-8"),)
