"""Two lists of pages compared exactly, however long, by digests of buckets.

The hash of an address says which bucket a page falls in. Each bucket keeps a count, a sum of
hashes of addresses and a sum of hashes of addresses with contents: they do not depend on the
order of the pages. Buckets with equal digests hold equal pages, and only the others are read
again, so what is kept in memory is what differs, a part at a time.

Source: Merkle 1987 for digests of parts; sums modulo 2^64 of independent hashes as in Clarke
and others 2003, "Incremental multiset hash functions".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

UInt64s = NDArray[np.uint64]
Pages = Callable[[], Iterator[tuple[str, str]]]
"""Lists every page anew at each call: its address and its text."""

BUCKETS = 1 << 12
_MOST_AT_ONCE = 200_000


@dataclass(frozen=True, slots=True)
class Digests:
    """The digests of all buckets of one list.

    Attributes:
        counts: pages in each bucket.
        ids: sums of two independent hashes of addresses, shape (buckets, 2).
        contents: sums of two independent hashes of address and text, shape (buckets, 2).
    """

    counts: NDArray[np.int64]
    ids: UInt64s
    contents: UInt64s

    @classmethod
    def of(cls, pages: Iterator[tuple[str, str]], buckets: int = BUCKETS) -> Digests:
        """Digest a list of pages in one pass; memory does not grow with it."""
        counts = np.zeros(buckets, np.int64)
        ids = np.zeros((buckets, 2), np.uint64)
        contents = np.zeros((buckets, 2), np.uint64)
        with np.errstate(over="ignore"):
            for address, text in pages:
                name, content = _hashes(address), _hashes(f"{len(address)} {address}{text}")
                place = name[0] % buckets
                counts[place] += 1
                ids[place] += np.array(name, np.uint64)
                contents[place] += np.array(content, np.uint64)
        return cls(counts, ids, contents)

    def differing(self, other: Digests) -> NDArray[np.int64]:
        """Numbers of the buckets that differ."""
        same = (self.counts == other.counts) & (self.ids == other.ids).all(axis=1)
        return np.flatnonzero(~(same & (self.contents == other.contents).all(axis=1)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """What two lists differ in.

    Attributes:
        left: pages of the first.
        right: pages of the second.
        only_left: addresses that only the first has, sorted.
        only_right: addresses that only the second has, sorted.
        changed: addresses that both have, with other contents, sorted.
        buckets: buckets in all.
        differing: buckets whose digests differ.
        repeated: addresses that a list has more than once, sorted.
    """

    left: int
    right: int
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]
    changed: tuple[str, ...]
    buckets: int
    differing: int
    repeated: tuple[str, ...] = ()

    @property
    def is_equal(self) -> bool:
        """Both lists hold the same pages with the same contents."""
        return not self.differing

    @property
    def both(self) -> int:
        """Addresses that both have."""
        return self.left - len(self.only_left)


def compared(left: Pages, right: Pages, buckets: int = BUCKETS) -> Differences:
    """Find all that two lists of pages differ in.

    Args:
        left: lists the pages of one side; called again for each part of what differs.
        right: likewise.
        buckets: more of them make less to be read again.

    Example:
        >>> old, new = [("a", "x"), ("b", "y")], [("b", "z"), ("c", "w")]
        >>> found = compared(lambda: iter(old), lambda: iter(new))
        >>> found.only_left, found.only_right, found.changed
        (('a',), ('c',), ('b',))
    """
    one, two = Digests.of(left(), buckets), Digests.of(right(), buckets)
    wanted = one.differing(two)
    only_left: list[str] = []
    only_right: list[str] = []
    changed: list[str] = []
    repeated: set[str] = set()
    for part in _parts(wanted, one.counts + two.counts):
        here, there = _within(left, part, buckets), _within(right, part, buckets)
        only_left += here.keys() - there.keys()
        only_right += there.keys() - here.keys()
        changed += [name for name in here.keys() & there.keys() if here[name] != there[name]]
        both = (here, there)
        repeated |= {name for side in both for name, seen in side.items() if len(seen) > 1}
    return Differences(
        left=int(one.counts.sum()),
        right=int(two.counts.sum()),
        only_left=tuple(sorted(only_left)),
        only_right=tuple(sorted(only_right)),
        changed=tuple(sorted(changed)),
        buckets=buckets,
        differing=len(wanted),
        repeated=tuple(sorted(repeated)),
    )


def _parts(wanted: NDArray[np.int64], sizes: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Cut the buckets so that each part fits in memory."""
    if not len(wanted):
        return
    part = np.cumsum(sizes[wanted]) // _MOST_AT_ONCE
    yield from np.split(wanted, np.flatnonzero(np.diff(part)) + 1)


def _within(pages: Pages, part: NDArray[np.int64], buckets: int) -> dict[str, list[int]]:
    """Contents of every page in some buckets."""
    wanted = set(part.tolist())
    found: dict[str, list[int]] = {}
    for address, text in pages():
        if _hashes(address)[0] % buckets in wanted:
            found.setdefault(address, []).append(_hashes(text)[0])
    for contents in found.values():
        contents.sort()
    return found


def _hashes(text: str) -> tuple[int, int]:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:], "big")
