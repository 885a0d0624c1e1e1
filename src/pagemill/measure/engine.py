"""What an engine must offer to be measured, and what it may answer.

An engine is anything that finds pages by words. What is asked for is plain: all of some words,
or a phrase, within filters. An answer lists addresses in the engine's order and may be cut off.
An engine that does not answer raises :class:`Unanswered`: not knowing is no answer of "no".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

Relation = Literal["eq", "gte", "approx", "none"]
"""What a reported total claims to be: exact, a lower bound, an estimate, or not reported."""


@dataclass(frozen=True, slots=True)
class Query:
    """All of these words must occur, side by side if it is a phrase.

    Attributes:
        words: what to look for; none asks for everything that the filters let through.
        is_phrase: whether the words must stand side by side.
        filters: pairs of a field and a value that pages must have, such as ``("site", "a.b")``.
    """

    words: tuple[str, ...]
    is_phrase: bool = False
    filters: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        joined = " ".join(self.words)
        filters = "".join(f" {field}:{value}" for field, value in self.filters)
        return (f'"{joined}"' if self.is_phrase else joined) + filters


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one query.

    Attributes:
        ids: addresses of the pages, in the engine's order; it may list one twice.
        total: how many pages the engine says that match, or None.
        relation: what that number claims to be.
        overflow: whether more pages match than are listed, as far as can be told.
    """

    ids: tuple[str, ...]
    total: int | None = None
    relation: Relation = "none"
    overflow: bool = False


class Unanswered(Exception):  # noqa: N818 - the field's word: no answer, neither yes nor no
    """The engine gave no answer to a request.

    Args:
        reason: short wording under which it is counted, such as ``"time-out"``.
        is_lasting: whether asking again is useless.
        wait_s: seconds that the engine asks to wait, 0 if it does not say.
    """

    def __init__(self, reason: str, *, is_lasting: bool = False, wait_s: float = 0.0) -> None:
        self.reason = reason
        self.is_lasting = is_lasting
        self.wait_s = wait_s
        super().__init__(reason)


class Engine(Protocol):
    """What can be measured.

    Attributes:
        name: how reports call it.
        limit: most results of one query that can be had.
        filters: fields by which queries can be narrowed, with every value each can have.
    """

    @property
    def name(self) -> str:
        """How reports call it."""
        ...

    @property
    def limit(self) -> int:
        """Most results of one query that can be had."""
        ...

    @property
    def filters(self) -> dict[str, tuple[str, ...]]:
        """Fields by which queries can be narrowed, with every value that each can have."""
        ...

    def search(self, query: Query) -> Answer:
        """Answer a query, with up to ``limit`` results.

        Raises:
            Unanswered: no answer came.
        """
        ...

    def fetch(self, page: str) -> str | None:
        """The live text of a page; None if there is no such page any more.

        Raises:
            Unanswered: it cannot be told.
        """
        ...

    def cached(self, page: str) -> str | None:
        """The text of a page as the engine knows it; None if it does not show it.

        Raises:
            Unanswered: it cannot be told.
        """
        ...

    def lookup(self, page: str) -> bool | None:
        """Whether the engine has a page of this address; None where it cannot be asked so."""
        ...


@runtime_checkable
class Scannable(Protocol):
    """An engine whose pages can all be listed."""

    def scan(self) -> Iterator[tuple[str, str]]:
        """Every page: its address and its text as indexed."""
        ...
