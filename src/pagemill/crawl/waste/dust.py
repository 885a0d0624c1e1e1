"""Different addresses, same text: parameters of a query that change nothing at a host.

Of two fetched addresses that differ in the value of one parameter alone, or in its being there,
either both show the same text or they do not. A parameter that made no difference a few times,
and never made one, is idle: addresses are then taken for one without it. So a session's number,
the page one came from, the order of a list of one entry cost a few requests and not thousands.

Source:
    Bar-Yossef, Keidar, Schonfeld 2007, "Do not crawl in the DUST: different URLs with similar
    text": rules by support and refutation; here of one form, and learned as pages come.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Final

from pagemill.crawl.cells import Cells

_WITHOUT, _RULES = b"d", b"u"
_ENOUGH: Final = 5
_MOST_NAMES: Final = 8
_MOST_RULES: Final = 64
_MOST_HOSTS: Final = 10_000
_LONGEST_NAME: Final = 64

_Evidence = dict[str, list[int]]


class Dust:
    """Which parameters are idle at which host.

    Args:
        cells: where what is known lies.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._known: dict[str, _Evidence] = {}
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def seen(self, host: str, url: str, fingerprint: bytes) -> bool:
        """A page was read; whether it shows what an address that it may be taken for shows.

        Args:
            host: its host.
            url: its address.
            fingerprint: 8 bytes that stand for its text.
        """
        names = _names(url)
        if not 0 < len(names) <= _MOST_NAMES:
            return False
        keys = [_WITHOUT + _digest(f"{name}\n{without(url, {name})}") for name in names]
        kept = self._cells.get(keys)
        changed = is_copy = False
        for name, key, before in zip(names, keys, kept, strict=True):
            shown = self.puts.get(key) or before
            if shown is None:
                self.puts[key] = fingerprint
                continue
            evidence = self._of(host)
            if name not in evidence and len(evidence) >= _MOST_RULES:
                continue
            counts = evidence.setdefault(name, [0, 0])
            counts[shown != fingerprint] += 1
            is_copy |= shown == fingerprint and not counts[1]
            changed = True
        if changed:
            self.puts[_RULES + host.encode("utf-8", "replace")] = json.dumps(
                self._of(host), ensure_ascii=False
            ).encode("utf-8", "replace")
        return is_copy

    def idle(self, host: str) -> frozenset[str]:
        """The parameters that change nothing at a host, as far as is known."""
        known = self._of(host).items()
        return frozenset(name for name, (same, no) in known if same >= _ENOUGH and not no)

    def plain(self, host: str, url: str) -> str:
        """An address without what changes nothing; itself where all of it may."""
        if "?" not in url:
            return url
        idle = self.idle(host)
        return without(url, idle) if idle else url

    def _of(self, host: str) -> _Evidence:
        known = self._known.get(host)
        if known is None:
            note = self._cells.get([_RULES + host.encode("utf-8", "replace")])[0]
            read: _Evidence = json.loads(note) if note else {}
            known = read
            if len(self._known) >= _MOST_HOSTS:
                self._known.pop(next(iter(self._known)))
            self._known[host] = known
        return known


def without(url: str, names: frozenset[str] | set[str]) -> str:
    """An address without some parameters of its query.

    Example:
        >>> without("http://a.example/x?id=7&sid=9", {"sid"})
        'http://a.example/x?id=7'
    """
    bare, mark, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] not in names]
    return f"{bare}{mark}{'&'.join(kept)}" if kept else bare


def _names(url: str) -> list[str]:
    pairs = url.partition("?")[2].split("&")
    names = dict.fromkeys(pair.partition("=")[0] for pair in pairs if pair)
    return [name for name in names if 0 < len(name) <= _LONGEST_NAME]


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "replace"), digest_size=12).digest()
