"""How an address stands in a queue of the frontier: its key, how it was met, its spelling.

One byte says both how many redirects led to it (the lower five bits) and how deep it lies in
what a page is shown with (the upper three): queues of earlier releases are read as they are.
"""

from __future__ import annotations

from struct import Struct
from typing import Final

_HEAD: Final = Struct("<16sHBB")
_WAY: Final = _HEAD.size - 1
_MOST_HOPS: Final = 31
_MOST_NESTED: Final = 7

Way = tuple[int, int, int, int]
"""Depth, tries, redirects, and how deep it is nested."""


def note(key: bytes, url: str, way: Way) -> bytes:
    """An address as it is written."""
    depth, tries, hops, nested = way
    both = min(nested, _MOST_NESTED) << 5 | min(hops, _MOST_HOPS)
    head = _HEAD.pack(key, min(depth, 65_535), min(tries, 255), both)
    return head + url.encode("utf-8", "replace")


def url_of(written: bytes) -> str:
    """The address alone."""
    return written[_HEAD.size :].decode("utf-8", "replace")


def read(written: bytes) -> tuple[bytes, str, Way]:
    """What :func:`note` was given, as far as it was not cut."""
    key, depth, tries, both = _HEAD.unpack_from(written)
    return key, url_of(written), (depth, tries, both & _MOST_HOPS, both >> 5)


def first_nested(rows: list[tuple[bytes, bytes]]) -> int:
    """Place of the first row whose address is no page; how many rows there are without one."""
    places = (at for at, (_, written) in enumerate(rows) if written[_WAY] > _MOST_HOPS)
    return next(places, len(rows))
