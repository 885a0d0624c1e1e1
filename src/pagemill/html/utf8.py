"""Where bytes are no UTF-8, place by place, and why.

A decoder puts one U+FFFD for each malformed sequence and forgets the bytes. Here each of them
is told with its offset, over a payload or a stream of any length, so that damage can be found
in the file it came from.

Source: Unicode Standard, section 3.9, table 3-7 and "maximal subpart"; RFC 3629.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """One sequence of bytes that is no UTF-8.

    Attributes:
        offset: of its first byte from the start of the payload.
        length: bytes, 1 to 3.
        fault: ``stray continuation byte``, ``cut short``, ``overlong form``, ``surrogate``,
            ``beyond U+10FFFF`` or ``no byte of UTF-8``.
    """

    offset: int
    length: int
    fault: str


def malformed(payload: bytes) -> Iterator[Malformed]:
    """Every malformed sequence of a payload, in order."""
    starts = range(0, len(payload), _PIECE)
    yield from malformed_in_stream(payload[start : start + _PIECE] for start in starts)


def malformed_in_stream(chunks: Iterable[bytes]) -> Iterator[Malformed]:
    """The same for bytes that come in pieces, cut anywhere; holds one piece at a time."""
    offset, left = 0, b""
    for chunk in chunks:
        data = left + chunk
        left = b""
        for found in _faults(data):
            if found.fault == _CUT and found.offset + found.length == len(data):
                left = data[found.offset :]
            else:
                yield _moved(found, offset)
        offset += len(data) - len(left)
    for found in _faults(left):
        yield _moved(found, offset)


_CUT: Final = "cut short"
_NOTE: Final = "pagemill.note"
_PLACES: Final = ContextVar[list[tuple[int, int]]]("places")
_PIECE: Final = 1 << 16
"""Bytes that are looked at together, so that few places are held at a time."""


def _faults(data: bytes) -> Iterator[Malformed]:
    places: list[tuple[int, int]] = []
    token = _PLACES.set(places)
    try:
        data.decode("utf-8", _NOTE)
    finally:
        _PLACES.reset(token)
    for start, end in places:
        fault = _fault(data[start : start + 2], end - start)
        yield Malformed(offset=start, length=end - start, fault=fault)


def _noted(error: UnicodeError) -> tuple[str, int]:
    """Note where one U+FFFD would stand: the decoder replaces maximal subparts."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    _PLACES.get().append((error.start, error.end))
    return "", error.end


codecs.register_error(_NOTE, _noted)


def _fault(two: bytes, length: int) -> str:
    lead, trail = two[0], two[1] if len(two) > 1 else 0
    if lead < 0xC0:
        return "stray continuation byte"
    if lead > 0xF4:
        return "beyond U+10FFFF" if lead < 0xF8 else "no byte of UTF-8"
    if lead < 0xC2:
        return "overlong form"
    if length > 1 or not 0x80 <= trail <= 0xBF:
        return _CUT
    return {0xED: "surrogate", 0xF4: "beyond U+10FFFF"}.get(lead, "overlong form")


def _moved(found: Malformed, by: int) -> Malformed:
    return Malformed(offset=found.offset + by, length=found.length, fault=found.fault)
