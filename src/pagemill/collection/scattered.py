# pyright: basic
"""Scratch between the two halves of a stage: rows by key range, in Arrow's own file format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from pagemill.collection import parquet
from pagemill.collection.durable import naming, scratch_name

RANGES = 64
"""Key ranges into which rows are scattered: the six leading bits of the key."""


def scatter(value: Any, by: str, path: Path) -> int:
    """Write rows ordered by key range, with the first row of each range; return their number.

    The file is scratch: it lives between the two halves of one stage.
    """
    whole = parquet.rows(value)
    ranges = (np.asarray(getattr(value, by), np.uint64) >> np.uint64(58)).astype(np.uint8)
    order = np.argsort(ranges, kind="stable")
    edges = np.searchsorted(ranges[order], np.arange(RANGES + 1))
    arranged = whole.take(order).arrow.combine_chunks()
    told = {_EDGES: json.dumps(edges.tolist()).encode()}
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = scratch_name(path)
    try:
        with naming(path):
            _write_scratch(scratch, arranged.replace_schema_metadata(told))
        scratch.replace(path)
    finally:
        scratch.unlink(missing_ok=True)
    return len(whole)


_EDGES = b"edges"


def _write_scratch(path: Path, arranged: pa.Table) -> None:
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, arranged.schema) as out:
        out.write_table(arranged)


def _edges(file: pa.ipc.RecordBatchFileReader) -> list[int]:
    found: list[int] = json.loads(file.schema.metadata[_EDGES])
    return found


def scattered_rows(paths: Iterable[Path]) -> int:
    """Rows in scattered files."""
    count = 0
    for path in paths:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
            count += _edges(file)[-1]
    return count


def gathered(table: type[Any], paths: Iterable[Path], first: int, last: int) -> parquet.Rows:
    """The rows of key ranges ``first`` to ``last`` (not included) from scattered files."""
    pieces = []
    for path in paths:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
            edges = _edges(file)
            found = file.read_all().slice(edges[first], edges[last] - edges[first])
        pieces.append(parquet.Rows(table, found.replace_schema_metadata(None)))
    return parquet.joined(table, pieces)
