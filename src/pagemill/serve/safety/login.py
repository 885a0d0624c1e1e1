"""Who may come in: those who know the password, or whom a proxy has let in."""

from __future__ import annotations

import hmac
import stat
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pagemill.errors import UsageError

SHORTEST = 12
"""Characters that a password must have."""

LIFE_S = 12 * 3600.0
"""Seconds after which a visitor has to log in again."""

_MOST = 10_000


def read_password(path: Path) -> str:
    """Read the password: the first line of a file that only its owner may open.

    Raises:
        UsageError: others may open the file, there is none, or the password is short.
    """
    try:
        mode = path.stat().st_mode
        first = path.read_text("utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text"
        raise UsageError(
            f"--password-file {path}: {reason}; name a file with the password"
        ) from None
    if not stat.S_ISREG(mode) or mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UsageError(
            f"--password-file {path}: others may open it (mode {stat.S_IMODE(mode):o}); "
            f"run 'chmod 600 {path}'"
        )
    if len(first) < SHORTEST:
        raise UsageError(
            f"--password-file {path}: the password has {len(first)} characters; "
            f"take at least {SHORTEST}"
        )
    return first


@dataclass(slots=True)
class Sessions:
    """Which visitors are logged in, and until when; forgotten when the process ends.

    Args:
        password: what they must know.
    """

    password: str
    _until: dict[str, float] = field(default_factory=dict[str, float])

    def enter(self, name: str, given: str, now: float) -> bool:
        """Let a visitor in who gives the password; tell whether he did."""
        if not self.knows(given):
            return False
        self._until = {one: until for one, until in self._until.items() if until > now}
        if len(self._until) < _MOST:
            self._until[name] = now + LIFE_S
        return name in self._until

    def knows(self, given: str) -> bool:
        """Whether this is the password."""
        right = hmac.compare_digest(_digest(self.password), _digest(given))
        return bool(self.password) and right

    def leave(self, name: str) -> None:
        """Forget a visitor."""
        self._until.pop(name, None)

    def is_in(self, name: str, now: float) -> bool:
        """Whether a visitor is logged in."""
        return self._until.get(name, 0.0) > now


def _digest(text: str) -> bytes:
    """Equally long for all, so that comparing tells nothing of the length."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
