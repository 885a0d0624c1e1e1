"""How good the pages of a host are, from those read so far and from who links to it.

A host's quality is the share of its pages that brought a text it had not shown, less the spam
on them, times how many other hosts link to it. Hosts of which little was read are taken for
middling. How many hosts link is estimated from 64 bits: each linking host sets one.

Source: Whang, Vander-Zanden, Taylor 1990 (linear counting). The product is ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from struct import Struct
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names

_QUALITY: Final = b"j"
_NOTE: Final = Struct("<IIdQ")
_MOST_HOSTS: Final = 10_000
_BITS: Final = 64
_KNOWN: Final = 5.0  # doublings of linking hosts from which more say nothing
_MIDDLING: Final = 2.0  # pages that a host is taken to have had before any was read


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a host.

    Attributes:
        pages: pages read.
        useful: those of them whose text was new to the host.
        spam: sum of their spam scores.
        linking: bits of the hosts that link to it.
    """

    pages: int = 0
    useful: int = 0
    spam: float = 0.0
    linking: int = 0

    @property
    def hosts(self) -> float:
        """About how many hosts link to it; full bits count as twice the last that is told."""
        empty = _BITS - self.linking.bit_count()
        return _BITS * math.log(_BITS / empty) if empty else 2 * _BITS * math.log(_BITS)

    @property
    def quality(self) -> float:
        """From 0 to 1.

        Example:
            >>> Standing(pages=10, useful=10, linking=255).quality > Standing().quality
            True
        """
        useful = (self.useful + _MIDDLING * 0.75) / (self.pages + _MIDDLING)
        honest = 1 - self.spam / (self.pages + _MIDDLING)
        known = min(1.0, math.log2(1 + self.hosts) / _KNOWN)
        return useful * honest * (0.5 + 0.5 * known)


class HostQuality:
    """The quality of all hosts.

    Args:
        cells: where what is known lies.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._known: dict[str, Standing] = {}
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def of(self, host: str) -> Standing:
        """What is known of a host."""
        known = self._known.get(host)
        if known is None:
            note = self.puts.get(_key(host)) or self._cells.get([_key(host)])[0]
            known = Standing(*_NOTE.unpack(note)) if note else Standing()
            self._keep(host, known)
        return known

    def read(self, host: str, *, is_new: bool, spam: float) -> None:
        """A page of a host was read.

        Args:
            host: the host.
            is_new: whether the host had not shown its text.
            spam: its spam score.
        """
        now = self.of(host)
        self._put(
            host,
            replace(
                now,
                pages=now.pages + 1,
                useful=now.useful + int(is_new),
                spam=now.spam + spam,
            ),
        )

    def linked(self, source: str, target: str) -> None:
        """A page of one host links to one of another."""
        if source == target:
            return
        now = self.of(target)
        bit = 1 << blake2b(source.encode("utf-8", "replace"), digest_size=1).digest()[0] % _BITS
        if not now.linking & bit:
            self._put(target, replace(now, linking=now.linking | bit))

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of what is named."""
        for key, _ in self._cells.walk(_QUALITY):
            if names.host(key[1:].decode("utf-8", "replace")):
                yield key

    def _put(self, host: str, now: Standing) -> None:
        self._keep(host, now)
        self.puts[_key(host)] = _NOTE.pack(now.pages, now.useful, now.spam, now.linking)

    def _keep(self, host: str, now: Standing) -> None:
        if host not in self._known and len(self._known) >= _MOST_HOSTS:
            self._known.pop(next(iter(self._known)))
        self._known[host] = now


def _key(host: str) -> bytes:
    return _QUALITY + host.encode("utf-8", "replace")
