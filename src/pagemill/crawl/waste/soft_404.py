"""Pages that are missing though the server says "200".

Where a host shows the same text under two addresses, it is asked for an address that cannot
exist: the same folder, a name of 25 letters. If it answers "200" again, what it shows then is
how it says "not found", and pages that say nearly the same are taken to be missing. Each folder
is tried once, a few folders of each host; a host's root is never missing.

Source: Bar-Yossef, Broder, Kumar, Tomkins 2004, "Sic transit gloria telae", section 3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names
from pagemill.crawl.reading.page import Page
from pagemill.html.url import host as host_of

_ERRORS: Final = b"n"
_LETTERS: Final = 25
_MOST_PROBES: Final = 4
_MOST_WORDS: Final = 1_000
_MOST_HOSTS: Final = 10_000
_ALIKE: Final = 0.9

Shown = tuple[bytes, frozenset[str]]


class ErrorPages:
    """How hosts say that a page is missing without saying so.

    Args:
        cells: where what is known lies.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._known: dict[str, list[Shown]] = {}
        self._probed: dict[str, set[str]] = {}
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl."""

    def probe(self, url: str) -> str:
        """The address to be tried for a page whose text was seen before; ``""`` for none."""
        path = url.partition("://")[2].partition("/")[2]
        if not path or is_probe(url):
            return ""
        host = host_of(url)
        if host not in self._probed and len(self._probed) >= _MOST_HOSTS:
            self._probed.pop(next(iter(self._probed)))
        probed = self._probed.setdefault(host, set())
        where = _nowhere(url)
        if where in probed or len(probed) >= _MOST_PROBES:
            return ""
        probed.add(where)
        return where

    def learn(self, host: str, facts: Page) -> None:
        """What a host shows at an address that cannot exist."""
        words = frozenset(sorted(facts.words)[:_MOST_WORDS])
        known = [*self._of(host), (facts.fingerprint, words)]
        self._known[host] = known
        notes = [(mark.hex(), sorted(shown)) for mark, shown in known]
        self.puts[_ERRORS + host.encode()] = json.dumps(notes).encode("utf-8", "replace")

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of the hosts that are named."""
        for key, _ in self._cells.walk(_ERRORS):
            if names.host(key[1:].decode("utf-8", "replace")):
                yield key

    def is_missing(self, url: str, facts: Page) -> bool:
        """Whether a page says what its host says where nothing is."""
        if not url.partition("://")[2].partition("/")[2]:
            return False
        return any(
            facts.fingerprint == mark or _are_alike(facts.words, words)
            for mark, words in self._of(host_of(url))
        )

    def _of(self, host: str) -> list[Shown]:
        known = self._known.get(host)
        if known is None:
            note = self._cells.get([_ERRORS + host.encode("utf-8", "replace")])[0]
            written: list[tuple[str, list[str]]] = json.loads(note) if note else []
            known = [(bytes.fromhex(mark), frozenset(words)) for mark, words in written]
            if len(self._known) >= _MOST_HOSTS:
                self._known.pop(next(iter(self._known)))
            self._known[host] = known
        return known


def is_probe(url: str) -> bool:
    """Whether an address is one that was made up here."""
    stem = url.rpartition("/")[2].partition(".")[0]
    return len(stem) == _LETTERS and stem == _name(url.rpartition("/")[0])


def _nowhere(url: str) -> str:
    """An address in the folder of a page, with its extension, that cannot exist."""
    folder, _, last = url.partition("?")[0].rpartition("/")
    _, dot, extension = last.rpartition(".")
    return f"{folder}/{_name(folder)}{dot}{extension if dot else ''}"


def _name(folder: str) -> str:
    """25 letters that belong to a folder: the same whenever it is tried."""
    digest = blake2b(folder.encode("utf-8", "replace"), digest_size=_LETTERS).digest()
    return "".join(chr(ord("a") + byte % 26) for byte in digest)


def _are_alike(left: frozenset[str], right: frozenset[str]) -> bool:
    if not left or not right:
        return False
    return len(left & right) >= _ALIKE * len(left | right)
