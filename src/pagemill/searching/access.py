"""Which pages a user may see: filters in ``access.toml``, one line for each user.

    [users]
    ann = "site:a.example"
    bob = "site:b.example -category:b/secret"

Whoever can read the folder itself sees everything; the file is for those who are let in by a
program that asks in their name. A user who is not named there sees nothing.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pagemill.errors import ConfigError, UsageError
from pagemill.index.query import Query, parse


def visible(path: Path, user: str) -> Query:
    """The filters of a user.

    Args:
        path: ``access.toml`` of a collection.
        user: name of the user.

    Raises:
        ConfigError: the file is no list of users with filters.
        UsageError: the user is not named there.
    """
    try:
        users: Any = tomllib.loads(path.read_text(encoding="utf-8"))["users"]
        found = {str(name): str(filters) for name, filters in users.items()}
    except FileNotFoundError:
        found = {}
    except (OSError, ValueError, KeyError, AttributeError):
        raise ConfigError(
            f'{path}: cannot be read; write [users] and a line NAME = "FILTERS" for each'
        ) from None
    if user not in found:
        raise UsageError(f"{user}: no such user; name the user below [users] in {path}")
    asked = parse(found[user])
    if asked.required or asked.excluded or asked == Query():
        raise ConfigError(
            f"{path}: {user}: give filters alone, such as site:a.example or type:topic"
        )
    return asked
