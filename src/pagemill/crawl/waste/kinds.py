"""What each kind of page has brought at each host, kept so that it is learned once.

The hosts met last are in memory; a host is written after every few pages, and when it makes
room for another. A kill forgets the last few pages of a host, no more.
"""

from __future__ import annotations

import json
import zlib
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.waste.traps import Budgets, Limits

_KINDS: Final = b"b"
_EVERY: Final = 16
_MOST_HOSTS: Final = 10_000


class Kinds:
    """The budgets of all hosts.

    Args:
        cells: where they lie.
        limits: where a budget ends.
    """

    def __init__(self, cells: Cells, limits: Limits) -> None:
        self._cells = cells
        self._limits = limits
        self._hosts: dict[str, Budgets] = {}
        self._unwritten: dict[str, int] = {}
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def add(self, host: str, url: str, words: frozenset[str], *, is_new: bool) -> None:
        """Count a page that was fetched; see :meth:`pagemill.crawl.waste.traps.Budgets.add`."""
        self._of(host).add(url, words, is_new=is_new)
        count = self._unwritten.get(host, 0) + 1
        self._unwritten[host] = count
        if count >= _EVERY:
            self._write(host)

    def is_spent(self, host: str, url: str) -> bool:
        """Whether a kind that an address belongs to brings nothing new."""
        return self._of(host).is_spent(url)

    def _of(self, host: str) -> Budgets:
        found = self._hosts.get(host)
        if found is None:
            if len(self._hosts) >= _MOST_HOSTS:
                oldest = next(iter(self._hosts))
                self._write(oldest)
                del self._hosts[oldest]
            key = _KINDS + host.encode("utf-8", "replace")
            note = self.puts.get(key) or self._cells.get([key])[0]
            found = Budgets(self._limits)
            if note:
                found.recall(json.loads(zlib.decompress(note)))
            self._hosts[host] = found
        return found

    def _write(self, host: str) -> None:
        if self._unwritten.pop(host, 0):
            note = json.dumps(self._hosts[host].notes(), ensure_ascii=False)
            key = _KINDS + host.encode("utf-8", "replace")
            self.puts[key] = zlib.compress(note.encode("utf-8", "replace"), 1)
