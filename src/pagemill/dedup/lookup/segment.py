"""Sorted keys of some texts, and the search in several such segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pagemill.dedup.band import Banding
from pagemill.dedup.columns import Int64s, UInt32s, UInt64s, integers, mixed
from pagemill.dedup.minhash import Minima
from pagemill.dedup.shingle import ShingleSets

SAMPLED = np.uint64(15)
"""A shingle is a key if these bits of its hash are 0: one in sixteen."""

SMALLEST = 4
"""And so are a text's shingles with the smallest hashes, so that short texts have some."""

RAREST = 12
"""Keys of a text that are looked up when its rarest shingles are asked for."""

MOST = 4096
"""Rows of one key that are looked at; more have a band that tells nothing."""

_EQUAL = np.uint64(0x5851F42D4C957F2D)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Keys, ascending, each with the row of a text that has it."""

    keys: UInt64s
    rows: UInt32s

    def spans(self, wanted: UInt64s) -> list[tuple[int, int]]:
        """Where the rows of each wanted key lie."""
        first = integers(np.searchsorted(self.keys, wanted))
        last = integers(np.searchsorted(self.keys, wanted, side="right"))
        return list(zip(first, last, strict=True))

    def fault(self, texts: int) -> str:
        """What does not fit together, if there are so many texts; else ``""``."""
        if self.keys.shape != self.rows.shape:
            return f"{self.keys.size} keys with {self.rows.size} rows"
        if self.rows.size and int(self.rows.max()) >= texts:
            return f"row {self.rows.max()} of {texts} texts"
        return "keys are not in order" if (self.keys[1:] < self.keys[:-1]).any() else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Some texts as they can be searched.

    Attributes:
        pages: hash of the URL of the page that each text is of.
        ids: the first half of each text's digest as a number.
        minima: their sketches.
        bands: keys of bands, and one of the whole text.
        shingles: keys of sampled shingles.
    """

    pages: UInt64s
    ids: UInt64s
    minima: Minima
    bands: Keys
    shingles: Keys

    def __len__(self) -> int:
        return self.ids.size

    @property
    def fault(self) -> str:
        """What does not fit together in it, all of it read; ``""`` if all does."""
        sizes = [self.pages.size, self.ids.size, len(self.minima)]
        if len(set(sizes)) > 1:
            return "{} pages, {} ids, {} sketches".format(*sizes)
        return self.bands.fault(len(self)) or self.shingles.fault(len(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A text as it is looked for.

    Attributes:
        id: the first half of its digest as a number.
        minima: its sketch, shape (permutations,).
        shingles: its shingles.
    """

    id: int
    minima: UInt32s
    shingles: UInt64s


@dataclass(frozen=True, slots=True)
class Found:
    """A stored text that may be a duplicate.

    Attributes:
        segment: number of its segment.
        row: its row there.
        agreements: positions in which its sketch equals that of the text asked for.
        shared: keys that both have.
    """

    segment: int
    row: int
    agreements: int
    shared: int


def segment(
    pages: UInt64s, ids: UInt64s, minima: Minima, sets: ShingleSets, cut: Banding
) -> Segment:
    """Sort the keys of some texts.

    Source:
        Broder, Glassman, Manasse, Zweig 1997: sampled shingles as keys of an index. Bands as
        keys: Leskovec, Rajaraman, Ullman, section 3.4.
    """
    filled = np.flatnonzero(sets.counts)
    keys = cut.keys(minima[filled])
    band_keys = np.concatenate((keys.ravel(), whole_key(ids)))
    band_rows = np.concatenate((np.repeat(filled, cut.bands), np.arange(ids.size)))
    sampled = [sample(sets[row]) for row in range(len(sets))]
    sizes = [each.size for each in sampled]
    shingle_rows = np.repeat(np.arange(ids.size), sizes)
    shingle_keys = np.concatenate([*sampled, np.zeros(0, np.uint64)])
    return Segment(
        pages=pages,
        ids=ids,
        minima=minima,
        bands=_sorted(band_keys, band_rows),
        shingles=_sorted(shingle_keys, shingle_rows),
    )


def whole_key(ids: UInt64s) -> UInt64s:
    """The key by which equal texts find each other, texts without shingles too."""
    keys: UInt64s = ids ^ _EQUAL
    return mixed(keys)


def sample(shingles: UInt64s) -> UInt64s:
    """The shingles of an ascending set that are keys; the choice depends on each alone."""
    chosen = shingles & SAMPLED == 0
    chosen[:SMALLEST] = True
    keys: UInt64s = shingles[chosen]
    return keys


def _sorted(keys: UInt64s, rows: Int64s) -> Keys:
    order = np.lexsort((rows, keys))
    return Keys(keys=keys[order], rows=rows[order].astype(np.uint32))


def merged(segments: Sequence[Segment], keep: Sequence[Int64s]) -> Segment:
    """One segment of the rows to keep, in the order of the segments.

    Args:
        segments: what is merged.
        keep: ascending row numbers of each.
    """
    sizes = [rows.size for rows in keep]
    starts = np.cumsum([0, *sizes])
    pairs = list(zip(segments, keep, starts[:-1].tolist(), strict=True))
    return Segment(
        pages=np.concatenate([one.pages[rows] for one, rows, _ in pairs]),
        ids=np.concatenate([one.ids[rows] for one, rows, _ in pairs]),
        minima=np.concatenate([one.minima[rows] for one, rows, _ in pairs]),
        bands=_joined([(one.bands, rows, start, len(one)) for one, rows, start in pairs]),
        shingles=_joined([(one.shingles, rows, start, len(one)) for one, rows, start in pairs]),
    )


def _joined(parts: list[tuple[Keys, Int64s, int, int]]) -> Keys:
    keys: list[UInt64s] = []
    rows: list[Int64s] = []
    for part, kept, start, size in parts:
        place = np.full(size, -1, np.int64)
        place[kept] = np.arange(start, start + kept.size)
        fresh = place[part.rows]
        stays = fresh >= 0
        keys.append(part.keys[stays])
        rows.append(fresh[stays])
    return _sorted(np.concatenate(keys), np.concatenate(rows))


def by_bands(segments: Sequence[Segment], asked: Question, cut: Banding) -> list[Found]:
    """Stored texts that share a band with a text, or are equal to it.

    Cost:
        Two bisections a band and segment, and a row of minima for each candidate.
    """
    keys = whole_key(np.array([asked.id], np.uint64))
    if asked.shingles.size:
        keys = np.concatenate((keys, cut.keys(asked.minima[np.newaxis])[0]))
    found: list[Found] = []
    for number, one in enumerate(segments):
        found += _candidates(number, one, _rows(one.bands, one.bands.spans(keys)), asked)
    return found


def by_rarest(segments: Sequence[Segment], asked: Question) -> list[Found]:
    """Stored texts that have some of a text's rarest sampled shingles.

    Source:
        Heintze 1996, "Scalable document fingerprinting": few, rare fingerprints decide.
    """
    keys = sample(asked.shingles)
    spans = [one.shingles.spans(keys) for one in segments]
    known = np.zeros(keys.size, np.int64)
    for each in spans:
        known += np.array([last - first for first, last in each], np.int64)
    order = np.argsort(known, kind="stable")
    rarest = integers(order[known[order] > 0][:RAREST])
    found: list[Found] = []
    for number, (one, each) in enumerate(zip(segments, spans, strict=True)):
        rows = _rows(one.shingles, [each[place] for place in rarest])
        found += _candidates(number, one, rows, asked)
    return found


def _rows(keys: Keys, spans: list[tuple[int, int]]) -> Int64s:
    parts = [keys.rows[first : min(last, first + MOST)] for first, last in spans]
    return np.concatenate([*parts, np.zeros(0, np.uint32)]).astype(np.int64)


def _candidates(number: int, one: Segment, rows: Int64s, asked: Question) -> list[Found]:
    if not rows.size:
        return []
    distinct, shared = np.unique(rows, return_counts=True)
    equal = (np.asarray(one.minima[distinct]) == asked.minima).sum(axis=1)
    columns = zip(integers(distinct), integers(equal), integers(shared), strict=True)
    return [Found(number, row, agreements, keys) for row, agreements, keys in columns]


def levels(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of neighbouring segments to merge, so that each is twice as large as the next.

    Returns:
        First and last (not included) of each run of more than one.

    Source:
        O'Neil, Cheng, Gawlick, O'Neil 1996, the log-structured merge tree, with factor two.

    Example:
        >>> levels([100, 40, 5, 4])
        [(2, 4)]
    """
    bounds: list[tuple[int, int]] = []
    for number, size in enumerate(sizes):
        bounds.append((number, size))
        while len(bounds) > 1 and bounds[-2][1] < 2 * bounds[-1][1]:
            last = bounds.pop()
            first = bounds.pop()
            bounds.append((first[0], first[1] + last[1]))
    starts = [first for first, _ in bounds] + [len(sizes)]
    return [(one, two) for one, two in pairwise(starts) if two - one > 1]
