"""Which files a user may see: those that the user might read where they lie.

A crawl of folders keeps with every file who owns it, who may read it, and through which folders
not everybody may pass. ``access.toml`` says who a user is on the machine that has the files:

    [accounts]
    ann = "1000:100,27"    # numbers of the user and of the groups she is in
    bob = "robert"         # the name of an account of this machine

A user without a line there sees the files that everybody may read. Of several captures of a
file the newest decides, one that says "not modified" included: it tells the rights of its day.
What was imported, not crawled, states no rights; filters alone decide about it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from pagemill.archive import store
from pagemill.archive.lookup import Lookup
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import ConfigError
from pagemill.model.files.rights import Account, may_read, stated
from pagemill.tables import DocCategories

_FILE: Final = "file://"
_MOST_USERS: Final = 256


def hidden_files(layout: Layout, user: str) -> frozenset[str]:
    """Addresses of the files among the pages of a collection that a user may not see.

    Args:
        layout: the collection.
        user: name of the user, as in ``access.toml``.

    Raises:
        ConfigError: ``access.toml`` says of the user what cannot be meant.
        CollectionError: tables or archive are damaged.
    """
    parts = tuple(manifest.live_parts(layout, DocCategories.name))
    indexes = tuple(store.index_files(layout.archive))
    return _hidden(layout.archive, parts, indexes, account(layout.access, user))


def account(path: Path, user: str) -> Account | None:
    """Who a user is on the machine that has the files; None where that is not said.

    Args:
        path: ``access.toml``.
        user: name of the user.

    Raises:
        ConfigError: the file cannot be read, or says of the user what cannot be meant.
    """
    try:
        known: Any = tomllib.loads(path.read_text(encoding="utf-8")).get("accounts", {})
        said = str(known[user]) if user in known else ""
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError):
        raise ConfigError(
            f'{path}: cannot be read; write [accounts] and a line NAME = "USER:GROUP" for each'
        ) from None
    if not said:
        return None
    try:
        return Account.parse(said) if ":" in said else _of_this_machine(said)
    except (ValueError, KeyError, ImportError):
        raise ConfigError(
            f"{path}: [accounts] {user} is '{said}'; write numbers such as 1000:100,27, or the "
            "name of an account of this machine"
        ) from None


def _of_this_machine(name: str) -> Account:
    import pwd  # noqa: PLC0415 - there is none on Windows

    known = pwd.getpwnam(name)
    return Account(known.pw_uid, frozenset(os.getgrouplist(name, known.pw_gid)))


@lru_cache(_MOST_USERS)
def _hidden(
    archive: Path, parts: tuple[Path, ...], indexes: tuple[Path, ...], who: Account | None
) -> frozenset[str]:
    """The same for as long as neither tables nor archive have changed."""
    urls = [url for url in parquet.read(DocCategories, parts).url if url.startswith(_FILE)]
    return frozenset(_unreadable(archive, list(indexes), urls, who))


def _unreadable(
    archive: Path, indexes: list[Path], urls: Iterable[str], who: Account | None
) -> Iterable[str]:
    with Lookup(archive, indexes) as kept:
        for url in urls:
            found = kept.captures(url)
            if not found or found[-1].kind == "resource":
                continue  # imported
            row = found[-1]
            place = store.Pointer(row.file, row.offset, row.length, row.block_digest)
            rights = stated(store.read_capture(archive, place).headers)
            if rights is None or not may_read(*rights, who):
                yield url
