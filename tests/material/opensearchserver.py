"""A stub of OpenSearch on loopback, written from its published API reference, version 3.0.

It keeps pages in memory and answers as these pages of https://docs.opensearch.org/3.0/ say:

* api-reference/index-apis: Create index, Delete index, Get mapping, Put mapping, Refresh index
* api-reference/document-apis/bulk: index and delete, answers by item, ``errors``
* api-reference/search: ``from``, ``size``, ``sort``, ``search_after``, ``track_total_hits``,
  ``_source``, ``aggs``
* query-dsl: bool, term, terms, match_phrase, regexp, range, ids, constant_score, match_all
* aggregations: terms, max

What these pages do not name is refused with status 400, and so is what the mapping does not
allow (``"dynamic": "strict"``). It is no OpenSearch: whoever passes here was tested against a
stub, not on the real server.
"""

from __future__ import annotations

import json
import math
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

Body = dict[str, Any]
K1, B = 1.2, 0.75
GAP = 100


class RefusedError(Exception):
    """What the server answers with an error."""

    def __init__(self, status: int, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.body = {"error": {"type": kind, "reason": reason}, "status": status}


def only(body: Body, *known: str) -> Body:
    for key in body:
        if key not in known:
            raise RefusedError(400, "parsing_exception", f"unknown key [{key}]")
    return body


def one(body: Body) -> tuple[str, Any]:
    if len(body) != 1:
        raise RefusedError(400, "parsing_exception", f"one name expected: {sorted(body)}")
    return next(iter(body.items()))


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@dataclass
class Index:
    """Pages by their identifiers; new ones are seen after a refresh."""

    mappings: Body
    pages: dict[str, Body] = field(default_factory=dict)
    seen: dict[str, Body] = field(default_factory=dict)

    def kind(self, name: str) -> Body:
        found = self.mappings["properties"].get(name)
        if found is None:
            raise RefusedError(
                400, "illegal_argument_exception", f"no mapping found for [{name}]"
            )
        return found

    def put(self, key: str, page: Body) -> None:
        if len(key.encode()) > 512:
            raise RefusedError(400, "illegal_argument_exception", "id is too long")
        for name, value in page.items():
            known = self.mappings["properties"].get(name)
            if known is None and self.mappings.get("dynamic") == "strict":
                raise RefusedError(
                    400, "strict_dynamic_mapping_exception", f"[{name}] not allowed"
                )
            if known and known["type"] == "integer" and not isinstance(value, int):
                raise RefusedError(400, "mapper_parsing_exception", f"failed to parse [{name}]")
        self.pages[key] = page

    def texts(self, page: Body, name: str) -> list[list[str]]:
        kind = self.kind(name)
        if kind["type"] != "text" or kind["analyzer"] != "whitespace":
            raise RefusedError(400, "illegal_argument_exception", f"[{name}] is no such text")
        return [str(value).split() for value in listed(page.get(name, []))]

    def values(self, page: Body, name: str) -> list[Any]:
        kind = self.kind(name)
        longest = kind.get("ignore_above", math.inf)
        values = [value for value in listed(page.get(name, [])) if value is not None]
        return [one for one in values if not isinstance(one, str) or len(one) <= longest]

    def average(self, name: str) -> float:
        sizes = [sum(map(len, self.texts(page, name))) for page in self.seen.values()]
        sizes = [size for size in sizes if size]
        return sum(sizes) / len(sizes) if sizes else 1.0


@dataclass
class Search:
    """One request against one index."""

    index: Index

    def scores(self, query: Body) -> dict[str, float]:
        """Identifier -> score of each page that matches."""
        kind, body = one(query)
        ways: dict[str, Callable[[Any], dict[str, float]]] = {
            "bool": self.boolean,
            "term": self.term,
            "terms": self.terms,
            "match_phrase": self.phrase,
            "regexp": self.regexp,
            "range": self.range,
            "ids": self.ids,
            "constant_score": self.constant,
            "match_all": lambda body: dict.fromkeys(self.index.seen, 1.0) if not body else {},
        }
        if kind not in ways:
            raise RefusedError(400, "parsing_exception", f"unknown query [{kind}]")
        return ways[kind](body)

    def boolean(self, body: Body) -> dict[str, float]:
        only(body, "must", "filter", "must_not", "should", "minimum_should_match")
        must = [self.scores(each) for each in listed(body.get("must", []))]
        some = [self.scores(each) for each in listed(body.get("should", []))]
        silent = [self.scores(each) for each in listed(body.get("filter", []))]
        least = body.get("minimum_should_match", 0 if must or silent else 1 if some else 0)
        found: dict[str, float] = {}
        for key in self.index.seen:
            has = [scores[key] for scores in some if key in scores]
            if all(key in scores for scores in (*must, *silent)) and len(has) >= least:
                found[key] = sum(scores[key] for scores in must) + sum(has)
        for each in listed(body.get("must_not", [])):
            for key in self.scores(each):
                found.pop(key, None)
        return found

    def term(self, body: Body) -> dict[str, float]:
        name, said = one(body)
        said = only(said, "value", "boost") if isinstance(said, dict) else {"value": said}
        if self.index.kind(name)["type"] == "text":
            return self.bm25(name, [str(said["value"])], said.get("boost", 1.0))
        return self.terms({name: [said["value"]]})

    def terms(self, body: Body) -> dict[str, float]:
        name, wanted = one(body)
        if self.index.kind(name).get("index") is False:
            raise RefusedError(400, "query_shard_exception", f"[{name}] is not indexed")
        pages = self.index.seen.items()
        return {
            key: 1.0 for key, page in pages if set(self.index.values(page, name)) & set(wanted)
        }

    def phrase(self, body: Body) -> dict[str, float]:
        name, said = one(body)
        only(said, "query", "analyzer", "boost", "slop")
        if said["analyzer"] != "whitespace":
            raise RefusedError(400, "illegal_argument_exception", "analyzer not found")
        return self.bm25(name, said["query"].split(), said.get("boost", 1.0))

    def bm25(self, name: str, words: list[str], boost: float) -> dict[str, float]:
        found: dict[str, tuple[int, int]] = {}
        for key, page in self.index.seen.items():
            values = self.index.texts(page, name)
            count = sum(
                value[at : at + len(words)] == words
                for value in values
                for at in range(len(value))
            )
            if count:
                found[key] = count, sum(map(len, values))
        pages, average = len(self.index.seen), self.index.average(name)
        idf = math.log1p((pages - len(found) + 0.5) / (len(found) + 0.5)) * len(words)
        return {
            key: boost * idf * count / (count + K1 * (1 - B + B * length / average))
            for key, (count, length) in found.items()
        }

    def regexp(self, body: Body) -> dict[str, float]:
        name, said = one(body)
        pattern = re.compile(only(said, "value")["value"])
        return {
            key: 1.0
            for key, page in self.index.seen.items()
            if any(
                pattern.fullmatch(w) for value in self.index.texts(page, name) for w in value
            )
        }

    def range(self, body: Body) -> dict[str, float]:
        name, said = one(body)
        only(said, "gte", "lt")
        first, beyond = said.get("gte", -math.inf), said.get("lt", math.inf)
        pages = self.index.seen.items()
        return {
            key: 1.0
            for key, page in pages
            if any(first <= value < beyond for value in self.index.values(page, name))
        }

    def ids(self, body: Body) -> dict[str, float]:
        return {key: 1.0 for key in only(body, "values")["values"] if key in self.index.seen}

    def constant(self, body: Body) -> dict[str, float]:
        only(body, "filter", "boost")
        return dict.fromkeys(self.scores(body["filter"]), body.get("boost", 1.0))

    def answer(self, body: Body) -> Body:
        allowed = (
            "query",
            "size",
            "track_total_hits",
            "_source",
            "sort",
            "search_after",
            "aggs",
        )
        only(body, *allowed)
        scores = self.scores(body.get("query", {"match_all": {}}))
        size = body.get("size", 10)
        if size > 10_000:
            raise RefusedError(400, "illegal_argument_exception", "Result window is too large")
        order = body.get("sort", [{"_score": "desc"}])
        rows = sorted((self.places(key, scores[key], order), key) for key in scores)
        if "search_after" in body:
            after = [(value is None, value) for value in body["search_after"]]
            rows = [row for row in rows if row[0] > after]
        total: Body = {"value": len(scores), "relation": "eq"}
        if body.get("track_total_hits") is not True and len(scores) > 10_000:
            total = {"value": 10_000, "relation": "gte"}
        hits = [self.hit(key, scores[key], places, body) for places, key in rows[:size]]
        found: Body = {
            "took": 1,
            "timed_out": False,
            "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
            "hits": {"total": total, "hits": hits},
        }
        if "aggs" in body:
            found["aggregations"] = {
                name: self.aggregation(asked, scores) for name, asked in body["aggs"].items()
            }
        return found

    def places(self, key: str, score: float, order: list[Any]) -> list[tuple[bool, Any]]:
        """What a page is sorted by; what is missing comes last."""
        found: list[tuple[bool, Any]] = []
        for by in order:
            name, way = (by, "asc") if isinstance(by, str) else one(by)
            if name == "_score":
                assert way == "desc"
                found.append((False, -score))
                continue
            if isinstance(way, dict):
                assert only(way, "order", "missing") == {"order": "asc", "missing": "_last"}
            if self.index.kind(name).get("doc_values") is False:
                raise RefusedError(
                    400, "illegal_argument_exception", f"[{name}] has no doc values"
                )
            values = self.index.values(self.index.seen[key], name)
            found.append((not values, min(values) if values else None))
        return found

    def hit(self, key: str, score: float, places: list[tuple[bool, Any]], body: Body) -> Body:
        stored = self.index.mappings["_source"]["includes"]
        page = self.index.seen[key]
        wanted = [name for name in body.get("_source", stored) if name in stored]
        source = {name: page[name] for name in wanted if name in page}
        is_scored = any(by == {"_score": "desc"} for by in body.get("sort", []))
        found = {"_id": key, "_score": score if is_scored else None, "_source": source}
        return {**found, "sort": [value for _, value in places]}

    def aggregation(self, asked: Body, scores: dict[str, float]) -> Body:
        kind, body = one(asked)
        values = [
            self.index.values(self.index.seen[key], body["field"]) for key in sorted(scores)
        ]
        if kind == "max":
            return {"value": max((max(some) for some in values if some), default=None)}
        if kind != "terms" or not 0 < only(body, "field", "size")["size"] <= 65_535:
            raise RefusedError(400, "parsing_exception", f"unknown aggregation [{kind}]")
        counts: dict[Any, int] = {}
        for some in values:
            for value in set(some):
                counts[value] = counts.get(value, 0) + 1
        order = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        return {
            "doc_count_error_upper_bound": 0,
            "sum_other_doc_count": sum(count for _, count in order[body["size"] :]),
            "buckets": [{"key": k, "doc_count": n} for k, n in order[: body["size"]]],
        }


@dataclass
class Stub:
    """The server's indexes and what it was asked.

    Attributes:
        address: of the server, without an index.
        indexes: name -> index.
        log: method and path of each request.
        trouble: answers (status, body) that come first, whatever is asked.
    """

    address: str = ""
    indexes: dict[str, Index] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    trouble: list[tuple[int, bytes]] = field(default_factory=list)

    def index(self, name: str) -> Index:
        if name not in self.indexes:
            raise RefusedError(404, "index_not_found_exception", f"no such index [{name}]")
        return self.indexes[name]

    def answer(self, method: str, path: str, data: bytes, kind: str) -> Body:
        name, _, rest = unquote(urlsplit(path).path).strip("/").partition("/")
        if (method, rest) == ("POST", "_bulk"):
            if kind != "application/x-ndjson":
                raise RefusedError(406, "media_type_header_exception", "x-ndjson expected")
            return self.bulk(self.index(name), data)
        body: Body = json.loads(data) if data else {}
        ways: dict[tuple[str, str], Callable[[], Body]] = {
            ("PUT", ""): lambda: self.create(name, body),
            ("DELETE", ""): lambda: self.drop(name),
            ("GET", "_mapping"): lambda: {name: {"mappings": self.index(name).mappings}},
            ("PUT", "_mapping"): lambda: self.put_mapping(name, body),
            ("POST", "_refresh"): lambda: self.refresh(name),
            ("POST", "_search"): lambda: Search(self.index(name)).answer(body),
        }
        if (method, rest) not in ways:
            raise RefusedError(405, "method_not_allowed", f"{method} {path}")
        return ways[method, rest]()

    def drop(self, name: str) -> Body:
        self.index(name)
        del self.indexes[name]
        return {"acknowledged": True}

    def put_mapping(self, name: str, body: Body) -> Body:
        self.index(name).mappings |= only(body, "_meta")
        return {"acknowledged": True}

    def refresh(self, name: str) -> Body:
        self.index(name).seen = dict(self.index(name).pages)
        return {"_shards": {"total": 1, "successful": 1, "failed": 0}}

    def create(self, name: str, body: Body) -> Body:
        if name in self.indexes:
            raise RefusedError(
                400, "resource_already_exists_exception", f"index [{name}] exists"
            )
        only(only(body, "settings", "mappings")["settings"], "index")
        only(body["mappings"], "dynamic", "_meta", "_source", "properties")
        self.indexes[name] = Index(body["mappings"])
        return {"acknowledged": True, "shards_acknowledged": True, "index": name}

    def bulk(self, index: Index, data: bytes) -> Body:
        if not data.endswith(b"\n"):
            raise RefusedError(
                400, "illegal_argument_exception", "must be terminated by a newline"
            )
        lines = iter(data.split(b"\n")[:-1])
        items: list[Body] = []
        for line in lines:
            action, said = one(only(json.loads(line), "index", "delete"))
            key = only(said, "_id")["_id"]
            result: Body = {"_id": key, "status": 200}
            try:
                if action == "index":
                    index.put(key, json.loads(next(lines)))
                else:
                    result["status"] = 200 if index.pages.pop(key, None) else 404
            except RefusedError as error:
                result |= {"status": error.status, "error": error.body["error"]}
            items.append({action: result})
        failed = any("error" in result for item in items for result in item.values())
        return {"took": 1, "errors": failed, "items": items}


class _Handler(BaseHTTPRequestHandler):
    stub: ClassVar[Stub]

    def do_GET(self) -> None:
        self._do()

    def do_PUT(self) -> None:
        self._do()

    def do_POST(self) -> None:
        self._do()

    def do_DELETE(self) -> None:
        self._do()

    def _do(self) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.stub.log.append(f"{self.command} {self.path}")
        if self.stub.trouble:
            self._send(*self.stub.trouble.pop(0))
            return
        try:
            kind = self.headers.get("Content-Type", "")
            found = self.stub.answer(self.command, self.path, data, kind)
        except RefusedError as error:
            self._send(error.status, json.dumps(error.body).encode())
        else:
            self._send(200, json.dumps(found).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def opensearch() -> Iterator[Stub]:
    """Serve an empty stub on loopback."""
    stub = Stub()
    handler = type("Handler", (_Handler,), {"stub": stub})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        stub.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield stub
        finally:
            server.shutdown()
            thread.join()
