"""Lines that stand on many pages of a host, and texts without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pagemill.dedup.compiled.sketch import fingerprints
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
        words: words in them.
        lost: words that texts lose.
        lines: the boilerplate, the most frequent first.
    """

    pages: int
    words: int
    lost: int
    lines: tuple[Line, ...]

    @property
    def share(self) -> float:
        """Share of its words that the host loses."""
        return self.lost / self.words if self.words else 0.0


def line_hashes(texts: Sequence[str]) -> list[list[int]]:
    """A hash for each line of each text; 0 for lines without words."""
    lines = [text.split("\n") for text in texts]
    joined = [line for each in lines for line in each]
    hashes = _hashes(joined)
    result: list[list[int]] = []
    start = 0
    for each in lines:
        result.append(hashes[start : start + len(each)])
        start += len(each)
    return result


def _hashes(lines: Sequence[str]) -> list[int]:
    found = fingerprints(lines)
    if found is not None:
        return [each & 0xFFFFFFFFFFFFFFFF for each in found]
    return [int(text_digest(line)[:16] or "0", 16) for line in lines]


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
    hashed = line_hashes(distinct)
    pages: Counter[int] = Counter()
    for hashes in hashed:
        pages.update(set(hashes) - {0})
    fewest = max(FEWEST_PAGES, share * len(distinct))
    common = {number for number, count in pages.items() if count >= fewest}
    lines: dict[int, Line] = {}
    words = lost = 0
    for text, hashes in zip(distinct, hashed, strict=True):
        words += len(text.split())
        lost += _lost(text, hashes, common)
        for line, number in zip(text.split("\n"), hashes, strict=True):
            if number in common and number not in lines:
                lines[number] = Line(
                    text=composed(collapsed(line)),
                    pages=pages[number],
                    words=len(line.split()),
                )
    ordered = sorted(lines.values(), key=lambda one: (-one.pages, -one.words, one.text))
    return Found(pages=len(distinct), words=words, lost=lost, lines=tuple(ordered))


def _lost(text: str, hashes: Sequence[int], common: set[int]) -> int:
    """Words that a text loses."""
    if without(text, hashes, common) == text:
        return 0
    lines = zip(text.split("\n"), hashes, strict=True)
    return sum(len(line.split()) for line, number in lines if number in common)


def without(text: str, hashes: Sequence[int], common: set[int] | frozenset[int]) -> str:
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
    return frozenset(_hashes(lines))


def discounted(texts: Sequence[str], common: Sequence[frozenset[int]]) -> list[str]:
    """Texts of pages less the boilerplate of their hosts.

    Args:
        texts: of the pages.
        common: for each the hashes of its host's boilerplate.
    """
    rows = zip(texts, line_hashes(texts), common, strict=True)
    return [without(text, hashes, lines) for text, hashes, lines in rows]
