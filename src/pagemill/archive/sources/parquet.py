# pyright: basic
"""Pages as Parquet: the columns ``url`` and ``html``, read by row group."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from pagemill.archive.sources.source import (
    Item,
    PageRow,
    SourceOptions,
    UnreadableError,
    modified_at,
    page_record,
)
from pagemill.errors import UsageError
from pagemill.model.capture import Damage, Reject

_OPTIONAL = ("fetched_at", "date", "content_type", "status")
_BATCH = 64
_DAMAGE = (ValueError, OSError, pa.ArrowException)
_NO_VALUE = (ValueError, OverflowError, LookupError, pa.ArrowException)


class _Unreadable:
    """Stands in a cell that has no value: text that is not UTF-8, a date of no calendar."""

    def __repr__(self) -> str:
        return "not readable"


class ParquetSource:
    """A Parquet file; its cursor counts rows."""

    kind = "parquet"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options
        try:
            names = set(pq.read_schema(path).names)
        except _DAMAGE as error:
            raise UnreadableError(
                f"{path}: cannot be read as Parquet ({_first_line(error)}); write it again"
            ) from None
        missing = [name for name in ("url", "html") if name not in names]
        if missing:
            raise UsageError(
                f"{path}: no column {' and '.join(missing)}; rename the columns that hold the "
                f"address and the page to url and html"
            )
        self._columns = ["url", "html", *(name for name in _OPTIONAL if name in names)]

    def read(self, start: int = 0) -> Iterator[Item]:
        """A record or a reject for each row; a row group that cannot be read is damage."""
        at = modified_at(self.path)
        with pq.ParquetFile(self.path) as table:
            behind = 0
            for group in range(table.num_row_groups):
                first, behind = behind, behind + table.metadata.row_group(group).num_rows
                if start >= behind:
                    continue
                number = first
                try:
                    for cells in self._rows(table, group):
                        number += 1
                        if number > start:
                            yield Item(number, self._found(cells, at, number))
                except _DAMAGE:
                    kind = "damaged row group"
                    damage = Damage(
                        file=str(self.path), offset=_offset(table, group), kind=kind
                    )
                    yield Item(behind, damage)

    def _rows(self, table: Any, group: int) -> Iterator[dict[str, Any]]:
        batches = table.iter_batches(
            batch_size=_BATCH, row_groups=[group], columns=self._columns, use_threads=False
        )
        for batch in batches:
            try:
                rows: list[dict[str, Any]] = batch.to_pylist()
            except _NO_VALUE:
                rows = [_readable(batch, number) for number in range(batch.num_rows)]
            yield from rows

    def _found(self, cells: dict[str, Any], at: Any, number: int) -> Any:
        where = f"{self.path} row {number}"
        html = cells["html"]
        if isinstance(html, str | bytes) and len(html) > self._options.record_limit:
            return Reject(url="", reason="over the limit", detail=where)
        page = PageRow(
            url=cells["url"],
            html=html,
            fetched_at=cells.get("fetched_at") or cells.get("date"),
            content_type=cells.get("content_type"),
            status=cells.get("status"),
        )
        return page_record(page, default_at=at, where=where)


def _readable(batch: Any, number: int) -> dict[str, Any]:
    """A row of a batch, in which some cell cannot be had."""
    cells: dict[str, Any] = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            cells[name] = column[number].as_py()
        except _NO_VALUE:
            cells[name] = _Unreadable()
    return cells


def _offset(table: Any, group: int) -> int:
    column = table.metadata.row_group(group).column(0)
    return int(column.dictionary_page_offset or column.data_page_offset)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
