"""The links of pages as numbers: those of pages that are as they were need not be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagemill.html.url import url_hash
from pagemill.index.linked.anchors import plain
from pagemill.index.linked.edges import UInt64s

Int64s = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The links of some pages.

    Attributes:
        pages: hash of each page.
        marks: a number for each that changes with its links.
        hosts: hash of the host of each.
        counts: links of each.
        targets: hash of the address of each link, of one page after the other.
        texts: hash of the text of each; 0 for one that says nothing.
    """

    pages: UInt64s
    marks: UInt64s
    hosts: UInt64s
    counts: Int64s
    targets: UInt64s
    texts: UInt64s

    @classmethod
    def none(cls) -> Outgoing:
        """Of no page."""
        nothing: UInt64s = np.zeros(0, np.uint64)
        return cls(nothing, nothing, nothing, nothing.astype(np.int64), nothing, nothing)

    @classmethod
    def joined(cls, pieces: Sequence[Outgoing]) -> Outgoing:
        """Those of one piece after the other."""
        pieces = [cls.none(), *pieces]
        return cls(
            *(np.concatenate([getattr(one, it.name) for one in pieces]) for it in fields(cls))
        )

    def where(self, mask: NDArray[np.bool_]) -> Outgoing:
        """Those of the pages for which a mask is true."""
        links = mask.repeat(self.counts)
        return Outgoing(
            self.pages[mask],
            self.marks[mask],
            self.hosts[mask],
            self.counts[mask],
            self.targets[links],
            self.texts[links],
        )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All columns by name."""
        return {it.name: getattr(self, it.name) for it in fields(self)}

    @classmethod
    def of(cls, found: Mapping[str, NDArray[Any]]) -> Outgoing:
        """Out of columns by name."""
        return cls(*(found[it.name] for it in fields(cls)))


def marks(pages: UInt64s, instants: NDArray[np.datetime64], digests: Sequence[str]) -> UInt64s:
    """A number for each page that changes with its capture and its text.

    Args:
        pages: hash of each.
        instants: of their captures.
        digests: one text for each page, which changes with its capture and its text.
    """
    numbers = np.array([url_hash(digest) for digest in digests], np.uint64)
    found = (numbers ^ instants.astype("datetime64[us]").view(np.uint64)) * _ODD
    made: UInt64s = np.maximum((found ^ found >> np.uint64(32)) ^ pages, np.uint64(1))
    return made


_ODD = np.uint64(0x9E3779B97F4A7C15)


def hashed(addresses: Sequence[str]) -> UInt64s:
    """The hash of the page of each address, whatever place on it is meant."""
    return np.array([url_hash(url.partition("#")[0]) for url in addresses], np.uint64)


def text_hashes(texts: Sequence[str]) -> tuple[UInt64s, dict[int, str]]:
    """The hash of each text of a link, 0 for one that says nothing; and the texts by it."""
    said = [plain(text) for text in texts]
    numbers = [url_hash(text) or 1 if text else 0 for text in said]
    known = dict(zip(numbers, said, strict=True))
    known.pop(0, None)
    return np.array(numbers, np.uint64), known
