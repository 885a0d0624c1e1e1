"""The words of an outside sample of pages: what to ask an engine for.

The sample is cut into two halves. One chooses words, the other tells how frequent they are: a
word chosen for being frequent in a half is less frequent elsewhere, and a frequency read off
the same half would be too high (the winner's curse).

Source: Bharat, Broder 1998 (a lexicon from a crawl); van den Bosch and others 2016 (words of
spread ranks).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagemill.errors import UsageError
from pagemill.measure import words

FORMAT = 1
SAMPLE = 2000
"""Pages of a sample unless told otherwise."""

LONGEST_WORD = 30
"""Characters; longer words are addresses and keys, hardly ever typed."""


@dataclass(frozen=True)
class Lexicon:
    """The distinct words of each page of a sample.

    Attributes:
        pages: for each page its words, sorted.
    """

    pages: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, texts: Iterable[str], most: int = SAMPLE, seed: int = 0) -> Lexicon:
        """Take the words of texts; of more than ``most`` a sample, in one pass.

        Args:
            texts: texts of pages; those without words are left out.
            most: pages at most.
            seed: chance of the sample.
        """
        chance = np.random.default_rng(seed)
        kept: list[tuple[str, ...]] = []
        seen = 0
        for text in texts:
            found = tuple(sorted(filter(is_usable, words.distinct(text))))
            if not found:
                continue
            seen += 1
            if len(kept) < most:
                kept.append(found)
            elif (place := int(chance.integers(seen))) < most:
                kept[place] = found
        order: list[int] = chance.permutation(len(kept)).tolist()
        return cls(tuple(kept[number] for number in order))

    @classmethod
    def read(cls, lines: Iterable[str]) -> Lexicon:
        """Read what :meth:`lines` gave.

        Raises:
            UsageError: it is no lexicon.
        """
        try:
            rows: list[Any] = [json.loads(line) for line in lines if line.strip()]
            if not rows or rows[0]["lexicon"] != FORMAT:
                raise UsageError("not a lexicon of this version; make one with measure lexicon")
            return cls(tuple(tuple(map(str, row)) for row in rows[1:]))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                "not a lexicon; make one with 'pagemill measure lexicon'"
            ) from error

    def lines(self) -> Iterator[str]:
        """The lexicon as JSON lines."""
        yield json.dumps({"lexicon": FORMAT, "pages": len(self.pages)})
        for page in self.pages:
            yield json.dumps(page, ensure_ascii=False)

    @cached_property
    def frequencies(self) -> Counter[str]:
        """Pages of the sample that contain each word."""
        return Counter(word for page in self.pages for word in page)

    def halves(self) -> tuple[Lexicon, Lexicon]:
        """One half to choose words, the other to read frequencies."""
        return Lexicon(self.pages[::2]), Lexicon(self.pages[1::2])

    def between(self, rarest: int, commonest: int) -> list[str]:
        """Words in at least ``rarest`` and at most ``commonest`` pages, sorted."""
        found = self.frequencies.items()
        return sorted(word for word, count in found if rarest <= count <= commonest)

    def spread(self, count: int, seed: int = 0, least: int = 2) -> list[str]:
        """Words of spread frequency: as many for each power of two of it."""
        chance = np.random.default_rng(seed)
        groups: dict[int, list[str]] = {}
        for word, pages in self.frequencies.items():
            if pages >= least:
                groups.setdefault(pages.bit_length(), []).append(word)
        shuffled: list[list[str]] = []
        for _, group in sorted(groups.items()):
            group.sort()
            shuffled.append([group[at] for at in chance.permutation(len(group))])
        found: list[str] = []
        while len(found) < count and any(shuffled):
            found += [group.pop() for group in shuffled if group]
        return found[:count]


def is_usable(word: str) -> bool:
    """Whether a word is worth asking for: some letter, not too long."""
    return len(word) <= LONGEST_WORD and any(map(str.isalpha, word))


def rarity(lexicon: Lexicon, found: Sequence[str]) -> NDArray[np.int64]:
    """For each word how many pages of the sample contain it; 0 for unknown words."""
    frequencies = lexicon.frequencies
    return np.array([frequencies[word] for word in found], np.int64)
