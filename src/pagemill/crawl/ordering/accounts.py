"""The accounts of pages on disk; those met last in memory.

Both numbers of a sum are kept as they are, so a crawl that goes on pays on from where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import Struct
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.ordering.opic import Account, Sums

_ACCOUNT, _SUMS = b"o", b"O"
_NOTE: Final = Struct("<ddB?")
_SUM: Final = Struct("<ddQ")
_MOST: Final = 100_000


class StoredAccounts:
    """Accounts in the crawl's table.

    Args:
        cells: the table.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._recent: dict[bytes, Account] = {}
        note = cells.get([_SUMS])[0]
        self._sums = Sums(*_SUM.unpack(note)) if note else Sums()
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    @property
    def sums(self) -> Sums:
        """See :class:`pagemill.crawl.ordering.opic.Accounts`."""
        return self._sums

    @sums.setter
    def sums(self, sums: Sums) -> None:
        self._sums = sums
        self.puts[_SUMS] = _SUM.pack(sums.root, sums.given, sums.waiting)

    def get(self, keys: Sequence[bytes]) -> list[Account | None]:
        """See :class:`pagemill.crawl.ordering.opic.Accounts`."""
        unknown = [key for key in keys if key not in self._recent]
        asked = zip(unknown, self._cells.get([_ACCOUNT + key for key in unknown]), strict=True)
        stored = {key: note for key, note in asked if note is not None}
        read = {key: Account(*_NOTE.unpack(note)) for key, note in stored.items()}
        self._recent.update(read)
        found = [self._recent.get(key) for key in keys]
        self._make_room()
        return found

    def put(self, key: bytes, account: Account) -> None:
        """See :class:`pagemill.crawl.ordering.opic.Accounts`."""
        self._recent.pop(key, None)
        self._recent[key] = account
        self.puts[_ACCOUNT + key] = _NOTE.pack(
            account.cash, account.since, account.level, account.is_open
        )

    def without(self, is_known: Callable[[bytes], bool]) -> Iterator[bytes]:
        """Keys of the accounts of pages that nothing is known of any more."""
        return (key for key, _ in self._cells.walk(_ACCOUNT) if not is_known(key[1:]))

    def _make_room(self) -> None:
        """Let go of accounts that are on disk, the oldest first."""
        if len(self._recent) <= _MOST + len(self.puts):
            return
        for key in list(self._recent)[: len(self._recent) - _MOST // 2]:
            if _ACCOUNT + key not in self.puts:
                del self._recent[key]
