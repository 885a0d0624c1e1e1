"""Answers to queries: which pages match, exactly counted, and in which order.

The engine finds what matches, counts it and proposes an order. The scores of the best
candidates are then computed anew from counts (BM25, see :mod:`pagemill.index.rank`), and more
candidates are taken until no page left out can outrank one that is in. The first
:data:`WINDOW` pages in that order are put in their final one by BM25F and by what is known of a
page whatever is asked for; those behind them keep their order. So the whole list depends on
pages and query alone, and every page of hits is a stretch of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pagemill.index.analyze import is_unspaced
from pagemill.index.counting import Asked, Counts, counted
from pagemill.index.document import (
    FETCHED,
    FIELDS,
    FLAG_FETCHED,
    FLAG_HUB,
    OWN_FIELDS,
    SCALE,
    Hit,
    Hits,
)
from pagemill.index.forms.stemming import Stemming
from pagemill.index.query import Query, Words
from pagemill.index.rank import (
    Known,
    Prior,
    Ranking,
    engine_idf,
    evened,
    idf,
    saturated,
    saturation,
)
from pagemill.index.tantivy import Address, Engine, Wanted

WINDOW = 30
"""Pages of the proposed order that are put in their final order."""

_SPARE = 10
_BELOW = 1e-9


class Clause(NamedTuple):
    """Words looked for in one field.

    Attributes:
        field: where.
        words: what; several words stand side by side.
        worth: weight of the field times idf: what full saturation would score.
        boost: factor that gives the engine the same worth.
    """

    field: str
    words: Words
    worth: float
    boost: float


class _Weighed(NamedTuple):
    """A clause with the ``idf`` of its words, and this times the query's factor: ``worth``."""

    words: Words
    field: str
    weight: float
    average: float
    idf: float
    worth: float


class Earned(NamedTuple):
    """What one clause adds to the score of one page.

    ``weight`` is that of the field; ``frequency`` words among ``length`` where ``average`` is
    usual; ``share`` is the part of the word's worth in this field.
    """

    words: Words
    field: str
    frequency: float
    length: float
    average: float
    weight: float
    idf: float
    share: float


class Account(NamedTuple):
    """How the score of one page comes about."""

    score: float
    earned: tuple[Earned, ...]
    priors: Mapping[str, float]


class _Candidate(NamedTuple):
    """A page as it sorts: the negative of its score, then its URL; and its row in counts."""

    order: float
    url: str
    address: Address
    row: int


class _Proposed(NamedTuple):
    """How many pages match, the best of those looked at, and what these have."""

    total: int
    best: list[_Candidate]
    counts: list[Counts]
    looked: int


class IndexReader:
    """An index opened for queries; it sees the commit that was there when it was opened.

    Args:
        folder: an index of this version.
        ranking: how pages are put in order.

    Raises:
        CollectionError: the folder holds no index, or one of another version.
    """

    def __init__(self, folder: Path, ranking: Ranking | None = None) -> None:
        self._engine = Engine(folder)
        self._ranking = ranking or Ranking()
        self._weights: dict[str, float] = asdict(self._ranking.fields)
        self._fields = tuple(
            field
            for field in FIELDS
            if field in OWN_FIELDS or (self._weights[field] and self._engine.has(field))
        )
        self._frequencies: dict[tuple[str, str], int] = {}
        self._averages: dict[str, tuple[float, float]] = {}
        self._newest = -1

    @property
    def pages(self) -> int:
        """Number of pages in the index."""
        return self._engine.pages

    def count(self, query: Query) -> int:
        """The exact number of pages that match."""
        return self.search(query, limit=0).total

    def has(self, url: str) -> bool:
        """Whether a page is in the index."""
        return self._engine.count(self._engine.term("url", url)) > 0

    @property
    def stemming(self) -> Stemming:
        """How the index stems words."""
        return self._engine.stemming

    def frequency(self, word: str) -> int:
        """Pages that have a word, or most of its forms, in the field where most have it."""
        return max(self._most(form) for (form,) in self.stemming.forms((word,)))

    def _most(self, word: str) -> int:
        return max(self._frequency(field, word) for field in self._fields)

    def search(self, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
        """Find the pages that match, best first, equal scores in the order of their URLs.

        Args:
            query: what to look for; an empty query matches nothing.
            limit: how many hits at most.
            offset: how many of the best hits to skip.

        Cost:
            Matching takes well under a millisecond for rare words; each hit, skipped ones
            included and :data:`WINDOW` at least, takes some ten microseconds more.
        """
        query = self.stemming.formed(query)
        clauses = self._clauses(query)
        wanted = self._wanted(query, clauses)
        if wanted is None:
            return Hits(total=0, hits=())
        scored = [clause for group in clauses for clause in group if clause.worth]
        # The engine makes room for as many hits as it is asked for before it looks.
        limit = min(limit, self.pages) if offset < self.pages else 0
        if not scored or limit <= 0:
            return self._in_url_order(wanted, limit, offset)
        return self._ranked(wanted, scored, limit, offset)

    def facets(self, query: Query, fields: Iterable[str]) -> dict[str, dict[str, int]]:
        """For each field its values -> pages that match and have it; most pages first.

        Args:
            query: as for :meth:`search`.
            fields: of :data:`pagemill.index.tantivy.COUNTED`.
        """
        query = self.stemming.formed(query)
        wanted = self._wanted(query, self._clauses(query))
        if wanted is None:
            return {field: {} for field in fields}
        found = {field: self._engine.values(wanted, field) for field in fields}
        return {
            field: dict(sorted(values.items(), key=lambda one: (-one[1], one[0])))
            for field, values in found.items()
        }

    def account(self, query: Query, url: str) -> Account | None:
        """How the score of one page comes about; None where it does not match.

        The parts add up to the score that it has among the first :data:`WINDOW` pages.
        """
        query = self.stemming.formed(query)
        clauses = self._clauses(query)
        wanted = self._wanted(query, clauses)
        if wanted is None:
            return None
        this = self._engine.every([wanted, self._engine.silent(self._engine.term("url", url))])
        total, found = self._engine.best(this, 1)
        if not total:
            return None
        scored = [clause for group in clauses for clause in group if clause.worth]
        address = found[0][1]
        counts = self._counted([address], [url], scored)
        earned = tuple(self._earned(counts, self._weighed(scored)))
        priors = self._ranking.priors.parts(self._priors([address])[0])
        return Account(
            math.fsum([*(one.share for one in earned), *priors.values()]), earned, priors
        )

    def _earned(
        self, counts: Sequence[Counts], weighed: Sequence[_Weighed]
    ) -> Iterator[Earned]:
        """What each clause adds to the score of the only page that was counted."""
        shares = self._shares(counts, weighed, 1)[:, 0].tolist()
        for clause, found, share in zip(weighed, counts, shares, strict=True):
            for frequency, length in zip(
                found.frequency.tolist(), found.length.tolist(), strict=True
            ):
                yield Earned(
                    clause.words,
                    clause.field,
                    frequency,
                    length,
                    clause.average,
                    clause.weight,
                    clause.idf,
                    share,
                )

    # -- from the query to the engine's query

    def _looked_in(self, query: Query) -> tuple[str, ...]:
        return OWN_FIELDS if query.by_own_words else self._fields

    def _clauses(self, query: Query) -> list[list[Clause]]:
        """For each required group, every way to meet it that occurs in the index at all."""
        worths = dict(query.worths)
        return [
            [
                clause
                for member in group
                for field in self._looked_in(query)
                if (clause := self._clause(field, member, worths.get(member, 1.0))) is not None
            ]
            for group in query.required
        ]

    def _clause(self, field: str, member: Words, worth: float) -> Clause | None:
        if _is_part(member):
            # A lone character of an unspaced script is a part of many words: no idf.
            return Clause(field, member, 0.0, 0.0)
        counts = [self._frequency(field, word) for word in member]
        if not all(counts):
            return None
        written = [self._engine.frequency(field, word) for word in member]
        exact = sum(idf(self.pages, count) for count in counts)
        engine = sum(engine_idf(self._engine.written, count) for count in written) or exact
        weight = self._weights[field] * worth
        return Clause(field, member, weight * exact, weight * exact / engine)

    def _frequency(self, field: str, word: str) -> int:
        """Pages with this word, without deleted ones."""
        key = (field, word)
        if key not in self._frequencies:
            term = self._engine.term(field, word)
            if self._engine.written == self.pages:
                count = self._engine.frequency(field, word)
            else:
                count = self._engine.count(term)
            self._frequencies[key] = count
        return self._frequencies[key]

    def _wanted(self, query: Query, clauses: Sequence[Sequence[Clause]]) -> Wanted | None:
        if query.is_empty or not all(clauses):
            return None
        engine = self._engine
        wanted = [engine.any(self._boosted(group)) for group in clauses]
        wanted += self._filtered(query)
        if query.by_own_words and engine.has("kind"):
            wanted.append(engine.silent(engine.term("kind", FETCHED)))
        unwanted = self._excluded(query)
        unwanted += [
            self._matching(field, member)
            for member in query.excluded
            for field in self._looked_in(query)
        ]
        return engine.every(wanted, unwanted)

    def _filtered(self, query: Query) -> list[Wanted]:
        wanted = self._filters(query.hosts, query.languages, query.types, query.categories)
        if query.after is not None or query.before is not None:
            first = max(query.after or 0, 1)  # 0 stands for no date at all
            dated = self._engine.since("day", first, query.before)
            wanted.append(self._engine.silent(dated))
        return wanted

    def _excluded(self, query: Query) -> list[Wanted]:
        return self._filters(
            query.excluded_hosts,
            query.excluded_languages,
            query.excluded_types,
            query.excluded_categories,
        )

    def _boosted(self, group: Sequence[Clause]) -> Iterator[Wanted]:
        for clause in group:
            matching = self._matching(clause.field, clause.words)
            if clause.worth:
                yield self._engine.boosted(matching, clause.boost)
            else:
                yield self._engine.silent(matching)

    def _matching(self, field: str, member: Words) -> Wanted:
        if _is_part(member):
            return self._engine.part(field, member[0])
        if len(member) == 1:
            return self._engine.term(field, member[0])
        return self._engine.phrase(field, member)

    def _filters(self, *values: Sequence[str]) -> list[Wanted]:
        fields = ("host", "language", "kind", "branch")
        return [
            self._engine.silent(self._engine.any(self._engine.term(field, one) for one in some))
            for field, some in zip(fields, values, strict=True)
            if some
        ]

    # -- from the engine's order to ours

    def _in_url_order(self, wanted: Wanted, limit: int, offset: int) -> Hits:
        """Nothing to score by: all pages are equal."""
        total = self._engine.count(wanted)
        if limit <= 0 or offset >= total:
            return Hits(total=total, hits=())
        addresses = self._engine.in_url_order(wanted, limit, offset)
        return Hits(total=total, hits=self._hits([(one, 0.0) for one in addresses]))

    def _hits(self, found: Sequence[tuple[Address, float]]) -> tuple[Hit, ...]:
        flags = self._flags([address for address, _ in found])
        return tuple(
            Hit(
                url=self._engine.url(address),
                score=score,
                is_fetched=bool(flag & FLAG_FETCHED),
                called=() if flag & FLAG_FETCHED else self._engine.called(address),
            )
            for (address, score), flag in zip(found, flags, strict=True)
        )

    def _flags(self, addresses: list[Address]) -> list[int]:
        if not self._engine.has("flags"):
            return [FLAG_FETCHED] * len(addresses)
        return self._engine.numbers("flags", addresses)

    def _ranked(
        self, wanted: Wanted, scored: Sequence[Clause], limit: int, offset: int
    ) -> Hits:
        proposed = self._proposed(wanted, scored, max(offset + limit, WINDOW))
        stretch = self._in_final_order(proposed, scored)[offset : offset + limit]
        return Hits(total=proposed.total, hits=self._hits(stretch))

    def _proposed(self, wanted: Wanted, scored: Sequence[Clause], needed: int) -> _Proposed:
        """Take candidates until none that is left out can belong to the first ``needed``."""
        most = self._most_underrated(scored)
        candidates = needed + _SPARE
        while True:
            total, found = self._engine.best(wanted, candidates)
            addresses = [address for _, address in found]
            urls = list(map(self._engine.url, addresses))
            counts = self._counted(addresses, urls, scored)
            scores = self._scores(counts, scored, len(found)).tolist()
            best = sorted(
                _Candidate(-score, url, address, row)
                for row, (score, url, address) in enumerate(
                    zip(scores, urls, addresses, strict=True)
                )
            )[:needed]
            # No page after the last of these can be among the best.
            if total <= candidates or -best[-1].order > found[-1][0] * most:
                return _Proposed(total, best, counts, len(found))
            candidates = min(total, 4 * candidates)

    def _in_final_order(
        self, proposed: _Proposed, scored: Sequence[Clause]
    ) -> list[tuple[Address, float]]:
        first, others = proposed.best[:WINDOW], proposed.best[WINDOW:]
        weighed = self._weighed(scored)
        shares = self._shares(proposed.counts, weighed, proposed.looked).T.tolist()
        priors = self._priors([one.address for one in first])
        scores = [
            math.fsum([*shares[one.row], *self._ranking.priors.parts(prior).values()])
            for one, prior in zip(first, priors, strict=True)
        ]
        order = sorted(range(len(first)), key=lambda at: (-scores[at], first[at].url))
        found = [(first[at].address, scores[at]) for at in order]
        if others:
            # Shifted below the last of the window, so that scores stay in order.
            shift = found[-1][1] - _BELOW + first[-1].order
            found += [(one.address, shift - one.order) for one in others]
        return found

    def _scores(
        self, counts: Sequence[Counts], scored: Sequence[Clause], size: int
    ) -> NDArray[np.float64]:
        """BM25 of each page, added in the order of the clauses."""
        found = np.zeros(size)
        for clause, one in zip(scored, counts, strict=True):
            average, _ = self._average(clause)
            earned = saturation(one.frequency, one.length, average)
            found[one.rows] += clause.worth * earned
        return found

    def _counted(
        self, addresses: Sequence[Address], urls: Iterable[str], scored: Sequence[Clause]
    ) -> list[Counts]:
        asked = [
            Asked(
                field=clause.field,
                words=clause.words,
                matching=self._matching(clause.field, clause.words),
                average=self._average(clause)[1],
            )
            for clause in scored
        ]
        return counted(self._engine, addresses, urls, asked)

    def _weighed(self, scored: Sequence[Clause]) -> list[_Weighed]:
        """What does not depend on the page, once for a query."""
        worths: dict[Words, float] = {}
        found: list[_Weighed] = []
        for clause in scored:
            words, weight = clause.words, self._weights[clause.field]
            if words not in worths:
                worths[words] = sum(idf(self.pages, self._most(word)) for word in words)
            counts = (self._frequency(clause.field, word) for word in words)
            plain = weight * sum(idf(self.pages, count) for count in counts)
            # The factor of the query is in every clause's worth.
            worth = clause.worth / plain * worths[words]
            average, _ = self._average(clause)
            found.append(_Weighed(words, clause.field, weight, average, worths[words], worth))
        return found

    @staticmethod
    def _shares(
        counts: Sequence[Counts], weighed: Sequence[_Weighed], size: int
    ) -> NDArray[np.float64]:
        """BM25F: what each clause (row) adds to the score of each page (column).

        Each word's score is shared out to the fields in which it stands.
        """
        parts = np.zeros((len(weighed), size))
        of_words: dict[Words, list[int]] = {}
        for number, (clause, found) in enumerate(zip(weighed, counts, strict=True)):
            times = evened(found.frequency, found.length, clause.average)
            parts[number, found.rows] = clause.weight * times
            of_words.setdefault(clause.words, []).append(number)
        shares = np.zeros_like(parts)
        for numbers in of_words.values():
            together = parts[numbers].sum(axis=0)
            score = weighed[numbers[0]].worth * saturated(together)
            has = together > 0
            shares[np.ix_(numbers, has)] = score[has] * parts[numbers][:, has] / together[has]
        return shares

    def _priors(self, addresses: list[Address]) -> list[Prior]:
        if self._ranking.priors.is_idle:
            return [Prior()] * len(addresses)
        names = ("key", "day", "repetition", "flags")
        columns = (self._engine.numbers(name, addresses) for name in names)
        pages = [
            Known(key, day, repeated / SCALE, bool(flags & FLAG_HUB))
            for key, day, repeated, flags in zip(*columns, strict=True)
        ]
        if self._newest < 0:
            self._newest = int(self._engine.total("day", "max"))
        return self._ranking.known(pages, self._newest)

    def _most_underrated(self, scored: Sequence[Clause]) -> float:
        """The factor by which the engine's score of a page can fall short of the exact one.

        The engine's worth of each clause is corrected already. What differs is the average
        length, and with it the norm, by at most their ratio; the rest is single precision.
        """
        ratios = [exact / engine for exact, engine in map(self._average, scored)]
        return max(1.0, *ratios) * (1.0 + 1e-5)

    def _average(self, clause: Clause) -> tuple[float, float]:
        """Average length of a clause's field: exact, and as the engine has it."""
        if clause.field not in self._averages:
            words = self._engine.total(f"{clause.field}_length")
            self._averages[clause.field] = (words / self.pages, self._engine_average(clause))
        return self._averages[clause.field]

    def _engine_average(self, clause: Clause) -> float:
        term = self._engine.term(clause.field, clause.words[0])
        _, [(_, first)] = self._engine.best(term, 1)
        return next(self._engine.occurrences(self._engine.boosted(term, 1.0), first)).average


def search(folder: Path, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
    """Answer one query; for several, open an :class:`IndexReader` once."""
    return IndexReader(folder).search(query, limit=limit, offset=offset)


def _is_part(member: Words) -> bool:
    return len(member) == 1 and len(member[0]) == 1 and is_unspaced(member[0])
