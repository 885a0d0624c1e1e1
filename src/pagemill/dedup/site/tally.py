"""On how many texts of a host each line stands, kept up as texts come and go.

A line that stands on far fewer texts than boilerplate does is not listed. How many texts such a
line may stand on by now is known, though: a bound that grows by one with each text that comes.
While that is fewer than boilerplate needs, and the same lines are boilerplate as before, the
texts that were counted need not be read again. In any other case they are counted anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagemill.dedup.columns import Int64s, UInt64s, integers
from pagemill.dedup.site.boilerplate import Found, Line, Lines, fewest_pages, found, lost_words


class Page(NamedTuple):
    """A page of a host and which text it has.

    Attributes:
        url_hash: of its address.
        text: first half of the digest of its text as a number.
        block: the same of its capture: equal texts may be broken into other lines.
    """

    url_hash: int
    text: int
    block: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What is known of the lines of a host.

    Attributes:
        pages: those that were looked through, ascending.
        words: in all distinct texts; 0 where nothing is boilerplate.
        lost: of these, words that texts lose.
        below: texts at most on which a line stands that is not listed.
        hashes, counts, firsts: of each line that is listed, ascending: its hash, the number of
            texts, and the hash of the first page that has it.
        common: hash -> text and words of each line of boilerplate.
    """

    pages: tuple[Page, ...]
    words: int
    lost: int
    below: int
    hashes: UInt64s
    counts: Int64s
    firsts: UInt64s
    common: Mapping[int, tuple[str, int]]

    def boilerplate(self) -> Found:
        """The lines that are boilerplate, as :func:`boilerplate` finds them."""
        counts = dict(zip(self.hashes.tolist(), integers(self.counts), strict=True))
        return found(
            len(distinct(self.pages)),
            self.words,
            self.lost,
            [
                Line(text=text, pages=counts[number], words=words)
                for number, (text, words) in self.common.items()
            ],
        )


def distinct(pages: Sequence[Page]) -> dict[int, Page]:
    """Text -> the first of some ascending pages that has it."""
    first: dict[int, Page] = {}
    for page in pages:
        first.setdefault(page.text, page)
    return first


def changes(before: Sequence[Page], now: Sequence[Page]) -> tuple[list[Page], list[Page]]:
    """The pages whose texts come, and those whose texts go."""
    old, new = set(distinct(before).values()), set(distinct(now).values())
    return sorted(new - old), sorted(old - new)


def tallied(pages: tuple[Page, ...], texts: Mapping[int, str], share: float) -> Tally:
    """Count the lines of a host.

    Args:
        pages: those that are looked through, ascending.
        texts: hash of the address -> text, of the first page with each text at least.
        share: as for :func:`~pagemill.dedup.site.boilerplate.boilerplate`.
    """
    first = list(distinct(pages).values())
    some = [texts[page.url_hash] for page in first]
    lines = Lines.of(some)
    is_common = lines.are_common(share)
    listed = np.flatnonzero(lines.pages * _LISTED >= fewest_pages(len(some), share))
    listed = listed[lines.kinds[listed] != 0]
    rest = np.delete(lines.pages, listed)[lines.kinds[np.delete(_all(lines), listed)] != 0]
    common = np.flatnonzero(is_common)
    hashes = lines.kinds[common].tolist()
    told = [lines.told(kind, some) for kind in integers(common)]
    words = sum(len(text.split()) for text in some) if hashes else 0
    lost = lost_words(some, lines, frozenset(hashes)) if hashes else 0
    owners = np.array([page.url_hash for page in first], np.uint64)
    return Tally(
        pages=pages,
        words=words,
        lost=lost,
        below=int(rest.max(initial=0)),
        hashes=lines.kinds[listed],
        counts=lines.pages[listed],
        firsts=owners[lines.first_text()[listed]],
        common={
            number: (line.text, line.words) for number, line in zip(hashes, told, strict=True)
        },
    )


_LISTED = 2
"""Lines are listed that stand on half as many texts as boilerplate, or more."""


def _all(lines: Lines) -> Int64s:
    return np.arange(lines.kinds.size, dtype=np.int64)


def updated(
    known: Tally, pages: tuple[Page, ...], texts: Mapping[int, str], share: float
) -> Tally | None:
    """The same as counting anew, of the texts that came and went alone.

    Args:
        known: what was counted.
        pages: those that are looked through now, ascending.
        texts: hash of the address -> text, of the pages that :func:`changes` names.
        share: that with which the lines were counted.

    Returns:
        None where all texts have to be looked at.

    Source:
        Hong, Wang, Tao 2001, "A new incremental data mining algorithm using pre-large
        itemsets": what is nearly frequent is listed too, so that few additions need no new
        look at everything. Deviates: lines of texts instead of sets of items.
    """
    come, gone = changes(known.pages, pages)
    new, old = _Some.of(come, texts), _Some.of(gone, texts)
    if np.isin(known.firsts, [page.url_hash for page in gone]).any():
        return None  # which page has such a line first now is not known
    counts = known.counts + new.counts(known.hashes) - old.counts(known.hashes)
    below, number = known.below + len(come), len(distinct(pages))
    fewest = fewest_pages(number, share)
    is_common = counts >= fewest
    common = frozenset(known.hashes[is_common].tolist())
    if below >= fewest or common != frozenset(known.common):
        return None
    firsts = new.firsts(known.hashes, known.firsts)
    told = dict(known.common)
    for place in integers(np.flatnonzero(is_common & (firsts != known.firsts))):
        line = new.told(int(known.hashes[place]))
        told[int(known.hashes[place])] = line.text, line.words
    sums = known.words, known.lost
    if common:
        more, less = new.sums(common), old.sums(common)
        sums = sums[0] + more[0] - less[0], sums[1] + more[1] - less[1]
    return replace(
        known,
        pages=pages,
        words=sums[0],
        lost=sums[1],
        below=below,
        counts=counts,
        firsts=firsts,
        common=told,
    )


@dataclass(frozen=True, slots=True)
class _Some:
    """Texts that came or went."""

    owners: list[int]
    texts: list[str]
    lines: Lines

    @classmethod
    def of(cls, pages: Sequence[Page], texts: Mapping[int, str]) -> _Some:
        owners = [page.url_hash for page in pages]
        some = [texts[owner] for owner in owners]
        return cls(owners, some, Lines.of(some))

    def _places(self, hashes: UInt64s) -> tuple[Int64s, Int64s]:
        """Which of some lines are here, and as which kinds."""
        kinds = self.lines.kinds
        at = np.minimum(np.searchsorted(kinds, hashes), max(kinds.size - 1, 0))
        here = np.flatnonzero(kinds[at] == hashes) if kinds.size else np.zeros(0, np.int64)
        return here, at[here]

    def counts(self, hashes: UInt64s) -> Int64s:
        """On how many of the texts each line stands."""
        made = np.zeros(hashes.size, np.int64)
        here, kinds = self._places(hashes)
        made[here] = self.lines.pages[kinds]
        return made

    def firsts(self, hashes: UInt64s, before: UInt64s) -> UInt64s:
        """The first page of each line, where some had it before."""
        made = before.copy()
        here, kinds = self._places(hashes)
        owners = np.array(self.owners, np.uint64)[self.lines.first_text()[kinds]]
        made[here] = np.minimum(made[here], owners)
        return made

    def told(self, number: int) -> Line:
        """How the first of these pages that has a line writes it."""
        return self.lines.told(int(np.searchsorted(self.lines.kinds, number)), self.texts)

    def sums(self, common: frozenset[int]) -> tuple[int, int]:
        """Words of the texts, and those of them that are lost."""
        words = sum(len(text.split()) for text in self.texts)
        return words, lost_words(self.texts, self.lines, common)


# -- as arrays, to be kept


def arrays(tallies: Mapping[str, Tally]) -> dict[str, NDArray[Any]]:
    """What is known of some hosts, laid flat; all but names and lines."""
    every = list(tallies.values())
    pages = [page for one in every for page in one.pages]
    common = [(number, words) for one in every for number, (_, words) in one.common.items()]
    figures = [
        (len(one.pages), one.hashes.size, len(one.common), one.words, one.lost, one.below)
        for one in every
    ]
    nothing: UInt64s = np.zeros(0, np.uint64)
    return {
        "figures": np.array(figures, np.int64).reshape(-1, _FIGURES),
        "pages": np.array(pages, np.uint64).reshape(-1, len(Page._fields)),
        "hashes": np.concatenate([nothing, *(one.hashes for one in every)]),
        "counts": np.concatenate([nothing.astype(np.int64), *(one.counts for one in every)]),
        "firsts": np.concatenate([nothing, *(one.firsts for one in every)]),
        "common": np.array(common, np.uint64).reshape(-1, 2),
    }


_FIGURES = 6


def tallies(
    hosts: Sequence[str], lines: Sequence[str], found: Mapping[str, NDArray[Any]]
) -> dict[str, Tally]:
    """What :func:`arrays` laid flat.

    Args:
        hosts: their names.
        lines: of boilerplate, of one host after the other.
        found: the arrays.
    """
    made: dict[str, Tally] = {}
    page = listed = told = 0
    pages: list[list[int]] = found["pages"].tolist()
    common: list[list[int]] = found["common"].tolist()
    figures: list[list[int]] = found["figures"].tolist()
    for host, (some, many, few, words, lost, below) in zip(hosts, figures, strict=True):
        span = slice(listed, listed + many)
        told_here = zip(common[told : told + few], lines[told : told + few], strict=True)
        made[host] = Tally(
            pages=tuple(map(Page._make, pages[page : page + some])),
            words=words,
            lost=lost,
            below=below,
            hashes=found["hashes"][span],
            counts=found["counts"][span],
            firsts=found["firsts"][span],
            common={number: (text, size) for (number, size), text in told_here},
        )
        page, listed, told = page + some, listed + many, told + few
    return made
