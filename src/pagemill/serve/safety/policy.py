"""What a browser is told it may do with an answer.

Source: W3C, Content Security Policy Level 3; WHATWG, HTML, sandboxing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

_NOTHING: Final = (
    "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

OWN: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; object-src 'none'"
)
"""Our own pages: everything from here, nothing inline, in nobody's frame."""

RECEIVED: Final = f"{_NOTHING}; style-src 'unsafe-inline'; img-src data:; font-src data:"
"""A page as it was received: what it brings itself may be looked at, no more."""

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": OWN,
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
"""Header fields of every answer that does not state its own."""


def painted(style: str) -> str:
    """The policy of a document of ours that shows a captured page: one style sheet, no more."""
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"{_NOTHING}; style-src 'sha256-{digest}'"
