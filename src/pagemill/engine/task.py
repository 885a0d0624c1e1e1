"""The tasks that a stage is made of: picklable, independent, safe to carry out twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pagemill.collection import parquet
from pagemill.collection.durable import replace_json
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
            for batch in parquet.batches(self.stage.reads, self.source):
                rows, rejects = _shard_batch(self, batch, known)
                out.write(rows)
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
    """Keep a task's accounts beside its parts, so that a resumed run need not repeat it."""
    replace_json(path, {name: getattr(accounts, name) for name in Accounts.__slots__})


Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Earlier:
    """Rows of an earlier run, found by key; only batches that are asked for are loaded.

    Attributes:
        table: what the part files hold.
        places: key -> part file, batch in it, row in that.
    """

    table: type[Any]
    places: dict[Key, tuple[Path, int, int]]

    @classmethod
    def load(cls, table: type[Any], paths: tuple[Path, ...], key: tuple[str, ...]) -> _Earlier:
        """Read the keys; rows that were rejected unseen are none to take over."""
        columns = (*key, "unseen") if table is Rejects else key
        width = len(key)
        places: dict[Key, tuple[Path, int, int]] = {}
        for path in paths:
            for number, batch in enumerate(parquet.batch_keys(table, path, columns)):
                places |= {
                    found[:width]: (path, number, row)
                    for row, found in enumerate(batch)
                    if not any(found[width:])
                }
        return cls(table, places)

    def take(self, keys: list[Key]) -> parquet.Rows:
        """The rows with these keys, in no particular order."""
        wanted: dict[tuple[Path, int], list[int]] = {}
        for key in keys:
            path, number, row = self.places[key]
            wanted.setdefault((path, number), []).append(row)
        pieces = [
            parquet.batch(self.table, path, number).take(rows)
            for (path, number), rows in wanted.items()
        ]
        return parquet.joined(self.table, pieces)


@dataclass(frozen=True, slots=True)
class _Known:
    """Results of an earlier run."""

    rows: _Earlier
    rejects: _Earlier

    @classmethod
    def load(cls, task: ShardTask) -> _Known:
        return cls(
            _Earlier.load(task.stage.writes, task.prior, (*task.stage.key, *task.stage.also)),
            _Earlier.load(Rejects, task.prior_rejects, REJECT_KEY),
        )


def _shard_batch(
    task: ShardTask, batch: parquet.Rows, known: _Known
) -> tuple[parquet.Rows, parquet.Rows]:
    """Results for one batch, in the order of its rows."""
    stage = task.stage
    columns = batch.columns()
    reasons = _sifted(task, columns)
    keys, reject_keys = batch.keys(stage.key), batch.keys(REJECT_KEY)
    known_by = batch.keys((*stage.key, *stage.also))
    going = [row for row, reason in enumerate(reasons) if not reason]
    kept = [row for row in going if known_by[row] in known.rows.places]
    rest = [row for row in going if known_by[row] not in known.rows.places]
    again = [row for row in rest if reject_keys[row] in known.rejects.places]
    settled = {*kept, *again}
    fresh = [row for row in going if row not in settled]
    out, rejects = stage.run(batch.take(fresh).columns(), stage.params)
    watch.idle()
    rows = parquet.joined(
        stage.writes,
        [parquet.rows(out), known.rows.take([known_by[row] for row in kept])],
    )
    refused = [row for row, reason in enumerate(reasons) if reason]
    turned_away = parquet.joined(
        Rejects,
        [
            parquet.rows(rejects),
            known.rejects.take([reject_keys[row] for row in again]),
            parquet.rows(_unseen(columns, refused, reasons)),
        ],
    )
    order = {key: row for row, key in enumerate(keys)}
    reject_order = {key: row for row, key in enumerate(reject_keys)}
    return _ordered(rows, stage.key, order), _ordered(turned_away, REJECT_KEY, reject_order)


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


def _ordered(
    rows: parquet.Rows, key: tuple[str, ...], order: dict[tuple[Any, ...], int]
) -> parquet.Rows:
    positions = [order[value] for value in rows.keys(key)]
    return rows.take(np.argsort(positions, kind="stable").tolist())


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
        count = parquet.scatter(spread, self.stage.by, self.target)
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

    def without(self, document: int, reason: str) -> RangeTask:
        """Documents are not looked into here, so none can do harm."""
        del document, reason
        return self

    def __call__(self) -> Accounts:
        """Read the range from every piece, run the stage, write its parts."""
        rows = parquet.gathered(self.stage.meets, self.sources, self.first, self.last)
        out, used = self.stage.run(rows.columns(), self.stage.params)
        written = self._write(out)
        accounts = Accounts(
            rows_in=len(rows),
            rows_out=used.rows,
            rejects=dict(sorted(used.rejects.items())),
            notes=dict(sorted(used.notes.items())),
            written={self.stage.writes.name: written},
        )
        _note(self.account, accounts)
        return accounts

    def _write(self, out: Any) -> int:
        whole = parquet.rows(out)
        cuts = [*self.stage.cuts(out), len(whole)] if len(whole) else [0]
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
        width = (1 << 64) // parquet.RANGES * (self.last - self.first) // count
        start = (1 << 64) // parquet.RANGES * self.first
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
