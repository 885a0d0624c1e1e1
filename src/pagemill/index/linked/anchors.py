"""Of the texts of all links to a page the ones that are kept: those that most hosts use.

A menu on each of a thousand pages of one host is one voice, not a thousand. Of a page that very
many hosts link to a sample of them is heard: those whose hashes are least, which is a sample by
chance and the same one in whatever order links come. So what is held for one page is bounded,
here and in the index.

Source:
    McBryan, GENVL and WWWW: Tools for Taming the Web, 1994 (anchor text as a description of
    the page linked to). Bar-Yossef, Jayram, Kumar, Sivakumar and Trevisan, Counting Distinct
    Elements in a Data Stream, 2002 (the least hashes as a sample of what is distinct).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagemill.index.linked.edges import Int32s, UInt64s

MOST = 16
"""Texts kept for a page."""

LONGEST = 200
"""Characters of a text that count."""

MOST_VOICES = 4096
"""Links that count for a page, each host with each text once."""

SORTED_FROM = 4_000_000
"""Links that are held before those too many are looked for."""


def plain(text: str) -> str:
    """What counts of the text of a link; ``""`` where it says nothing."""
    return " ".join(text.split())[:LONGEST]


class Anchors:
    """Texts of links, by the page linked to.

    Memory: four numbers for each link with a text, :data:`MOST_VOICES` links at most for each
    page once more than :data:`SORTED_FROM` are held; of the texts those that they use.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._given = 0
        self._held: list[_Links] = []
        self._size = 0
        self._sort_at = SORTED_FROM

    def number(self, text: str) -> int:
        """The number of a text until the next :meth:`add`; -1 for one that says nothing."""
        said = plain(text)
        if not said:
            return -1
        found = self._numbers.setdefault(said, self._given)
        self._given += found == self._given
        return found

    def add(self, targets: UInt64s, texts: Int32s, hosts: UInt64s) -> None:
        """Take in links: hash of the page linked to, number of the text, hash of the host."""
        said = texts >= 0
        # One host says each text of a page once; what is the same here need not be kept.
        self._held.append(_distinct(_Links(targets[said], hosts[said], texts[said])))
        self._size += len(self._held[-1].targets)
        if self._size > self._sort_at:
            held = self._sampled()
            self._held, self._size = [held], len(held.targets)
            self._sort_at = max(SORTED_FROM, 2 * self._size)
            used = np.zeros(self._given, np.bool_)
            used[held.texts] = True
            self._numbers = {said: at for said, at in self._numbers.items() if used[at]}

    def chosen(self, most: int = MOST) -> Mapping[int, tuple[str, ...]]:
        """Hash of a page -> what it is called, sorted; by most hosts where there are many."""
        links = self._sampled()
        if not len(links.targets):
            return {}
        order = np.lexsort((links.texts, links.targets))
        targets, texts = links.targets[order], links.texts[order]
        is_new = np.ones(len(targets), np.bool_)
        is_new[1:] = (targets[1:] != targets[:-1]) | (texts[1:] != texts[:-1])
        starts = np.flatnonzero(is_new)
        voices = np.diff(np.append(starts, len(targets)))
        names = {at: said for said, at in self._numbers.items()}
        found: dict[int, list[tuple[int, str]]] = {}
        called: list[int] = targets[starts].tolist()
        said_so: list[int] = texts[starts].tolist()
        counts: list[int] = voices.tolist()
        for target, text, count in zip(called, said_so, counts, strict=True):
            found.setdefault(target, []).append((-count, names[text]))
        return {
            target: tuple(sorted(text for _, text in sorted(said)[:most]))
            for target, said in found.items()
        }

    def _sampled(self) -> _Links:
        """All links, each once; of a page that has too many those of the least hosts."""
        if not self._held:
            return _Links(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.int32))
        links = _distinct(
            _Links(
                np.concatenate([one.targets for one in self._held]),
                np.concatenate([one.hosts for one in self._held]),
                np.concatenate([one.texts for one in self._held]),
            )
        )
        starts = np.flatnonzero(np.diff(links.targets, prepend=~links.targets[:1]))
        sizes = np.diff(np.append(starts, len(links.targets)))
        if sizes.max(initial=0) <= MOST_VOICES:
            return links
        # Which text of one host comes first must not depend on their numbers.
        names = {
            at: zlib.crc32(said.encode("utf-8", "replace"))
            for said, at in self._numbers.items()
        }
        marks = np.zeros(self._given, np.uint32)
        marks[list(names)] = list(names.values())
        order = np.lexsort((marks[links.texts], links.hosts, links.targets))
        places = np.arange(len(order)) - starts.repeat(sizes)
        return links.taken(order[places < MOST_VOICES])


class _Links(NamedTuple):
    """Links as columns: hash of the page linked to, hash of the host, number of the text."""

    targets: UInt64s
    hosts: UInt64s
    texts: Int32s

    def taken(self, rows: NDArray[np.intp]) -> _Links:
        """Some of them."""
        return _Links(self.targets[rows], self.hosts[rows], self.texts[rows])


def _distinct(links: _Links) -> _Links:
    """Each once, sorted by target, host and text."""
    order = np.lexsort((links.texts, links.hosts, links.targets))
    found = links.taken(order)
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = found.targets[1:] != found.targets[:-1]
    is_new[1:] |= found.hosts[1:] != found.hosts[:-1]
    is_new[1:] |= found.texts[1:] != found.texts[:-1]
    return found if is_new.all() else found.taken(np.flatnonzero(is_new))
