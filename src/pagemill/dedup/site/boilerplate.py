"""Lines that stand on many pages of a host, and texts without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pagemill.dedup.columns import Bools, Int64s, UInt64s, integers, offsets
from pagemill.dedup.compiled.sketch import fingerprints, line_fingerprints
from pagemill.text.normalize import collapsed, composed, text_digest

FEWEST_PAGES = 10
"""On a host with fewer distinct texts, or on fewer of them, no line is boilerplate."""

MOST_LOST = 0.95
"""A text that would lose more than this share of its words keeps all: it is a copy, not a
page in a template."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of boilerplate.

    Attributes:
        text: the line, white space collapsed.
        pages: texts of the host that have it.
        words: words in it.
    """

    text: str
    pages: int
    words: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found on one host.

    Attributes:
        pages: distinct texts.
        lost: words that texts lose.
        share: of the host's words, those that texts lose.
        lines: the boilerplate, the most frequent first.
    """

    pages: int
    lost: int
    share: float
    lines: tuple[Line, ...]


def line_hashes(texts: Sequence[str]) -> tuple[UInt64s, Int64s]:
    """A hash for each line of some texts, 0 for one without words; and where texts begin.

    Returns:
        The hashes of one text after the other, and the place of the first of each, with the
        end of the last.
    """
    found = line_fingerprints(texts)
    if found is None:
        found = _hashes([line for text in texts for line in text.split("\n")])
    return found, offsets(np.array([text.count("\n") + 1 for text in texts], np.int64))


def _hashes(lines: Sequence[str]) -> UInt64s:
    found = fingerprints(lines)
    if found is None:
        found = [int(text_digest(line)[:16] or "0", 16) for line in lines]
    return np.array(found, np.uint64)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of some distinct texts.

    Attributes:
        hashes, starts: as :func:`line_hashes` gives them.
        kinds: each hash once, ascending.
        first: place of the first line of each kind.
        pages: texts that have a line of each kind.
    """

    hashes: UInt64s
    starts: Int64s
    kinds: UInt64s
    first: Int64s
    pages: Int64s

    @classmethod
    def of(cls, texts: Sequence[str]) -> Lines:
        """Those of some texts."""
        hashes, starts = line_hashes(texts)
        kinds, first, kind = np.unique(hashes, return_index=True, return_inverse=True)
        text_of = np.repeat(np.arange(len(texts)), np.diff(starts))
        stands = np.unique(kind * len(texts) + text_of) // max(len(texts), 1)
        pages = np.bincount(stands, minlength=kinds.size)
        return cls(hashes, starts, kinds, first.astype(np.int64), pages.astype(np.int64))

    def are_common(self, share: float) -> Bools:
        """Which kinds of lines are boilerplate."""
        fewest = fewest_pages(self.starts.size - 1, share)
        common: Bools = (self.pages >= fewest) & (self.kinds != 0)
        return common

    def first_text(self) -> Int64s:
        """Number of the first text with a line of each kind."""
        return np.searchsorted(self.starts, self.first, side="right").astype(np.int64) - 1

    def told(self, kind: int, texts: Sequence[str]) -> Line:
        """A line as the first text has it."""
        place = int(self.first[kind])
        text = int(np.searchsorted(self.starts, place, side="right")) - 1
        line = texts[text].split("\n")[place - int(self.starts[text])]
        return Line(
            text=composed(collapsed(line)),
            pages=int(self.pages[kind]),
            words=len(line.split()),
        )


def fewest_pages(texts: int, share: float) -> float:
    """On how many of some distinct texts a line of boilerplate stands at least."""
    return max(FEWEST_PAGES, share * texts)


def boilerplate(texts: Sequence[str], share: float) -> Found:
    """Find the lines that stand on at least a share of a host's texts.

    Args:
        texts: of the pages of one host; equal ones count once.
        share: of the distinct texts; at least :data:`FEWEST_PAGES` of them too.

    Source:
        Bar-Yossef, Rajagopalan 2002, "Template detection via data mining": pagelets that
        repeat over pages. Deviates: lines of purified text instead of pagelets.
    """
    distinct = list(dict.fromkeys(texts))
    lines = Lines.of(distinct)
    common = np.flatnonzero(lines.are_common(share))
    lost = words = 0
    if common.size:
        words = sum(len(text.split()) for text in distinct)
        lost = lost_words(distinct, lines, frozenset(lines.kinds[common].tolist()))
    told = [lines.told(kind, distinct) for kind in integers(common)]
    return found(len(distinct), words, lost, told)


def found(pages: int, words: int, lost: int, lines: Sequence[Line]) -> Found:
    """What was found, in its order."""
    return Found(
        pages=pages,
        lost=lost,
        share=lost / words if words else 0.0,
        lines=tuple(sorted(lines, key=lambda one: (-one.pages, -one.words, one.text))),
    )


def lost_words(texts: Sequence[str], lines: Lines, common: frozenset[int]) -> int:
    """Words that texts lose with the lines of these hashes."""
    lost = 0
    for text, hashes in zip(texts, _by_text(lines.hashes, lines.starts), strict=True):
        if without(text, hashes, common) != text:
            every = zip(text.split("\n"), hashes, strict=True)
            lost += sum(len(line.split()) for line, number in every if number in common)
    return lost


def _by_text(hashes: UInt64s, starts: Int64s) -> Iterator[list[int]]:
    """The hashes of the lines of each text."""
    every: list[int] = hashes.tolist()
    for start, end in pairwise(integers(starts)):
        yield every[start:end]


def without(text: str, hashes: Sequence[int], common: frozenset[int]) -> str:
    """A text less its boilerplate; whole where nearly nothing would be left.

    Args:
        text: any text.
        hashes: of its lines.
        common: hashes of the host's boilerplate.
    """
    if common.isdisjoint(hashes):
        return text
    lines = text.split("\n")
    rest = [line for line, number in zip(lines, hashes, strict=True) if number not in common]
    left = "\n".join(rest)
    return left if len(left) > (1 - MOST_LOST) * len(text) else text


def hashes_of(lines: Sequence[str]) -> frozenset[int]:
    """The hashes by which lines are found in texts."""
    return frozenset(_hashes(lines).tolist())


def discounted(texts: Sequence[str], common: Sequence[frozenset[int]]) -> list[str]:
    """Texts of pages less the boilerplate of their hosts.

    Args:
        texts: of the pages.
        common: for each the hashes of its host's boilerplate.
    """
    rows = zip(texts, _by_text(*line_hashes(texts)), common, strict=True)
    return [without(text, hashes, lines) for text, hashes, lines in rows]
