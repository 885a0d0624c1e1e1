"""What changes below folders of this machine and of network shares, noticed while it happens.

The folders are walked again and again, a folder at a time and nine tenths of the time asleep.
Whatever bears a later instant than was seen in the walk before has changed: its bytes, its name
or its permissions, since all of these move the instant of a file's last change of status. So
nothing is remembered of the files but that instant, and a share of another machine is judged by
its own clock. A file that goes moves the instant of its folder.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from pagemill.crawl.fetching.ignoring import Ignoring
from pagemill.crawl.fetching.mailbox import is_mailbox, letters

Change = tuple[str, int]
"""Address of a file or folder, and how many folders lie between it and the one named."""

_ALIKE: Final = 2.0
"""Seconds: no finer than this are the instants of the coarsest file systems."""
_PAUSE: Final = 2.0
_ASLEEP: Final = 9.0


class Changes:
    """Watches folders.

    Args:
        roots: the folders.
        ignoring: what is left out below them.
        since: instant from which changes count, in seconds since 1970.
    """

    def __init__(self, roots: Sequence[Path], ignoring: Ignoring, since: float) -> None:
        self._roots = [one.resolve() for one in roots]
        self._ignoring = ignoring
        self._since = since
        self._newest = since
        self._told: dict[str, float] = {}

    async def walks(self) -> AsyncIterator[list[Change]]:
        """Walk without end; what has changed in one folder after the other."""
        while True:
            async for found in self.walk():
                yield found
            await asyncio.sleep(_PAUSE)

    async def walk(self) -> AsyncIterator[list[Change]]:
        """Walk once."""
        waiting = [(root, 0) for root in self._roots]
        while waiting:
            folder, depth = waiting.pop()
            began = time.monotonic()
            found, inside = await asyncio.to_thread(self._look, folder, depth)
            waiting += [(one, depth + 1) for one in inside]
            if found:
                yield found
            await asyncio.sleep(_ASLEEP * (time.monotonic() - began))
        self._since = self._newest
        least = self._since - _ALIKE
        self._told = {path: at for path, at in self._told.items() if at > least}

    def _look(self, folder: Path, depth: int) -> tuple[list[Change], list[Path]]:
        """What has changed in a folder, itself included; the folders in it."""
        found: list[Change] = []
        inside: list[Path] = []
        try:
            if self._is_news(str(folder), folder.stat()):
                found.append((_address(folder, is_folder=folder.is_dir()), depth))
            if folder.is_dir() and is_mailbox(folder):
                if any(self._is_news(str(one), one.stat()) for one in letters(folder)):
                    found.append((_address(folder, is_folder=True), depth))
                return found[:1], []
            for entry in self._entries(folder):
                if entry.is_dir(follow_symlinks=False):
                    inside.append(folder / entry.name)
                elif entry.is_file() and self._is_news(entry.path, entry.stat()):
                    address = _address(folder / entry.name, is_folder=False)
                    found.append((address, depth + 1))
        except OSError:
            pass  # gone, or closed to us: the crawl will see that when it asks
        return found, inside

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        with os.scandir(folder) as entries:
            return [
                one
                for one in entries
                if not self._ignoring.leaves_out(
                    folder / one.name, is_folder=one.is_dir(follow_symlinks=False)
                )
            ]

    def _is_news(self, path: str, facts: os.stat_result) -> bool:
        at = max(facts.st_mtime, facts.st_ctime)
        self._newest = max(self._newest, at)
        if at <= self._since - _ALIKE or self._told.get(path) == at:
            return False
        self._told[path] = at
        return True


def _address(path: Path, *, is_folder: bool) -> str:
    mark = "/" if is_folder else ""
    return f"file://{quote(str(path), errors='surrogatepass')}{mark}"
