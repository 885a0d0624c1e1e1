"""The footer of a Parquet file, so that row groups can go from one file to another as bytes.

The bytes of a row group say nothing about where they lie; only the footer does. So a row group
that is copied needs new places in the footer, and nothing else.

Source:
    Apache Parquet, parquet.thrift (the structs FileMetaData, RowGroup, ColumnChunk and
    ColumnMetaData); Apache Thrift, compact protocol.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from os import SEEK_END
from pathlib import Path
from typing import IO, NamedTuple

MAGIC = b"PAR1"

_I64, _LIST, _STRUCT = 6, 9, 12


class UnknownFooterError(ValueError):
    """A footer that says more than is understood here."""


@dataclass(frozen=True, slots=True)
class Footer:
    """What a footer holds.

    Attributes:
        head: up to the number of rows: format version and schema.
        middle: between the number of rows and the row groups.
        groups: one for each row group.
        tail: behind the row groups: key-value pairs and who wrote the file.
        rows: number of rows.
    """

    head: bytes
    middle: bytes
    groups: tuple[Group, ...]
    tail: bytes
    rows: int

    def is_like(self, other: Footer) -> bool:
        """Whether both are of files of one schema, written by one writer."""
        return (self.head, self.middle, self.tail) == (other.head, other.middle, other.tail)

    def having(self, groups: Sequence[bytes], rows: int) -> bytes:
        """This footer with other row groups, as it ends a file: with its length and mark."""
        count = len(groups)
        size = bytes([min(count, _MANY) << 4 | _STRUCT])
        if count >= _MANY:
            size += _varint(count)
        found = b"".join([self.head, _signed(rows), self.middle, size, *groups, self.tail])
        return found + len(found).to_bytes(4, "little") + MAGIC


_MANY = 15
_NUM_ROWS, _ROW_GROUPS = 3, 4


@dataclass(frozen=True, slots=True)
class Group:
    """A row group that can be moved.

    Attributes:
        piece: its part of the footer.
        begin: where its bytes begin in its file.
        size: bytes that it takes.
        places: where ``piece`` tells a place in the file, and which.
    """

    piece: bytes
    begin: int
    size: int
    places: tuple[tuple[int, int, int], ...]

    def taken(self, path: Path) -> bytes:
        """Its bytes, from its file."""
        with path.open("rb") as handle:
            handle.seek(self.begin)
            return handle.read(self.size)

    def moved(self, to: int) -> bytes:
        """Its part of the footer of a file where it begins at ``to``."""
        made: list[bytes] = []
        behind = 0
        for begin, end, place in self.places:
            made += (self.piece[behind:begin], _signed(place + to - self.begin))
            behind = end
        return b"".join([*made, self.piece[behind:]])


_COLUMNS, _GROUP_OFFSET = 1, 5
_SIMPLE = frozenset({2, 3, _GROUP_OFFSET, 6})
"""Further fields of RowGroup that are understood: not the number that it has in some files."""

_CHUNK_OFFSET, _CHUNK_META = 2, 3
_COMPRESSED = 7
_PAGES = frozenset({9, 10, 11})
"""Fields of ColumnMetaData that tell where pages of data, index and dictionary are."""

_UNDERSTOOD = frozenset({*range(1, 14), 15, 16, 17})
"""Fields of ColumnMetaData that tell no other place: not those of Bloom filters."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the row groups of a table have in common: everything but their numbers.

    Attributes:
        pattern: matches such a group, and takes hold of its places and sizes.
        places: which of those it takes hold of tell places.
        sizes: which tell the bytes that a column takes.
    """

    pattern: re.Pattern[bytes]
    places: tuple[int, ...]
    sizes: tuple[int, ...]

    def group(self, data: bytes, at: int) -> tuple[Group, int] | None:
        """The row group that begins there, and where it ends; None where it looks otherwise."""
        found = self.pattern.match(data, at)
        if found is None:
            return None
        spans = found.regs
        told = [spans[number] for number in self.places]
        sizes = [_value(data, spans[number][0]) for number in self.sizes]
        return _made(data, spans[0], told, sizes)


_shapes: dict[bytes, list[_Shape]] = {}
"""By what a footer says before its row groups, which is of one size for each table."""

_MOST_SHAPES = 4


def _groups(data: bytes, at: int, head: bytes) -> tuple[list[Group], int]:
    """The row groups of a list that begins at ``at``, and where it ends."""
    count, kind, at = _list_head(data, at)
    if kind != _STRUCT and count:
        raise UnknownFooterError("row groups that are no structs")
    shapes = _shapes.setdefault(head, [])
    found: list[Group] = []
    for _ in range(count):
        tried = (shape.group(data, at) for shape in shapes)
        one = next((match for match in tried if match), None)
        if one is None:
            one = _group(data, at, shapes)
        found.append(one[0])
        at = one[1]
    return found, at


def _group(data: bytes, start: int, shapes: list[_Shape]) -> tuple[Group, int]:
    """A row group, looked through value by value; others of its shape need not be."""
    if data[start] != _COLUMNS << 4 | _LIST:
        raise UnknownFooterError("a row group without columns")
    count, kind, at = _list_head(data, start + 1)
    if kind != _STRUCT:
        raise UnknownFooterError("columns that are no structs")
    told: list[_Span] = []
    sizes: list[_Span] = []
    for _ in range(count):
        at = _chunk(data, at, told, sizes)
    fields, at = _fields(data, at, number=_COLUMNS)
    if frozenset(fields) != _SIMPLE:
        raise UnknownFooterError("a row group with more than columns")
    told.append(fields[_GROUP_OFFSET])
    if len(shapes) < _MOST_SHAPES:
        shapes.append(_shape(data[start:at], start, told, sizes))
    found = [_value(data, begin) for begin, _ in sizes]
    return _made(data, (start, at), told, found)


def _made(
    data: bytes, span: tuple[int, int], told: Sequence[tuple[int, int]], sizes: Sequence[int]
) -> tuple[Group, int]:
    start, at = span
    # Newer writers state no place of a chunk, only that of its pages.
    places = [(begin, end, _value(data, begin)) for begin, end in told if data[begin]]
    first = min((place for _, _, place in places), default=0)
    inside = tuple((begin - start, end - start, place) for begin, end, place in places)
    return Group(data[start:at], first, sum(sizes), inside), at


def _chunk(piece: bytes, at: int, told: list[_Span], sizes: list[_Span]) -> int:
    """Note where a ColumnChunk tells places, and the bytes that it takes; where it ends."""
    if piece[at] != _CHUNK_OFFSET << 4 | _I64:
        raise UnknownFooterError("a column that lies in another file")
    end = _behind(piece, at + 1)
    told.append(_Span(at + 1, end))
    if piece[end] != (_CHUNK_META - _CHUNK_OFFSET) << 4 | _STRUCT:
        raise UnknownFooterError("a column without pages")
    at, number = end + 1, 0
    while head := piece[at]:
        at += 1
        number += head >> 4
        kind = head & 15
        if not head >> 4 or number not in _UNDERSTOOD:
            raise UnknownFooterError("a column with more than pages")
        if kind in _NUMBERS:
            begin = at
            while piece[at] & 0x80:
                at += 1
            at += 1
            if number in _PAGES:
                told.append(_Span(begin, at))
            elif number == _COMPRESSED:
                sizes.append(_Span(begin, at))
        else:
            at = _skipped(piece, at, kind)
    if piece[at + 1]:
        raise UnknownFooterError("a column with an index of its pages")
    return at + 2


def _shape(piece: bytes, start: int, told: list[_Span], sizes: list[_Span]) -> _Shape:
    """What other row groups look like that differ from this one in numbers alone.

    Args:
        piece: the part of the footer.
        start: where it begins in what the spans count from.
        told: where it tells places.
        sizes: where it tells bytes that a column takes.
    """
    held = sorted(begin - start for begin, _ in (*told, *sizes))
    free: list[tuple[_Span, bytes]] = []
    _note_free(piece, 0, _STRUCT, free)
    made: list[bytes] = []
    behind = 0
    for (begin, end), one in free:
        made += (re.escape(piece[behind:begin]), b"(%b)" % one if begin in held else one)
        behind = end
    pattern = re.compile(b"".join([*made, re.escape(piece[behind:])]), re.DOTALL)
    numbers = {begin + start: number for number, begin in enumerate(held, start=1)}
    return _Shape(
        pattern,
        tuple(numbers[begin] for begin, _ in told),
        tuple(numbers[begin] for begin, _ in sizes),
    )


def _note_free(data: bytes, at: int, kind: int, free: list[tuple[_Span, bytes]]) -> int:
    """Note where a value has numbers and bounds of values, and what matches them; its end."""
    if kind in _NUMBERS:
        end = _behind(data, at)
        free.append((_Span(at, end), _ANY_NUMBER))
        return end
    if kind == _LIST:
        count, of, at = _list_head(data, at)
        for _ in range(count):
            if of in _BOOLS:
                at += 1
            elif of == _BINARY:  # names of columns stay as they are
                at = _skipped(data, at, of)
            else:
                at = _note_free(data, at, of, free)
        return at
    if kind != _STRUCT:
        end = _skipped(data, at, kind)
        if kind == _BINARY and end > (begin := _behind(data, at)):
            free.append((_Span(begin, end), b".{%d}" % (end - begin)))
        return end
    while head := data[at]:
        at = at + 1 if head >> 4 else _behind(data, at + 1)
        at = _note_free(data, at, head & 15, free)
    return at + 1


_ANY_NUMBER = rb"[\x80-\xff]*[\x00-\x7f]"


def located(handle: IO[bytes]) -> tuple[bytes, int]:
    """The footer of a Parquet file, and where it begins."""
    end = handle.seek(-8, SEEK_END)
    size = int.from_bytes(handle.read(4), "little")
    handle.seek(end - size)
    return handle.read(size), end - size


def of_file(path: Path) -> Footer | None:
    """The footer of a Parquet file; None where it tells more than is understood here."""
    with path.open("rb") as handle, suppress(UnknownFooterError):
        return parsed(located(handle)[0])
    return None


def parsed(data: bytes) -> Footer:
    """Read a footer.

    Raises:
        UnknownFooterError: it is none, or tells of places that are not understood here.
    """
    try:
        before, at = _fields(data, 0, until=_ROW_GROUPS)
        groups, end = _groups(data, at, data[: before[_NUM_ROWS].begin])
        _, last = _fields(data, end, number=_ROW_GROUPS)
        rows = before[_NUM_ROWS]
    except (IndexError, KeyError, RecursionError) as error:
        raise UnknownFooterError("no footer, or a damaged one") from error
    if last != len(data):
        raise UnknownFooterError("a footer with more behind it")
    return Footer(
        head=data[: rows.begin],
        middle=data[rows.end : at],
        groups=tuple(groups),
        tail=data[end:],
        rows=_value(data, rows.begin),
    )


# -- compact protocol


class _Span(NamedTuple):
    """Where a value lies."""

    begin: int
    end: int


def _fields(
    data: bytes, at: int, *, number: int = 0, until: int = 0
) -> tuple[dict[int, _Span], int]:
    """The fields of a struct behind field ``number``, and where it ends.

    With ``until``, only those before this field, and where its value begins.
    """
    found: dict[int, _Span] = {}
    while head := data[at]:
        at += 1
        if head >> 4:
            number += head >> 4
        else:
            number, at = _value(data, at), _behind(data, at)
        if number == until:
            return found, at
        end = _skipped(data, at, head & 15)
        found[number] = _Span(at, end)
        at = end
    return found, at + 1


def _list_head(data: bytes, at: int) -> tuple[int, int, int]:
    head, at = data[at], at + 1
    count = head >> 4
    if count == _MANY:
        count, at = _plain(data, at), _behind(data, at)
    if count > len(data):
        raise UnknownFooterError("a list that is longer than the footer")
    return count, head & 15, at


def _skipped(data: bytes, at: int, kind: int) -> int:
    """Where a value ends."""
    if kind in _SIZES:
        return at + _SIZES[kind]
    if kind in _NUMBERS:
        while data[at] & 0x80:
            at += 1
        return at + 1
    if kind == _BINARY:
        size = data[at]
        return at + 1 + size if size < _LONG else _behind(data, at) + _plain(data, at)
    if kind == _STRUCT:
        return _struct_end(data, at)
    if kind != _LIST:
        raise UnknownFooterError(f"a value of kind {kind}")
    count, of, at = _list_head(data, at)
    for _ in range(count):
        at = at + 1 if of in _BOOLS else _skipped(data, at, of)
    return at


_LONG = 0x80


def _struct_end(data: bytes, at: int) -> int:
    while head := data[at]:
        at += 1
        if not head >> 4:
            at = _behind(data, at)
        at = _skipped(data, at, head & 15)
    return at + 1


_BOOLS = frozenset({1, 2})
_NUMBERS = frozenset({4, 5, 6})
_BINARY = 8
_SIZES = {1: 0, 2: 0, 3: 1, 7: 8}
"""Kinds of values of one size: a boolean in a struct is told by its kind alone."""


def _behind(data: bytes, at: int) -> int:
    """Where a number ends."""
    while data[at] & 0x80:
        at += 1
    return at + 1


def _plain(data: bytes, at: int) -> int:
    value = shift = 0
    while data[at] & 0x80:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    return value | data[at] << shift


def _value(data: bytes, at: int) -> int:
    """A number with a sign, at ``at``."""
    found = _plain(data, at)
    return found >> 1 ^ -(found & 1)


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)


def _signed(value: int) -> bytes:
    return _varint(value << 1 if value >= 0 else ~value << 1 | 1)
