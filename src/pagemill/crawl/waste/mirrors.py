"""Hosts that repeat another: the same text at the same path, page after page.

Of two hosts whose pages are twins the one met later is the mirror; nothing more is asked of it
once that is clear. Evidence is kept in memory for the hosts met last, verdicts on disk.

Source: after Bharat, Broder 1999, "Mirror, mirror on the Web": same paths, equal contents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names

_WHERE, _MIRROR = b"e", b"k"
_ENOUGH: Final = 8
_SHARE: Final = 0.75
_MOST_HOSTS: Final = 10_000


@dataclass(slots=True)
class _Evidence:
    serial: int
    pages: int = 0
    twins: Counter[str] = field(default_factory=Counter[str])


class Mirrors:
    """Which hosts repeat which.

    Args:
        cells: where what is known lies.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._evidence: dict[str, _Evidence] = {}
        self._known: dict[str, str] = {}
        self._serial = 0
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def seen(self, host: str, path: str, fingerprint: bytes) -> str:
        """A page was read; where a host met earlier showed the same text, or ``""``.

        Of two hosts with the same pages the one met later is the copy, whichever of the two
        pages was read first.

        Args:
            host: its host.
            path: its path with its query.
            fingerprint: 8 bytes that stand for its text.
        """
        own = self._of(host)
        own.pages += 1
        key = _WHERE + fingerprint
        before = self.puts.get(key) or self._cells.get([key])[0]
        if before is None:
            self.puts[key] = f"{host}\n{path}".encode("utf-8", "replace")
            return ""
        other, _, where = before.decode().partition("\n")
        if other == host:
            return ""
        if where == path:
            self._add_twin(host, own, other)
        return f"{other}/{where}" if self._of(other).serial < own.serial else ""

    def _add_twin(self, host: str, own: _Evidence, other: str) -> None:
        """Two hosts have the same text at the same path."""
        its = self._of(other)
        own.twins[other] += 1
        its.twins[host] += 1
        later, earlier = (host, other) if own.serial > its.serial else (other, host)
        evidence = self._evidence[later]
        twins = evidence.twins[earlier]
        if twins >= _ENOUGH and twins >= _SHARE * evidence.pages:
            self._known[later] = earlier
            self.puts[_MIRROR + later.encode()] = earlier.encode()

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of what is named."""
        for key, note in self._cells.walk(_WHERE):
            host, _, path = note.decode("utf-8", "replace").partition("\n")
            if any(names(f"{scheme}://{host}/{path}") for scheme in ("http", "https")):
                yield key
        for key, note in self._cells.walk(_MIRROR):
            if names.host(key[1:].decode("utf-8", "replace")) or names.host(note.decode()):
                yield key

    def of(self, host: str) -> str:
        """The host that a host repeats, or ``""``."""
        known = self._known.get(host)
        if known is None:
            note = self._cells.get([_MIRROR + host.encode("utf-8", "replace")])[0]
            known = note.decode() if note else ""
            _make_room(self._known)
            self._known[host] = known
        return known

    def _of(self, host: str) -> _Evidence:
        found = self._evidence.get(host)
        if found is None:
            _make_room(self._evidence)
            self._serial += 1
            found = self._evidence[host] = _Evidence(self._serial)
        return found


def _make_room(known: dict[str, str] | dict[str, _Evidence]) -> None:
    if len(known) >= _MOST_HOSTS:
        known.pop(next(iter(known)))
