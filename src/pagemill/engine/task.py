"""The tasks that a stage is made of: picklable, independent, safe to carry out twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pagemill.collection import parquet, scattered
from pagemill.collection.durable import replace_json, scratch_name
from pagemill.engine import watch
from pagemill.engine.shape import ByKey, EachShard, WholeTable
from pagemill.tables import Rejects

REJECT_KEY = ("url", "fetched_at", "block_digest")


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Rows that a task took, used and rejected, and the rows it wrote."""

    rows_in: int
    rows_out: int
    rejects: dict[str, int]
    written: dict[str, int]
    notes: dict[str, int] = field(default_factory=dict[str, int])


class Task(Protocol):
    """A piece of work for one process."""

    def __call__(self) -> Any:
        """Carry it out; what it returns must be picklable."""
        ...

    def without(self, document: int, reason: str) -> Task:
        """The same task, rejecting the document with this URL hash for this reason.

        Returns:
            The task itself where that changes nothing.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardTask:
    """One part of an :class:`EachShard` stage."""

    stage: EachShard[Any, Any, Any]
    source: Path
    target: Path
    rejects: Path
    account: Path
    prior: tuple[Path, ...] = ()
    prior_rejects: tuple[Path, ...] = ()
    outdated: frozenset[int] = frozenset()
    poison: tuple[tuple[int, str], ...] = ()

    def without(self, document: int, reason: str) -> ShardTask:
        """Reject one more document unseen."""
        if document in dict(self.poison):
            return self
        return replace(self, poison=(*self.poison, (document, reason)))

    def __call__(self) -> Accounts:
        """Read, take over what is known, compute the rest, write."""
        known = _Known.load(self)
        out = parquet.PartWriter(self.stage.writes, self.target)
        refused = parquet.PartWriter(Rejects, self.rejects)
        rows_in, reasons = 0, Counter[str]()
        try:
            part = parquet.Part(self.source)
            for number, batch in enumerate(part.batches(self.stage.sifts)):
                rejects = _ShardBatch(self, batch, known).put(part, number, out)
                refused.write(rejects)
                rows_in += len(batch)
                reasons.update(reason for (reason,) in rejects.keys(("reason",)))
        except BaseException:
            out.discard()
            refused.discard()
            raise
        refused.close()
        out.close()
        accounts = Accounts(
            rows_in=rows_in,
            rows_out=out.rows,
            rejects=dict(sorted(reasons.items())),
            written={self.stage.writes.name: out.rows},
        )
        _note(self.account, accounts)
        return accounts


def _note(path: Path, accounts: Accounts) -> None:
    """Keep a task's accounts beside its parts, so that a resumed run need not repeat it.

    A node that was given up may still be at the same task.
    """
    values = {name: getattr(accounts, name) for name in Accounts.__slots__}
    replace_json(path, values, scratch_name(path))


Key = tuple[Any, ...]

_UNSEEN = frozenset({True})


_Place = tuple[int, int]
"""Number of a part, and of a batch in it."""


class _Earlier:
    """Rows of an earlier run, found by key; only batches that are asked for are loaded.

    Args:
        table: what the part files hold, ordered by ``url_hash``.
        paths: the part files.
        key: columns of the key.
        lapsed: a column, and its values in rows that are none to take over.
    """

    def __init__(
        self,
        table: type[Any],
        paths: tuple[Path, ...],
        key: tuple[str, ...],
        lapsed: tuple[str, frozenset[Any]],
    ) -> None:
        self._table = table
        self._parts = [parquet.Part(path) for path in paths]
        self._key = key
        self._lapsed = lapsed
        self._seen: dict[_Place, parquet.Rows] = {}
        self._spans: dict[_Place, tuple[int, int]] = {}
        self._places: dict[_Place, dict[Key, int]] = {}
        self._loaded: dict[_Place, parquet.Rows] = {}
        columns = {*key, lapsed[0], "url_hash"}
        for place, part in enumerate(self._parts):
            for number, rows in enumerate(part.batches(table, columns)):
                hashes = rows.numbers("url_hash")
                self._seen[place, number] = rows
                self._spans[place, number] = int(hashes[0]), int(hashes[-1])

    def whole(self, seen: parquet.Rows) -> _Place | None:
        """The batch that has the keys of these rows, in this order, and no other."""
        if not len(seen):
            return None
        first = int(seen.numbers("url_hash")[0])
        column, values = self._lapsed
        for place, span in self._spans.items():
            rows = self._seen[place]
            if span[0] == first and seen.agrees(rows, self._key):
                found = rows.keys((column,)) if values else []
                return None if any(value in values for (value,) in found) else place
        return None

    def turn_to(self, seen: parquet.Rows) -> None:
        """Look for keys among the batches that may hold rows of these pages."""
        hashes = seen.numbers("url_hash")
        first, last = (int(hashes[0]), int(hashes[-1])) if len(seen) else (1, 0)
        near = [place for place, span in self._spans.items() if span[0] <= last]
        near = [place for place in near if self._spans[place][1] >= first]
        self._places = {
            place: self._places.get(place) or self._indexed(self._seen[place]) for place in near
        }

    def _indexed(self, rows: parquet.Rows) -> dict[Key, int]:
        column, values = self._lapsed
        keys = enumerate(rows.keys((*self._key, column)))
        return {found[:-1]: row for row, found in keys if found[-1] not in values}

    def find(self, key: Key) -> tuple[int, int, int] | None:
        """Part, batch and row."""
        for (place, number), rows in self._places.items():
            row = rows.get(key)
            if row is not None:
                return place, number, row
        return None

    def put(self, out: parquet.PartWriter, place: _Place) -> None:
        """Write a batch as it is."""
        if not out.copy(self._parts[place[0]], place[1]):
            out.write(self._batch(place))

    def merged(
        self,
        kept: dict[int, tuple[int, int, int]],
        made: dict[int, int],
        rows: parquet.Rows,
    ) -> parquet.Rows:
        """Rows taken over and rows made anew, in one order.

        Args:
            kept: place in the order -> part, batch and row of a row that is taken over.
            made: place in the order -> number of a row that was made.
            rows: the rows that were made.
        """
        pieces = [rows]
        starts: dict[_Place, int] = {}
        total = len(rows)
        positions = dict(made)
        for batch in sorted({place[:2] for place in kept.values()}):
            starts[batch] = total
            pieces.append(self._batch(batch))
            total += len(pieces[-1])
        for order, (place, number, row) in kept.items():
            positions[order] = starts[place, number] + row
        self._loaded = {
            batch: self._loaded[batch] for batch in starts
        }  # the next may share one
        return parquet.joined(self._table, pieces).take(
            [positions[n] for n in sorted(positions)]
        )

    def _batch(self, batch: _Place) -> parquet.Rows:
        if batch not in self._loaded:
            place, number = batch
            self._loaded[batch] = self._parts[place].batch(self._table, number)
        return self._loaded[batch]


@dataclass(frozen=True, slots=True)
class _Known:
    """Results of an earlier run."""

    rows: _Earlier
    rejects: _Earlier

    @classmethod
    def load(cls, task: ShardTask) -> _Known:
        return cls(
            _Earlier(
                task.stage.writes,
                task.prior,
                (*task.stage.key, *task.stage.also),
                ("url_hash", task.outdated),
            ),
            _Earlier(Rejects, task.prior_rejects, REJECT_KEY, ("unseen", _UNSEEN)),
        )


@dataclass(frozen=True, slots=True)
class _ShardBatch:
    """One batch of a part: what ``sift`` and the keys need of its rows, and what is known."""

    task: ShardTask
    seen: parquet.Rows
    known: _Known

    def put(self, part: parquet.Part, number: int, written: parquet.PartWriter) -> parquet.Rows:
        """Write the rows made of the batch; return those rejected, both in its order."""
        columns = self.seen.columns()
        reasons = _sifted(self.task, columns)
        whole = None if any(reasons) else self.known.rows.whole(self.seen)
        if whole:
            self.known.rows.put(written, whole)
            return parquet.joined(Rejects, [])
        stage, seen = self.task.stage, self.seen
        keys, reject_keys = seen.keys(stage.key), seen.keys(REJECT_KEY)
        kept, again, fresh = self._known(reasons, reject_keys)
        out, rejects = self._made(part, number, fresh)
        made = _places(out, stage.key, {keys[row]: row for row in fresh})
        refused = _places(rejects, REJECT_KEY, {reject_keys[row]: row for row in fresh})
        unseen = [row for row, reason in enumerate(reasons) if reason]
        refused |= {row: len(refused) + number for number, row in enumerate(unseen)}
        if unseen:
            more = parquet.rows(_unseen(columns, unseen, reasons))
            rejects = parquet.joined(Rejects, [rejects, more])
        written.write(self.known.rows.merged(kept, made, out))
        return self.known.rejects.merged(again, refused, rejects)

    def _known(
        self, reasons: list[str], reject_keys: list[Key]
    ) -> tuple[dict[int, tuple[int, int, int]], dict[int, tuple[int, int, int]], list[int]]:
        """Rows that an earlier run made, those it rejected, and those it did not see."""
        stage, known = self.task.stage, self.known
        known.rows.turn_to(self.seen)
        known.rejects.turn_to(self.seen)
        kept: dict[int, tuple[int, int, int]] = {}
        again: dict[int, tuple[int, int, int]] = {}
        fresh: list[int] = []
        for row, key in enumerate(self.seen.keys((*stage.key, *stage.also))):
            if reasons[row]:
                continue
            if made := known.rows.find(key):
                kept[row] = made
            elif refused := known.rejects.find(reject_keys[row]):
                again[row] = refused
            else:
                fresh.append(row)
        return kept, again, fresh

    def _made(
        self, part: parquet.Part, number: int, fresh: list[int]
    ) -> tuple[parquet.Rows, parquet.Rows]:
        """What the stage makes of the rows that nothing is known of."""
        stage = self.task.stage
        if not fresh:
            return parquet.joined(stage.writes, []), parquet.joined(Rejects, [])
        whole = part.completed(self.seen, stage.reads, number)
        out, rejects = stage.run(whole.take(fresh).columns(), stage.params)
        watch.idle()
        return parquet.rows(out), parquet.rows(rejects)


def _places(
    made: parquet.Rows, columns: tuple[str, ...], rows: dict[Key, int]
) -> dict[int, int]:
    """Row of the batch -> number of the row that was made of it."""
    return {rows[key]: number for number, key in enumerate(made.keys(columns))}


def _sifted(task: ShardTask, columns: Any) -> list[str]:
    reasons = task.stage.sift(columns)
    poison = dict(task.poison)
    if poison:
        for row, document in enumerate(columns.url_hash.tolist()):
            reasons[row] = reasons[row] or poison.get(document, "")
    return reasons


def _unseen(columns: Any, refused: list[int], reasons: list[str]) -> Rejects:
    return Rejects(
        url_hash=columns.url_hash[refused],
        url=[columns.url[row] for row in refused],
        fetched_at=columns.fetched_at[refused],
        block_digest=[columns.block_digest[row] for row in refused],
        reason=[reasons[row] for row in refused],
        detail=[""] * len(refused),
        unseen=np.ones(len(refused), np.bool_),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterTask:
    """Spread the rows of one part over the key ranges of a :class:`ByKey` stage."""

    stage: ByKey[Any, Any, Any, Any]
    load: Callable[[Path], Any]
    source: Path
    target: Path

    def without(self, document: int, reason: str) -> ScatterTask:
        """Documents are not looked into here, so none can do harm."""
        del document, reason
        return self

    def __call__(self) -> Accounts:
        """Read, spread, write the rows ordered by range."""
        spread = self.stage.spread(self.load(self.source), self.stage.params)
        count = scattered.scatter(spread, self.stage.by, self.target)
        return Accounts(rows_in=count, rows_out=count, rejects={}, written={})


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeTask:
    """Bring one key range of a :class:`ByKey` stage together."""

    stage: ByKey[Any, Any, Any, Any]
    sources: tuple[Path, ...]
    first: int
    last: int
    targets: tuple[Path, ...]
    account: Path
    prior: tuple[Path, ...] = ()

    def without(self, document: int, reason: str) -> RangeTask:
        """Documents are not looked into here, so none can do harm."""
        del document, reason
        return self

    def __call__(self) -> Accounts:
        """Read the range from every piece, run the stage, write its parts."""
        rows = scattered.gathered(self.stage.meets, self.sources, self.first, self.last)
        kept, known = 0, list[parquet.Rows]()
        if self.prior:
            stays, again = self._taken_over(rows)
            kept, known = len(stays), [stays]
            rows = parquet.joined(self.stage.meets, [again, rows])
        out, used = self.stage.run(rows.columns(), self.stage.params)
        if kept:
            made = [*known, parquet.rows(out)]
            out = parquet.interleaved(self.stage.writes, made, self.stage.by).columns()
        written = self._write(out)
        accounts = Accounts(
            rows_in=kept + len(rows),
            rows_out=kept + used.rows,
            rejects=dict(sorted(used.rejects.items())),
            notes=dict(sorted(used.notes.items())),
            written={self.stage.writes.name: written},
        )
        _note(self.account, accounts)
        return accounts

    def _taken_over(self, rows: parquet.Rows) -> tuple[parquet.Rows, parquet.Rows]:
        """Rows of an earlier run: those that stay, and those which meet the new ones."""
        whole = parquet.read_rows(self.stage.writes, self.prior)
        keys = whole.numbers(self.stage.by)
        ranges = keys >> np.uint64(64 - scattered.RANGES.bit_length() + 1)
        ours = (ranges >= self.first) & (ranges < self.last)
        meets = np.isin(keys, rows.numbers(self.stage.by))
        return whole.where(ours & ~meets), whole.where(ours & meets)

    def _write(self, out: Any) -> int:
        whole = parquet.rows(out)
        parts = scattered.RANGES // (self.last - self.first) * len(self.targets)
        cuts = [*self.stage.cuts(out, parts), len(whole)] if len(whole) else [0]
        share = self._shares(out, len(whole))
        for number, target in enumerate(self.targets):
            writer = parquet.PartWriter(self.stage.writes, target)
            low, high = share[number], share[number + 1]
            edges = sorted({low, high, *(cut for cut in cuts if low < cut < high)})
            for begin, end in pairwise(edges):
                writer.write(whole.slice(begin, end))
            writer.close()
        return len(whole)

    def _shares(self, out: Any, rows: int) -> list[int]:
        """First row of each target part; the rows are sorted by the splitting column."""
        count = len(self.targets)
        if self.stage.split is None or count == 1:
            return [0, *[rows] * count]
        keys = getattr(out, self.stage.split)
        width = (1 << 64) // scattered.RANGES * (self.last - self.first) // count
        start = (1 << 64) // scattered.RANGES * self.first
        borders = np.array([start + width * n for n in range(1, count)], np.uint64)
        return [0, *np.searchsorted(keys, borders).tolist(), rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeTask:
    """A :class:`WholeTable` stage."""

    stage: WholeTable[Any]
    sources: tuple[tuple[Path, ...], ...]
    targets: tuple[Path, ...]
    account: Path

    def without(self, document: int, reason: str) -> WholeTask:
        """Documents are not looked into here, so none can do harm."""
        del document, reason
        return self

    def __call__(self) -> Accounts:
        """Read all, run, write all."""
        inputs = [
            parquet.read(table, paths)
            for table, paths in zip(self.stage.reads, self.sources, strict=True)
        ]
        outputs, used = self.stage.run(*inputs, self.stage.params)
        written = {
            table.name: parquet.write_part(value, path)
            for table, value, path in zip(self.stage.writes, outputs, self.targets, strict=True)
        }
        accounts = Accounts(
            rows_in=used.rows + sum(used.rejects.values()),
            rows_out=used.rows,
            rejects=dict(sorted(used.rejects.items())),
            notes=dict(sorted(used.notes.items())),
            written=written,
        )
        _note(self.account, accounts)
        return accounts
