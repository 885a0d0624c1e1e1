# pyright: basic
"""The only module that knows Parquet: dataclass of columns <-> part file."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, TypeVar, get_type_hints

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from pagemill import tables
from pagemill.collection import footer
from pagemill.collection.durable import naming, scratch_name
from pagemill.errors import CollectionError

T = TypeVar("T")

_INSTANT = pa.timestamp("us", tz="UTC")
_ARROW: list[tuple[Any, pa.DataType]] = [
    (tables.Texts, pa.string()),
    (tables.TextLists, pa.list_(pa.string())),
    (tables.FloatLists, pa.list_(pa.float64())),
    (tables.Links, pa.list_(pa.struct([("url", pa.string()), ("text", pa.string())]))),
    (tables.Instants, _INSTANT),
    (tables.Bools, pa.bool_()),
    (tables.Int32s, pa.int32()),
    (tables.Int64s, pa.int64()),
    (tables.UInt64s, pa.uint64()),
    (tables.Float64s, pa.float64()),
    (tables.Minima, pa.list_(pa.uint32())),
]


def schema(table: type[Any]) -> pa.Schema:
    """Read the Arrow schema off a table class."""
    if table not in _schemas:
        hints = get_type_hints(table)
        _schemas[table] = pa.schema(
            [(field.name, _arrow_type(hints[field.name])) for field in fields(table)]
        )
    return _schemas[table]


_schemas: dict[type[Any], pa.Schema] = {}


def _arrow_type(hint: Any) -> pa.DataType:
    for known, arrow in _ARROW:
        if hint == known:
            return arrow
    raise TypeError(f"no Arrow type for column annotation {hint!r}")


@dataclass(frozen=True)
class Coded:
    """Texts of which many are equal: the place of each in a list without repetitions."""

    places: np.ndarray
    values: list[str]


def _coded(texts: Any) -> Coded:
    found = texts.dictionary_encode()
    return Coded(
        _flat(found.indices).astype(np.int64),
        found.dictionary.to_pylist(),
    )


@dataclass(frozen=True)
class Rows:
    """Rows of a table in Arrow's form, for moving them about without looking inside."""

    table: type[Any]
    arrow: pa.Table

    def __len__(self) -> int:
        return int(self.arrow.num_rows)

    def keys(self, columns: Sequence[str]) -> list[tuple[Any, ...]]:
        """The values of some columns, a tuple for each row; instants as integers."""
        lists = [_plain(self.arrow[name]) for name in columns]
        return list(zip(*lists, strict=True))

    def take(self, positions: Sequence[int] | np.ndarray[Any, np.dtype[np.int64]]) -> Rows:
        """Some rows, in the order given."""
        wanted = np.asarray(positions, np.int64)
        first = int(wanted[0]) if wanted.size else 0
        if np.array_equal(wanted, np.arange(first, first + wanted.size)):
            return self.slice(first, first + wanted.size)  # nothing needs to be copied
        return Rows(self.table, self.arrow.take(_places(wanted)))

    def where(self, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> Rows:
        """The rows for which a mask of as many bools is true."""
        return self.take(np.flatnonzero(mask))

    def agrees(self, other: Rows, columns: Sequence[str]) -> bool:
        """Whether these rows and others have the same values in some columns, in order."""
        return len(self) == len(other) and all(
            self.arrow[name].equals(other.arrow[name]) for name in columns
        )

    def numbers(self, column: str) -> np.ndarray[Any, np.dtype[Any]]:
        """The values of a column of numbers."""
        found: np.ndarray[Any, np.dtype[Any]] = _flat(self.arrow[column].combine_chunks())
        return found

    def slice(self, begin: int, end: int) -> Rows:
        """Rows ``begin`` to ``end``, the latter not included."""
        return Rows(self.table, self.arrow.slice(begin, end - begin))

    def links(self, column: str) -> tuple[np.ndarray, Coded, Coded]:
        """A column of links laid flat: how many each row has, their addresses, their texts."""
        whole = self.arrow[column].combine_chunks()
        counts = np.diff(_flat(whole.offsets))
        flat = whole.flatten()
        return counts.astype(np.int64), _coded(flat.field("url")), _coded(flat.field("text"))

    def columns(self) -> Any:  # the table's class is known at run time only
        """The rows as a value of the table's class."""
        values = {
            field.name: _column(self.arrow[field.name].combine_chunks())
            for field in fields(self.table)
        }
        return self.table(**values)


def _plain(column: pa.ChunkedArray) -> list[Any]:
    if pa.types.is_timestamp(column.type):
        column = pa.chunked_array(
            [chunk.view(pa.int64()) for chunk in column.chunks], pa.int64()
        )
    values: list[Any] = column.to_pylist()
    return values


def _column(array: Any) -> Any:
    kind = array.type
    if pa.types.is_timestamp(kind):
        return _flat(array.view(pa.int64())).view("datetime64[us]")
    if pa.types.is_list(kind) and pa.types.is_uint32(kind.value_type):
        if not len(array):
            return np.zeros((0, 0), np.uint32)
        first, last = array.offsets[0].as_py(), array.offsets[-1].as_py()
        values = _flat(array.values[first:last])
        return values.reshape(len(array), -1)
    if pa.types.is_string(kind) or pa.types.is_list(kind):
        return array.to_pylist()
    return _flat(array)


def rows(value: Any) -> Rows:
    """Put a table value into Arrow's form."""
    table = type(value)
    form = schema(table)
    arrays = [_array(getattr(value, column.name), column.type) for column in form]
    return Rows(table, pa.Table.from_arrays(arrays, schema=form))


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    if pa.types.is_timestamp(kind):
        instants = np.asarray(values, "datetime64[us]").view(np.int64)
        return _numbers(instants, pa.int64()).view(kind)
    if isinstance(values, np.ndarray) and values.ndim == 2:
        offsets = np.arange(len(values) + 1, dtype=np.int32) * values.shape[1]
        flat = _numbers(values.ravel(), kind.value_type)
        return pa.ListArray.from_arrays(_numbers(offsets, pa.int32()), flat)
    if pa.types.is_list(kind):
        ends = np.cumsum([0, *map(len, values)]).astype(np.int32)
        items = _array([one for some in values for one in some], kind.value_type)
        return pa.ListArray.from_arrays(_numbers(ends, pa.int32()), items)
    if pa.types.is_struct(kind):
        columns = [_array([one[it.name] for one in values], it.type) for it in kind]
        return pa.StructArray.from_arrays(columns, fields=list(kind))
    found = _numbers(values, kind) if kind in _PLAIN else _texts(values)
    return pa.array(values, kind) if found is None else found


# Arrays of the usual kinds are laid out here: pa.array would first load pandas, wherever it is
# installed, to ask whether they are of its kinds.


_PLAIN: dict[pa.DataType, Any] = {
    pa.int32(): np.int32,
    pa.int64(): np.int64,
    pa.uint64(): np.uint64,
}
_PLAIN |= {pa.uint32(): np.uint32, pa.float64(): np.float64, pa.bool_(): np.bool_}


def _places(positions: Any) -> pa.Array:
    return _numbers(np.asarray(positions, np.int64), pa.int64())


def _numbers(values: Any, kind: pa.DataType) -> pa.Array:
    found = np.ascontiguousarray(values, _PLAIN[kind])
    if pa.types.is_boolean(kind):
        found = np.packbits(found, bitorder="little")
    return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(found)])


def _flat(array: Any) -> np.ndarray[Any, np.dtype[Any]]:
    """The numbers of an array where they lie; as in ``_array`` without loading pandas."""
    begin, end, data = array.offset, array.offset + len(array), array.buffers()[1]
    kind = _PLAIN[array.type]
    if data is None or not len(array):
        return np.zeros(0, kind)
    if kind is np.bool_:
        bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
        return bits[begin:end].view(np.bool_)
    return np.frombuffer(data, kind)[begin:end]


def _texts(values: Any) -> pa.Array | None:
    """Texts as Arrow lays them out; None where something else is among them."""
    try:
        # Half of a surrogate pair is what UTF-8 cannot hold.
        pieces = [value.encode("utf-8", "replace") for value in values]
    except AttributeError:
        return None
    ends = np.cumsum([0, *map(len, pieces)])
    if ends[-1] > _MOST_TEXT:
        return None
    offsets = pa.py_buffer(ends.astype(np.int32))
    return pa.StringArray.from_buffers(len(pieces), offsets, pa.py_buffer(b"".join(pieces)))


_MOST_TEXT = (1 << 31) - 1


def empty(table: type[T]) -> T:
    """A table value without rows."""
    found: T = Rows(table, pa.Table.from_batches([], schema(table))).columns()
    return found


def joined(table: type[Any], pieces: Iterable[Rows]) -> Rows:
    """Rows one after another."""
    arrow = [piece.arrow for piece in pieces]
    return Rows(table, pa.concat_tables([pa.Table.from_batches([], schema(table)), *arrow]))


def interleaved(table: type[Any], pieces: Sequence[Rows], by: str) -> Rows:
    """Rows in the order of a column by which each piece is sorted already."""
    whole = joined(table, pieces)
    order = np.argsort(whole.numbers(by), kind="stable")
    return Rows(table, whole.arrow.take(_places(order)))


LATER_COLUMNS = frozenset(
    (
        *("detected", "converter", "media_type", "frames", "template", "topic_link_scores"),
        *("page_type_confidence", "page_type_evidence", "genre_confidence"),
        *("category_confidence", "block_digest"),
    )
)
"""Columns of text, numbers and lists that tables of release 0.1.0 lack."""

FORM = "2"
"""How rows are laid down in a file; rows laid down otherwise are not copied as bytes."""


class PartWriter:
    """Writes one part file, a row group for each batch; it appears whole or not at all."""

    def __init__(self, table: type[Any], path: Path) -> None:
        self.path = path
        self.rows = 0
        self._table = table
        path.parent.mkdir(parents=True, exist_ok=True)
        self._scratch = scratch_name(path)
        self._sink = pa.OSFile(str(self._scratch), "wb")
        self._writer = _parquet_writer(table, self._sink)
        self._moved: list[tuple[footer.Group, int] | None] = []

    def write(self, batch: Rows) -> None:
        """Append rows as one row group."""
        if len(batch):
            with naming(self.path):
                self._writer.write_table(batch.arrow, row_group_size=max(len(batch), 1))
            self.rows += len(batch)
            self._moved.append(None)

    def copy(self, part: Part, number: int) -> bool:
        """Append a batch of another part as it is, without decoding it.

        Returns:
            Whether that can be done; not where another version of a library wrote the other.
        """
        known = part.ending()
        if known is None or not known.is_like(_empty_footer(self._table)):
            return False
        group = known.groups[number]
        with naming(self.path):
            self._moved.append((group, self._sink.tell()))
            self._sink.write(group.taken(part.path))
        self.rows += part.rows(number)
        return True

    def close(self) -> None:
        """Finish the file and give it its name."""
        try:
            with naming(self.path):
                self._writer.close()
                self._sink.close()
                self._settle()
            self._scratch.replace(self.path)
        finally:
            self._scratch.unlink(missing_ok=True)

    def _settle(self) -> None:
        with self._scratch.open("r+b") as handle:
            if any(self._moved):
                self._tell_moved(handle)
            os.fsync(handle.fileno())

    def _tell_moved(self, handle: IO[bytes]) -> None:
        """Put the copied row groups into the footer, which names the written ones only."""
        data, begin = footer.located(handle)
        found = footer.parsed(data)
        written = iter(found.groups)
        pieces = [
            next(written).piece if moved is None else moved[0].moved(moved[1])
            for moved in self._moved
        ]
        handle.seek(begin)
        handle.truncate()
        handle.write(found.having(pieces, self.rows))
        handle.flush()

    def discard(self) -> None:
        """Give up: leave nothing behind, even where the disk takes no more."""
        try:
            with contextlib.suppress(OSError):
                self._writer.close()
            with contextlib.suppress(OSError):
                self._sink.close()
        finally:
            self._scratch.unlink(missing_ok=True)


def _parquet_writer(table: type[Any], sink: Any) -> pq.ParquetWriter:
    # The stubs know of all or none; pyarrow takes the names of columns, too.
    numbers: Any = [one.name for one in schema(table) if one.type == pa.uint64()]
    return pq.ParquetWriter(
        sink,
        schema(table).with_metadata({"pagemill": FORM}),
        compression="zstd",
        use_dictionary=False,  # texts and hashes seldom repeat, and zstd finds what does
        version="2.6",
        write_page_checksum=True,
        write_statistics=numbers,
    )


def _empty_footer(table: type[Any]) -> footer.Footer:
    """What all footers of a table have in common."""
    if table not in _empty_footers:
        sink = pa.BufferOutputStream()
        _parquet_writer(table, sink).close()
        data, _ = footer.located(io.BytesIO(sink.getvalue()))
        _empty_footers[table] = footer.parsed(data)
    return _empty_footers[table]


_empty_footers: dict[type[Any], footer.Footer] = {}


def write_part(value: Any, path: Path) -> int:
    """Write a table value as one part file of one row group; return its rows."""
    writer = PartWriter(type(value), path)
    try:
        writer.write(rows(value))
    except BaseException:
        writer.discard()
        raise
    writer.close()
    return writer.rows


def _opened(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path, page_checksum_verification=True)
    except FileNotFoundError:
        raise CollectionError(f"{path}: part file is missing; {_REMEDY}") from None
    except (pa.ArrowException, OSError, ValueError) as error:  # names that are no text, too
        reason = str(error).splitlines()[0]
        raise CollectionError(f"{path}: damaged part file ({reason}); {_REMEDY}") from None


_REMEDY = (
    "delete the folder 'tables' of the collection and run 'pagemill build' to make all "
    "tables again from the archive"
)


def row_count(path: Path) -> int:
    """Rows of a part file, read off its footer."""
    return int(_opened(path).metadata.num_rows)


def batches(table: type[T], path: Path) -> Iterator[Rows]:
    """The batches of a part file as they were written."""
    part = Part(path)
    for number in range(part.count):
        yield part.batch(table, number)


class Part:
    """A part file that is opened once and read batch by batch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = _opened(path)
        self.count: int = self._file.num_row_groups
        self._footer: footer.Footer | None = None

    def batch(self, table: type[Any], number: int) -> Rows:
        """One batch, as the table or as a view of it."""
        return Rows(table, _selected(self._file, self.path, schema(table), [number]))

    def rows(self, number: int) -> int:
        """Rows of one batch."""
        return int(self._file.metadata.row_group(number).num_rows)

    def ending(self) -> footer.Footer | None:
        """What the file tells of its row groups; None where that is not understood."""
        if self._footer is None:
            self._footer = footer.of_file(self.path)
        return self._footer

    def completed(self, seen: Rows, table: type[Any], number: int) -> Rows:
        """One batch as ``table``, of which some columns were read before."""
        form = schema(table)
        known = seen.arrow.column_names
        rest = pa.schema([column for column in form if column.name not in known])
        found = _selected(self._file, self.path, rest, [number])
        columns = [(seen.arrow if name in known else found)[name] for name in form.names]
        return Rows(table, pa.Table.from_arrays(columns, schema=form))

    def some(self, table: type[Any], numbers: Sequence[int]) -> Rows:
        """The rows with these numbers, ascending; only batches that have any are read."""
        metadata = self._file.metadata
        sizes = [metadata.row_group(group).num_rows for group in range(self.count)]
        starts = np.cumsum([0, *sizes])
        wanted = np.asarray(numbers, np.int64)
        groups = np.searchsorted(starts, wanted, side="right") - 1
        pieces: list[Rows] = []
        for group in np.unique(groups).tolist():
            inside = (wanted[groups == group] - starts[group]).tolist()
            pieces.append(self.batch(table, group).take(inside))
        return joined(table, pieces)

    def batches(self, table: type[Any], columns: Iterable[str] = ()) -> list[Rows]:
        """All batches, as some columns of a table or all of it; for short columns only."""
        form = schema(table)
        if names := set(columns):
            form = pa.schema([column for column in form if column.name in names])
        whole = _selected(self._file, self.path, form)
        ends = np.cumsum([0, *map(self.rows, range(self.count))]).tolist()
        return [Rows(table, whole.slice(begin, end - begin)) for begin, end in pairwise(ends)]


def _selected(
    file: pq.ParquetFile, path: Path, form: pa.Schema, groups: list[int] | None = None
) -> pa.Table:
    groups = list(range(file.num_row_groups)) if groups is None else groups
    try:
        # One thread: a build has as many workers as there are processors already.
        found = file.read_row_groups(groups, columns=form.names, use_threads=False)
        found.validate(full=True)  # pages that release 0.1.0 wrote have no checksum
        found = _with_later_columns(found, form).select(form.names)
        return found if found.schema.equals(form) else found.cast(form)
    except (pa.ArrowException, KeyError, OSError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise CollectionError(f"{path}: damaged part file ({reason}); {_REMEDY}") from None


_NOTHING: dict[pa.DataType, object] = {pa.string(): "", pa.uint64(): 0, pa.float64(): 0.0}


def _with_later_columns(found: pa.Table, form: pa.Schema) -> pa.Table:
    """A table with the columns that a release after its writing added: empty."""
    for column in form:
        if column.name in LATER_COLUMNS and column.name not in found.column_names:
            nothing = _NOTHING.get(column.type, [])
            values = pa.array([nothing] * found.num_rows, column.type)
            found = found.append_column(column.name, values)
    return found


def read_rows(table: type[Any], paths: Iterable[Path]) -> Rows:
    """All rows of some part files."""
    form = schema(table)
    return joined(table, [Rows(table, _selected(_opened(path), path, form)) for path in paths])


def distinct(table: type[Any], paths: Iterable[Path], column: str) -> set[Any]:
    """The values that a column has in some part files."""
    form = pa.schema([schema(table).field(column)])
    found: set[Any] = set()
    for path in paths:
        found.update(_selected(_opened(path), path, form)[column].unique().to_pylist())
    return found


def read(table: type[T], paths: Iterable[Path]) -> T:
    """All rows of some part files as one table value."""
    found: T = read_rows(table, paths).columns()
    return found


def lookup(table: type[T], paths: Sequence[Path], url_hash: int) -> T:
    """The rows of a table for one URL hash.

    The part follows from the hash; of it, only the row groups whose statistics admit the
    hash are read.
    """
    if not paths:
        return empty(table)
    return _found(table, paths[url_hash * len(paths) >> 64], "url_hash", url_hash)


def place(table: type[Any], paths: Sequence[Path], url_hash: int) -> tuple[Path, int] | None:
    """The part file and the number in it of the first row for a URL hash; None without one."""
    if not paths:
        return None
    path = paths[url_hash * len(paths) >> 64]
    file, form = _opened(path), pa.schema([schema(table).field("url_hash")])
    for group in _groups(file, "url_hash", url_hash):
        hashes = Rows(table, _selected(file, path, form, [group])).numbers("url_hash")
        rows = np.flatnonzero(hashes == np.uint64(url_hash))
        if rows.size:
            before = range(group)
            return path, sum(file.metadata.row_group(n).num_rows for n in before) + int(rows[0])
    return None


def _groups(file: pq.ParquetFile, column: str, value: int) -> list[int]:
    """Row groups whose statistics admit a value."""
    number = file.schema_arrow.get_field_index(column)
    return [
        group
        for group in range(file.num_row_groups)
        if _may_hold(file.metadata.row_group(group).column(number).statistics, value)
    ]


def _found(table: type[T], path: Path, column: str, value: int) -> T:
    file, form = _opened(path), schema(table)
    key = pa.schema([form.field(column)])
    pieces = []
    for group in _groups(file, column, value):
        # Many keys that are asked for are not there; only for one that is are all columns read.
        keys = Rows(table, _selected(file, path, key, [group])).numbers(column)
        is_it = keys == np.uint64(value)
        if is_it.any():
            whole = Rows(table, _selected(file, path, form, [group]))
            pieces.append(whole.take(np.flatnonzero(is_it).tolist()))
    rest: T = joined(table, pieces).columns()
    return rest


def _may_hold(statistics: Any, value: int) -> bool:
    if statistics is None or not statistics.has_min_max:
        return True
    return bool(int(statistics.min) <= value <= int(statistics.max))
