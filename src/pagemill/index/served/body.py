"""Pages and queries in the words of OpenSearch: pure, JSON values in and out.

Source:
    OpenSearch 3.0 documentation: Create index, Bulk, Query DSL (boolean, term, terms, match
    phrase, regexp, range, ids, constant score), Search, Terms aggregation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from pagemill.index.analyze import ANALYSER, analyze, is_unspaced
from pagemill.index.category import branches
from pagemill.index.document import (
    COUNTED,
    FETCHED,
    FIELDS,
    FLAG_FETCHED,
    OWN_FIELDS,
    IndexDocument,
    counted,
    flags,
    host_and_parents,
    kinds,
    texts,
)
from pagemill.index.forms.stemming import Stemming
from pagemill.index.query import Query, Words
from pagemill.index.rank import FieldWeights
from pagemill.index.repetition import repetition

FORMAT = 1
"""Raise it when a page is sent in another form; the next build makes the index anew."""

LONGEST_KEYWORD = 8_000
"""Characters of a value that can be asked for whole; the engine below allows 32,766 bytes."""

MOST_VALUES = 60_000
"""Values of a facet; the server gives 65,535 at most as delivered."""

KNOWN = ("url", "key", "day", "flags", "repetition", "called")
"""What comes back with each hit."""

Body = dict[str, Any]


def name(url: str) -> str:
    """The identifier of a page; addresses may be longer than the 512 bytes that are allowed.

    Example:
        >>> len(name("http://a.org/" + "x" * 5000))
        32
    """
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def mark(run: str, languages: Sequence[str]) -> dict[str, Any]:
    """What the index says of itself: how it was made, and of which build it is."""
    stems = " ".join(languages)
    return {"pagemill": FORMAT, "analyser": ANALYSER, "stemming": stems, "run": run}


def creation(languages: Sequence[str]) -> Body:
    """Settings and mapping of a new index.

    One shard, so that scores and counts of values are exact.
    """
    text = {"type": "text", "analyzer": "whitespace", "index_options": "positions"}
    keyword = {"type": "keyword", "ignore_above": LONGEST_KEYWORD}
    told = {"type": "keyword", "index": False, "doc_values": False}
    fields: Body = dict.fromkeys(FIELDS, text)
    fields |= dict.fromkeys(("id", "url", "host", "kind", "branch", *COUNTED), keyword)
    fields |= dict.fromkeys(("digest", "key", "called", "flags", "repetition"), told)
    fields["day"] = {"type": "integer"}
    stored = [*KNOWN, "id", "digest"]
    return {
        "settings": {"index": {"number_of_shards": 1}},
        "mappings": {
            "dynamic": "strict",
            "_meta": mark("", languages),
            "_source": {"includes": stored},
            "properties": fields,
        },
    }


def page(document: IndexDocument, stems: Stemming) -> Body:
    """A page as the server takes it: its texts analysed, and what it is asked for by."""
    found: Body = {
        "id": name(document.url),
        "url": document.url,
        "digest": str(document.digest),
        "key": str(document.key),
        "day": document.day,
        "flags": str(flags(document)),
        "host": list(host_and_parents(document.host)),
        "kind": sorted(kinds(document)),
        "branch": list(branches(document.category)) if document.category else [],
        "repetition": f"{repetition(analyze(document.text)) if document.text else 0.0:.3f}",
        **counted(document),
    }
    if not flags(document) & FLAG_FETCHED:
        found["called"] = "\n".join(document.anchors)
    for field, values in texts(document).items():
        analysed = (stems.stemmed(analyze(value), document.language) for value in values)
        found[field] = [" ".join(value.split()) for value in analysed if value]
    return {field: value for field, value in found.items() if value not in ("", [])}


def wanted(query: Query, weights: FieldWeights) -> Body:
    """Which pages match, and how each word that they have counts.

    Args:
        query: with the forms of its words.
        weights: what a word is worth in each field; fields without weight are looked in only
            where they are a page's own words.
    """
    worth: Mapping[str, float] = asdict(weights)
    fields = [one for one in FIELDS if one in OWN_FIELDS or worth[one]]
    looked_in = OWN_FIELDS if query.by_own_words else tuple(fields)
    worths = dict(query.worths)
    must = [
        _any(
            _clause(field, member, worth[field] * worths.get(member, 1.0))
            for member in group
            for field in looked_in
        )
        for group in query.required
    ]
    dated = _dated(query.after, query.before)
    hosts = (query.hosts, query.languages, query.types, query.categories)
    others = (
        query.excluded_hosts,
        query.excluded_languages,
        query.excluded_types,
        query.excluded_categories,
    )
    own = [{"term": {"kind": FETCHED}}] if query.by_own_words else []
    never = [_clause(field, member, 1.0) for member in query.excluded for field in looked_in]
    never += _among(others)
    if query.excluded_pages:
        never.append({"ids": {"values": sorted(map(name, query.excluded_pages))}})
    return {"bool": {"must": must, "filter": [*_among(hosts), *dated, *own], "must_not": never}}


def asked(query: Body, size: int) -> Body:
    """A request for the best hits and the exact number of all."""
    return {
        "query": query,
        "size": size,
        "track_total_hits": True,
        "_source": list(KNOWN),
        # Equal scores in the order of addresses; what is too long to sort by comes last.
        "sort": [{"_score": "desc"}, {"url": {"order": "asc", "missing": "_last"}}, "id"],
    }


def counting(query: Body, fields: Iterable[str]) -> Body:
    """A request for the values of some fields over all pages that match."""
    aggs = {one: {"terms": {"field": one, "size": MOST_VALUES}} for one in fields}
    return {"query": query, "size": 0, "track_total_hits": True, "aggs": aggs}


def _any(clauses: Iterable[Body]) -> Body:
    return {"bool": {"should": list(clauses), "minimum_should_match": 1}}


def _clause(field: str, member: Words, boost: float) -> Body:
    if len(member) > 1:
        phrase = {"query": " ".join(member), "analyzer": "whitespace", "boost": boost}
        return {"match_phrase": {field: phrase}}
    word = "".join(member)
    if len(word) == 1 and is_unspaced(word):
        # A lone character of an unspaced script is a part of many pairs: it scores nothing.
        part = {"regexp": {field: {"value": f"{word}.?|.{word}"}}}
        return {"constant_score": {"filter": part, "boost": 0.0}}
    return {"term": {field: {"value": word, "boost": boost}}}


def _dated(after: int | None, before: int | None) -> list[Body]:
    if after is None and before is None:
        return []
    beyond = {} if before is None else {"lt": before}
    return [{"range": {"day": {"gte": max(after or 0, 1), **beyond}}}]


def _among(values: Sequence[Sequence[str]]) -> list[Body]:
    fields = ("host", "language", "kind", "branch")
    named = zip(fields, values, strict=True)
    return [{"terms": {field: list(some)}} for field, some in named if some]
