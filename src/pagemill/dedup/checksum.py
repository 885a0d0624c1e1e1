"""The classic checksum: kept for comparison, not used to decide anything."""

from __future__ import annotations


def checksum(payload: bytes) -> int:
    """Sum of all bytes; any anagram has the same one.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7.

    Example:
        >>> hex(checksum(b"Tropical fish"))
        '0x508'
    """
    return sum(payload)
