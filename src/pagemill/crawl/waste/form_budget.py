"""How many addresses the forms of a host have brought; it survives a kill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names

_SPENT: Final = b"g"


class FormBudget:
    """The budget of forms, host by host.

    Args:
        cells: where it lies.
        most: addresses that the forms of one host may bring in all.
    """

    def __init__(self, cells: Cells, most: int) -> None:
        self._cells = cells
        self._most = most
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def granted(self, host: str, urls: Sequence[str]) -> Sequence[str]:
        """As many of some addresses as there is room for; they count as brought.

        An address counts again if it is brought again, by another page of the host.
        """
        key = _SPENT + host.encode("utf-8", "replace")
        note = self.puts.get(key) or self._cells.get([key])[0]
        spent = int.from_bytes(note or b"", "big")
        granted = urls[: max(0, self._most - spent)]
        if granted:
            self.puts[key] = (spent + len(granted)).to_bytes(8, "big")
        return granted

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of what is named."""
        for key, _ in self._cells.walk(_SPENT):
            if names.host(key[1:].decode("utf-8", "replace")):
                yield key
