"""Where bytes are no UTF-8, place by place, and why.

A decoder puts one U+FFFD for each malformed sequence and forgets the bytes. Here each of them
is told with its offset, over a payload or a stream of any length, so that damage can be found
in the file it came from.

Source: Unicode Standard, section 3.9, table 3-7 and "maximal subpart"; RFC 3629.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

_WELL_FORMED: Final = re.compile(
    rb"""(?:[\x00-\x7f]++|[\xc2-\xdf][\x80-\xbf]
    |\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]
    |\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*+""",
    re.VERBOSE,
)
# As much of a character as is there: what one U+FFFD stands for.
_BEGUN: Final = re.compile(
    rb"""[\xc2-\xdf]|\xe0[\xa0-\xbf]?|[\xe1-\xec\xee\xef][\x80-\xbf]?|\xed[\x80-\x9f]?
    |\xf0(?:[\x90-\xbf][\x80-\xbf]?)?|[\xf1-\xf3][\x80-\xbf]{0,2}|\xf4(?:[\x80-\x8f][\x80-\xbf]?)?
    """,
    re.VERBOSE,
)


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
    yield from malformed_in_stream((payload,))


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


def _faults(data: bytes) -> Iterator[Malformed]:
    at = 0
    while True:
        well = _WELL_FORMED.match(data, at)
        at = well.end() if well else at
        if at >= len(data):
            return
        begun = _BEGUN.match(data, at)
        length = begun.end() - at if begun else 1
        yield Malformed(offset=at, length=length, fault=_fault(data[at : at + 2], length))
        at += length


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
