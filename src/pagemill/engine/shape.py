"""The three shapes a stage can have. There is no fourth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from pagemill.tables import Rejects

In = TypeVar("In")
Mid = TypeVar("Mid")
Out = TypeVar("Out")
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What became of the input rows of one call: used, or not used for a reason.

    ``notes`` counts what else a person should know of; it has no part in the accounts.
    """

    rows: int
    rejects: dict[str, int]
    notes: dict[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class EachShard(Generic[In, Out, P]):
    """One part file in, one part file out; each row gives one row or one reject.

    Attributes:
        name: of the stage, in records and messages.
        version: raised when the output for the same input changes.
        reads: table, or view of one, that is read batch by batch.
        sifts: view of it with what ``sift`` and the keys need: all that is read of a batch of
            which every row is known.
        writes: table that is written.
        sift: reason for each row that is rejected unseen, ``""`` for those that go on.
        run: called with the rows that go on; returns the output rows and the rejects.
        params: everything the result depends on, besides the rows.
        key: columns of both tables by which an output row of an earlier run is known to
            belong to an input row; its result is then taken over without a call.
        also: further columns of both tables in which the rows must agree for that.
        outdated: URL hashes of rows that are made anew though their input rows are as they
            were, because these rows depend on more; asked while the earlier run is live still.
        beside: tables that ``run`` looks into, where they are there; the rows that change with
            them are ``outdated``.
    """

    name: str
    version: int
    reads: type[In]
    sifts: type[Any]
    writes: type[Out]
    sift: Callable[[Any], list[str]]
    run: Callable[[In, P], tuple[Out, Rejects]]
    params: P
    key: tuple[str, ...]
    also: tuple[str, ...] = ()
    outdated: Callable[[], frozenset[int]] | None = None
    beside: tuple[type[Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ByKey(Generic[In, Mid, Out, P]):
    """Rows whose key has the same leading bits meet in one call.

    Attributes:
        spread: makes the rows that meet out of the rows that are read.
        meets: table class of the rows that meet.
        by: unsigned 64-bit column of ``meets``, evenly distributed.
        run: called with all rows of a key range; returns rows and what became of the input.
        per_part: aimed-at rows of ``meets`` for each part written.
        split: column of ``writes`` whose leading bits say which part a row belongs to; None
            when the rows of a key range form one part whatever they hold.
        cuts: first row of each row group, in order, starting with 0; called with the rows of
            one or more parts, and the number of all parts.
        prepare: called once before the tasks, for scratch that ``load`` or ``run`` look into.
        load: reads what ``spread`` takes of one part file; None to read the whole part.
        grows: what is written may meet again as if it had just been read. So where input was
            only added to, the rows of keys that nothing came to are taken over as they are.
    """

    name: str
    version: int
    reads: type[Any]
    writes: type[Out]
    spread: Callable[[In, P], Mid]
    meets: type[Mid]
    by: str
    run: Callable[[Mid, P], tuple[Out, Used]]
    params: P
    per_part: int
    split: str | None
    cuts: Callable[[Out, int], list[int]]
    prepare: Callable[[], object] | None = None
    load: Callable[[Path], In] | None = None
    grows: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeTable(Generic[P]):
    """Everything in one call; for small columns only.

    Attributes:
        reads: tables, or views of some, that are read whole.
        writes: tables that are written, a part each.
        run: called with the tables read and ``params``; returns the tables written and what
            became of the rows of the first table read.
    """

    name: str
    version: int
    reads: tuple[type[Any], ...]
    writes: tuple[type[Any], ...]
    run: Callable[..., tuple[tuple[Any, ...], Used]]
    params: P


Stage = EachShard[Any, Any, Any] | ByKey[Any, Any, Any, Any] | WholeTable[Any]


def one_group(rows: object, parts: int) -> list[int]:
    """Row groups of a part: just one."""
    del rows, parts
    return [0]


def part_count(rows: int, per_part: int) -> int:
    """Parts for so many rows: the smallest power of two that keeps them at ``per_part``.

    Depends on the number of rows only, so that a collection grown step by step has the same
    parts as one built at once.
    """
    count = 1
    while count * per_part < rows:
        count *= 2
    return count
