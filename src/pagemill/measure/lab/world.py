"""An invented engine over an invented web, every bias a switch: the truth is known.

Words follow Zipf's law, lengths a log-normal law, topics prefer words of their own. What the
engine does wrong is set in its :class:`Vices`.

Source: the biases are those that Bharat, Broder 1998 and Lawrence, Giles 1998 name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pagemill.measure.engine import Answer, Query, Unanswered

Int64s = NDArray[np.int64]
Floats = NDArray[np.float64]

_OUTSIDE_FRAMES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the invented pages are like.

    Attributes:
        pages: how many.
        words: different words there are.
        mean_length: words of a page.
        spread: standard deviation of the logarithm of that.
        topics: topics; each page has one, and half of its words are of it.
        zipf: exponent of the words' frequencies.
    """

    pages: int = 2000
    words: int = 8000
    mean_length: float = 90.0
    spread: float = 0.7
    topics: int = 1
    zipf: float = 1.0


@dataclass(frozen=True)
class World:
    """Invented pages.

    Attributes:
        texts: text of each page.
        lengths: words of each.
        topics: topic of each.
    """

    texts: tuple[str, ...]
    lengths: Int64s
    topics: Int64s

    @classmethod
    def make(cls, shape: Shape, seed: int) -> World:
        """Invent pages.

        Args:
            shape: what they are like.
            seed: all chance comes from it.
        """
        chance = np.random.default_rng(seed)
        mean = np.log(shape.mean_length) - shape.spread**2 / 2
        drawn = chance.lognormal(mean, shape.spread, shape.pages)
        lengths = np.maximum(3, drawn.astype(np.int64))
        topics = chance.integers(shape.topics, size=shape.pages)
        ranks = np.arange(1, shape.words + 1, dtype=np.float64)
        ladder = np.cumsum(ranks**-shape.zipf)
        total = int(lengths.sum())
        points: Floats = chance.random(total) * float(ladder[-1])
        numbers = np.asarray(np.searchsorted(ladder, points), np.int64)
        topic = np.repeat(topics, lengths)
        shifted = (numbers * 7919 + topic * 104_729 + 17) % shape.words
        is_own = (chance.random(total) < 0.5) & (shape.topics > 1)
        numbers = np.where(is_own, shifted, numbers)
        names = np.array([f"w{number}" for number in range(shape.words)])
        pieces = np.split(names[numbers], np.cumsum(lengths)[:-1])
        return cls(tuple(" ".join(piece) for piece in pieces), lengths, topics)

    def __len__(self) -> int:
        return len(self.texts)

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The different words of each page."""
        return tuple(frozenset(text.split()) for text in self.texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vices:
    """What an engine does that it should not, or need not.

    Attributes:
        limit: results of a query at most.
        by_length: how much its ranking follows the length of pages, 0 to 1.
        first_words: only so many words of a page are indexed; 0 for all.
        framed: share of pages that are frames: of them only the first three words are indexed.
        anchor_share: share of pages that are also found by a word they do not contain.
        total_factor: reported totals are multiplied by this.
        total_cap: and cut off here; 0 for no cap.
        failing: share of requests that time out.
        repeats: share of answers that list their first page twice.
        stale: share of pages whose live text is another by now.
        invented: pages that each answer lists first, which are nowhere on the web.
        refuses_long: queries of more words than this are refused; 0 for none.
        hides_total: no totals at all.
        has_lookup: pages can be asked for by their address.
    """

    limit: int = 1_000_000
    by_length: float = 0.0
    first_words: int = 0
    framed: float = 0.0
    anchor_share: float = 0.0
    total_factor: float = 1.0
    total_cap: int = 0
    failing: float = 0.0
    repeats: float = 0.0
    stale: float = 0.0
    invented: int = 0
    refuses_long: int = 0
    hides_total: bool = False
    has_lookup: bool = False


class ToyEngine:
    """An engine over some pages of a world.

    Args:
        world: the web.
        held: numbers of the pages that it has.
        vices: what it does wrong.
        seed: chance of its ranking and of its vices.
        name: how it is called.
    """

    def __init__(
        self,
        world: World,
        held: Int64s,
        vices: Vices = Vices(),
        *,
        seed: int = 0,
        name: str = "toy",
    ) -> None:
        self.name = name
        self.limit = vices.limit
        self.filters: dict[str, tuple[str, ...]] = {}
        self.held = held
        self._world = world
        self._vices = vices
        self._chance = np.random.default_rng((seed, 1))
        self._rank = self._ranked(np.random.default_rng((seed, 2)))
        self._invented: dict[int, str] = {}
        self._lists: dict[str, list[int]] = {}
        for number in held[np.argsort(self._rank[held], kind="stable")].tolist():
            for word in sorted(self._indexed(number)):
                self._lists.setdefault(word, []).append(number)
        self._held = frozenset(held.tolist())
        spoiled = np.random.default_rng((seed, 3)).random(len(world)) < vices.stale
        self.is_stale = spoiled

    def _ranked(self, chance: np.random.Generator) -> Floats:
        """Place of each page in every answer: by chance, or long pages first."""
        world, follows = self._world, self._vices.by_length
        by_length = np.argsort(np.argsort(-world.lengths, kind="stable"), kind="stable")
        random = chance.permutation(len(world))
        ranks: Floats = follows * by_length + (1 - follows) * random
        return ranks

    def _indexed(self, number: int) -> set[str]:
        found = self._world.texts[number].split()
        is_framed = np.random.default_rng((number, 5)).random() < self._vices.framed
        indexed = set(
            found[: _OUTSIDE_FRAMES if is_framed else self._vices.first_words or None]
        )
        if np.random.default_rng((number, 4)).random() < self._vices.anchor_share:
            indexed.add(f"w{number % 50}")
        return indexed

    def search(self, query: Query) -> Answer:
        """Pages with all the words, in the order of the static rank."""
        self._may_fail()
        longest = self._vices.refuses_long
        if longest and len(query.words) > longest:
            raise Unanswered("query refused: too long", is_lasting=True)
        lists = sorted((self._lists.get(word, []) for word in query.words), key=len)
        found = list(lists[0]) if lists else []
        for other in lists[1:]:
            known = set(other)
            found = [number for number in found if number in known]
        listed = [*self._made_up(query), *found][: self.limit]
        if listed and self._chance.random() < self._vices.repeats:
            listed.append(listed[0])
        total = int(len(found) * self._vices.total_factor)
        if self._vices.total_cap:
            total = min(total, self._vices.total_cap)
        return Answer(
            tuple(map(_address, listed)),
            None if self._vices.hides_total else total,
            "none" if self._vices.hides_total else "eq",
            overflow=len(found) > self.limit or len(listed) >= self.limit,
        )

    def _made_up(self, query: Query) -> list[int]:
        """Numbers of pages that say just what was asked for, and do not exist."""
        made: list[int] = []
        for _ in range(self._vices.invented):
            made.append(-1 - len(self._invented))
            self._invented[made[-1]] = " ".join(query.words)
        return made

    def fetch(self, page: str) -> str | None:
        """The live text; None if there is no such page."""
        self._may_fail()
        number = _number(page)
        if number < 0:
            return None
        changed = " news since then" if self.is_stale[number] else ""
        return self._world.texts[number] + changed

    def cached(self, page: str) -> str | None:
        """The text as indexed."""
        number = _number(page)
        if number < 0:
            return self._invented.get(number)
        return self._world.texts[number] if number in self._held else None

    def lookup(self, page: str) -> bool | None:
        """Whether it has the page; None if it cannot be asked so."""
        return _number(page) in self._held if self._vices.has_lookup else None

    def _may_fail(self) -> None:
        if self._vices.failing and self._chance.random() < self._vices.failing:
            raise Unanswered("time-out")


class Doubted:
    """An engine whose own copies are not believed: texts are those of the live pages.

    Args:
        engine: the engine.
    """

    def __init__(self, engine: ToyEngine) -> None:
        self._engine = engine
        self.name, self.limit, self.filters = engine.name, engine.limit, engine.filters
        self.search, self.fetch, self.lookup = engine.search, engine.fetch, engine.lookup

    def cached(self, page: str) -> str | None:
        """None, whatever the engine says."""
        del page
        return None


def _address(number: int) -> str:
    return f"http://toy.example/{number}"


def _number(page: str) -> int:
    return int(page.rsplit("/", 1)[1])
