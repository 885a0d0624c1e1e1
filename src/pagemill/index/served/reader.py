"""Answers to queries from a search server: exact counts, stable order, the same filters.

The server finds what matches, counts it, and orders it by its own BM25 over the same fields
with the same weights. The first :data:`pagemill.index.reader.WINDOW` pages get what is known of
a page whatever is asked for, as in the folder's own index. What differs: words are not added up
over fields before they saturate (BM25F), and scores are in the server's single precision.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from pagemill.errors import CollectionError, UsageError
from pagemill.index.document import COUNTED, FLAG_FETCHED, FLAG_HUB, Hit, Hits
from pagemill.index.forms.stemming import Stemming
from pagemill.index.query import Query
from pagemill.index.rank import Known, Ranking
from pagemill.index.reader import WINDOW
from pagemill.index.served import body
from pagemill.index.served.server import WINDOW as DEEPEST
from pagemill.index.served.server import Answer, Server

_BELOW = 1e-9


class ServedIndex:
    """The pages of one build on a server.

    Args:
        server: where they are.
        run: the build that is expected there.
        stemming: how its words are stemmed.
        ranking: how pages are put in order.

    Raises:
        CollectionError: the server holds another build.
        SurroundingsError: the server cannot be reached.
    """

    def __init__(
        self, server: Server, run: str, stemming: Stemming, ranking: Ranking | None = None
    ) -> None:
        if server.mark() != body.mark(run, stemming.languages):
            raise CollectionError(
                f"{server.address}: the search server holds another build of this collection, "
                "or none; run 'pagemill build'"
            )
        self._server = server
        self._ranking = ranking or Ranking()
        self.stemming = stemming

    @cached_property
    def _whole(self) -> Answer:
        newest = {"newest": {"max": {"field": "day"}}}
        everything: Answer = {"match_all": {}}
        return self._server.search(
            {"query": everything, "size": 0, "track_total_hits": True, "aggs": newest}
        )

    @property
    def pages(self) -> int:
        """Number of pages in the index."""
        return self._server.total(self._whole)

    def has(self, url: str) -> bool:
        """Whether a page is in the index."""
        this = {"query": {"ids": {"values": [body.name(url)]}}}
        return self._server.total(self._server.search({**this, "size": 0})) > 0

    def count(self, query: Query) -> int:
        """The exact number of pages that match."""
        return self.search(query, limit=0).total

    def search(self, query: Query, *, limit: int = 10, offset: int = 0) -> Hits:
        """The pages that match, best first, equal scores in the order of their URLs.

        Args:
            query: what to look for; an empty query matches nothing.
            limit: how many hits at most.
            offset: how many of the best hits to skip.

        Raises:
            UsageError: hits are asked for that lie deeper than the server goes.
            SurroundingsError: the server cannot be reached, or refuses.
        """
        if query.is_empty:
            return Hits(total=0, hits=())
        end = offset + limit
        if limit > 0 and end > DEEPEST:
            raise UsageError(
                f"hits {offset + 1} to {end}: the search server tells the first {DEEPEST} "
                "only; narrow the query"
            )
        matching = self._wanted(query)
        size = max(end, WINDOW) if limit > 0 else 0
        answer = self._server.search(body.asked(matching, size))
        found = self._server.hits(answer)
        with self._server.reading(found[:1]):
            found = [_told(one) for one in found]
        if query.required:
            found = self._in_final_order(found)
        stretch = found[offset:end] if limit > 0 else []
        hits = tuple(_hit(one, scored=bool(query.required)) for one in stretch)
        return Hits(total=self._server.total(answer), hits=hits)

    def facets(self, query: Query, fields: Iterable[str]) -> dict[str, dict[str, int]]:
        """For each field its values -> pages that match and have it; most pages first.

        Args:
            query: as for :meth:`search`.
            fields: of :data:`pagemill.index.document.COUNTED`.
        """
        names = [one for one in COUNTED if one in set(fields)]
        if query.is_empty or not names:
            return {one: {} for one in names}
        answer = self._server.search(body.counting(self._wanted(query), names))
        found: dict[str, dict[str, int]] = {}
        for one in names:
            with self._server.reading(answer):
                buckets: list[dict[str, Any]] = answer["aggregations"][one]["buckets"]
                counts = {str(bucket["key"]): int(bucket["doc_count"]) for bucket in buckets}
            found[one] = dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
        return found

    def _wanted(self, query: Query) -> Answer:
        return body.wanted(self.stemming.formed(query), self._ranking.fields)

    def _in_final_order(self, found: list[Answer]) -> list[Answer]:
        """The first of the server's order with what is known of each added to its score."""
        first, others = found[:WINDOW], found[WINDOW:]
        if not first or self._ranking.priors.is_idle:
            return found
        pages = [_known(one["_source"]) for one in first]
        priors = self._ranking.known(pages, self._newest)
        for one, prior in zip(first, priors, strict=True):
            parts = self._ranking.priors.parts(prior).values()
            one["_score"] = math.fsum([one["_score"], *parts])
        last = first[-1]["_score"] if not others else found[WINDOW - 1]["_score"]
        first.sort(key=lambda one: (-one["_score"], one["_source"]["url"]))
        shift = first[-1]["_score"] - _BELOW - max((o["_score"] for o in others), default=last)
        for one in others:
            one["_score"] += shift
        return [*first, *others]

    @property
    def _newest(self) -> int:
        with self._server.reading(self._whole):
            return int(self._whole["aggregations"]["newest"]["value"] or 0)


def _told(found: Answer) -> Answer:
    """What is read of a hit; whatever lacks is noticed here."""
    said = {name: str(found["_source"].get(name, "")) for name in body.KNOWN}
    _known(said)
    return {"_score": float(found["_score"] or 0.0), "_source": said}


def _known(said: Answer) -> Known:
    return Known(
        key=int(said["key"]),
        day=int(said["day"]),
        repetition=float(said["repetition"]),
        is_hub=bool(int(said["flags"]) & FLAG_HUB),
    )


def _hit(found: Answer, *, scored: bool) -> Hit:
    said: Answer = found["_source"]
    is_fetched = bool(int(said["flags"]) & FLAG_FETCHED)
    return Hit(
        url=str(said["url"]),
        score=float(found["_score"] or 0.0) if scored else 0.0,
        is_fetched=is_fetched,
        called=() if is_fetched else tuple(str(said.get("called", "")).split("\n")),
    )
