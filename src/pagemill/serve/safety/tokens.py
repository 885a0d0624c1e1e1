"""Proof that a form is one of ours: a token that only our own pages can hold.

Each visitor has a random name in a cookie; the token is a keyed hash of it. Another site can
make a browser send the cookie, but cannot know the token.

Source: OWASP, Cross-Site Request Forgery Prevention Cheat Sheet, signed double submit.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

FIELD = "token"
"""Name of the hidden field that every form has."""

_NAME = re.compile(r"[\w-]{43}\Z", re.ASCII)


def new_name() -> str:
    """A name for a visitor who has none."""
    return secrets.token_urlsafe(32)


def is_name(text: str) -> bool:
    """Whether a cookie could be a name of ours."""
    return _NAME.match(text) is not None


def token(secret: bytes, name: str) -> str:
    """The token of the forms that a visitor is shown."""
    return hmac.new(secret, name.encode(), sha256).hexdigest()


def is_ours(secret: bytes, name: str, given: str) -> bool:
    """Whether a form that a visitor sent is one that he was shown."""
    return hmac.compare_digest(token(secret, name).encode(), given.encode())
