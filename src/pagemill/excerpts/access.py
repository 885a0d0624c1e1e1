"""Which pages a user may see: filters in ``access.toml``, one line for each user.

    [users]
    ann = "site:a.example"
    bob = "site:b.example -category:b/secret"

Whoever can read the folder itself sees everything; the file is for those who are let in by a
program that asks in their name. A user who is not named there sees nothing. How this is carried
out stands in :mod:`pagemill.excerpts.excerpt`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pagemill.errors import ConfigError, UsageError
from pagemill.index.query import Query, parse


def users(path: Path) -> dict[str, str]:
    """User -> filters, as they stand in the file; none where there is no file.

    Raises:
        ConfigError: the file is no list of users with filters.
    """
    try:
        listed: Any = tomllib.loads(path.read_text(encoding="utf-8"))["users"]
        return {str(name): str(filters) for name, filters in listed.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, AttributeError):
        raise ConfigError(
            f'{path}: cannot be read; write [users] and a line NAME = "FILTERS" for each'
        ) from None


def visible(path: Path, user: str) -> Query:
    """The filters of a user.

    Args:
        path: ``access.toml`` of a collection.
        user: name of the user.

    Raises:
        ConfigError: the file is no list of users with filters.
        UsageError: the user is not named there.
    """
    found = users(path)
    if user not in found:
        raise UsageError(f"{user}: no such user; name the user below [users] in {path}")
    asked = parse(found[user])
    if asked.required or asked.excluded or asked == Query():
        raise ConfigError(
            f"{path}: {user}: give filters alone, such as site:a.example or type:topic"
        )
    return asked
