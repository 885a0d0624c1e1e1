"""The record of every request of a measurement, and an engine that answers from it.

A line is one request with its answer, or with the reason why none came. A measurement draws all
its chance from a seed, so the same measurement on the recorded answers asks for the same things
in the same order and ends at the same number, bit for bit, without a request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

from pagemill.errors import UsageError
from pagemill.measure.engine import Answer, Engine, Query, Unanswered

FORMAT = 1
Line = dict[str, Any]
T = TypeVar("T")


def heading(engine: Engine) -> Line:
    """The first line of a journal: which engine it is of."""
    filters = {field: list(values) for field, values in engine.filters.items()}
    return {"journal": FORMAT, "engine": engine.name, "limit": engine.limit, "filters": filters}


class Recorder:
    """An engine that tells every request and its answer before it passes the answer on.

    Args:
        engine: the engine to ask.
        tell: takes one line of the journal, without line end.
    """

    def __init__(self, engine: Engine, tell: Callable[[str], None]) -> None:
        self._engine = engine
        self._tell = tell
        self.name = engine.name
        self.limit = engine.limit
        self.filters = engine.filters
        tell(json.dumps(heading(engine), ensure_ascii=False))

    def search(self, query: Query) -> Answer:
        """Answer a query, and record it."""
        return self._recorded("search", _asked(query), lambda: self._engine.search(query))

    def fetch(self, page: str) -> str | None:
        """The live text of a page, recorded."""
        return self._recorded("fetch", page, lambda: self._engine.fetch(page))

    def cached(self, page: str) -> str | None:
        """The indexed text of a page, recorded."""
        return self._recorded("cached", page, lambda: self._engine.cached(page))

    def lookup(self, page: str) -> bool | None:
        """Whether there is such a page, recorded."""
        return self._recorded("lookup", page, lambda: self._engine.lookup(page))

    def _recorded(self, kind: str, asked: object, ask: Callable[[], T]) -> T:
        line: Line = {"ask": kind, "for": asked}
        try:
            answer = ask()
        except Unanswered as error:
            line["unanswered"] = [error.reason, error.is_lasting]
            self._tell(json.dumps(line, ensure_ascii=False))
            raise
        line["answer"] = _plain(answer)
        self._tell(json.dumps(line, ensure_ascii=False))
        return answer


class Replayed:
    """An engine that answers from a journal alone, in the order of the journal.

    Args:
        lines: the lines of a journal.

    Raises:
        UsageError: it is no journal.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = _read(lines)
        first = next(self._lines, Line())
        if first.get("journal") != FORMAT:
            raise UsageError("this is no journal of a measurement; make one with --journal")
        self.name = str(first["engine"])
        self.limit = int(first["limit"])
        filters = cast("dict[str, list[str]]", first["filters"])
        self.filters = {field: tuple(values) for field, values in filters.items()}

    def search(self, query: Query) -> Answer:
        """What was answered to this query."""
        found = self._next("search", _asked(query))
        ids, total, relation, overflow = cast("list[Any]", found)
        return Answer(tuple(ids), total, relation, overflow)

    def fetch(self, page: str) -> str | None:
        """What was fetched then."""
        return cast("str | None", self._next("fetch", page))

    def cached(self, page: str) -> str | None:
        """What the engine showed then."""
        return cast("str | None", self._next("cached", page))

    def lookup(self, page: str) -> bool | None:
        """What was found then."""
        return cast("bool | None", self._next("lookup", page))

    def _next(self, kind: str, asked: object) -> object:
        line = next(self._lines, None)
        if line is None or line.get("ask") != kind or line.get("for") != asked:
            raise UsageError(
                f"the journal has no answer to {kind} {asked} here; replay it with the same "
                "command, options and seed as it was made with"
            )
        if "unanswered" in line:
            reason, is_lasting = line["unanswered"]
            raise Unanswered(reason, is_lasting=is_lasting)
        return cast("object", line["answer"])


def _read(lines: Iterable[str]) -> Iterator[Line]:
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise UsageError(f"line {number} of the journal is damaged; it cannot be replayed")
        yield cast("Line", found)


def _asked(query: Query) -> list[Any]:
    return [list(query.words), query.is_phrase, [list(pair) for pair in query.filters]]


def _plain(answer: object) -> object:
    if isinstance(answer, Answer):
        return [list(answer.ids), answer.total, answer.relation, answer.overflow]
    return answer
