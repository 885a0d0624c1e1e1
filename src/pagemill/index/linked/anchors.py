"""Of the texts of all links to a page the ones that are kept: those that most hosts use.

A menu on each of a thousand pages of one host is one voice, not a thousand.

Source:
    McBryan, GENVL and WWWW: Tools for Taming the Web, 1994 (anchor text as a description of
    the page linked to).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pagemill.index.linked.edges import Int32s, UInt64s

MOST = 16
"""Texts kept for a page."""

LONGEST = 200
"""Characters of a text that count."""

_LINK = np.dtype([("target", "<u8"), ("text", "<i4"), ("host", "<u8")])


def plain(text: str) -> str:
    """What counts of the text of a link; ``""`` where it says nothing."""
    return " ".join(text.split())[:LONGEST]


class Anchors:
    """Texts of links, by the page linked to.

    Memory: three numbers for each link with a text.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._targets: list[UInt64s] = []
        self._texts: list[Int32s] = []
        self._hosts: list[UInt64s] = []

    def number(self, text: str) -> int:
        """The number of a text; -1 for one that says nothing."""
        said = plain(text)
        return self._numbers.setdefault(said, len(self._numbers)) if said else -1

    def add(self, targets: UInt64s, texts: Int32s, hosts: UInt64s) -> None:
        """Take in links: hash of the page linked to, number of the text, hash of the host."""
        said = texts >= 0
        # One host says each text of a page once; what is the same here need not be kept.
        links = np.empty(int(said.sum()), _LINK)
        links["target"], links["text"] = targets[said], texts[said]
        links["host"] = hosts[said]
        links = np.unique(links)
        self._targets.append(np.asarray(links["target"], np.uint64))
        self._texts.append(np.asarray(links["text"], np.int32))
        self._hosts.append(np.asarray(links["host"], np.uint64))

    def chosen(self, most: int = MOST) -> Mapping[int, tuple[str, ...]]:
        """Hash of a page -> what it is called, sorted; by most hosts where there are many."""
        if not self._targets:
            return {}
        targets = np.concatenate(self._targets)
        texts = np.concatenate(self._texts)
        hosts = np.concatenate(self._hosts)
        order = np.lexsort((hosts, texts, targets))
        targets, texts, hosts = targets[order], texts[order], hosts[order]
        is_new = np.ones(len(targets), np.bool_)
        is_new[1:] = (targets[1:] != targets[:-1]) | (texts[1:] != texts[:-1])
        starts = np.flatnonzero(is_new)
        differs = np.ones(len(targets), np.int64)
        differs[1:] = is_new[1:] | (hosts[1:] != hosts[:-1])
        voices = np.add.reduceat(differs, starts)
        names = list(self._numbers)
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
