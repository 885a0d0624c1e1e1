"""Checksums and digests: values that equal contents share, the weakest first."""

from __future__ import annotations

import zlib
from hashlib import blake2b, sha256


def checksum(payload: bytes) -> int:
    """Sum of all bytes; any anagram has the same one.

    Source:
        Croft, Metzler, Strohman, *Search Engines*, section 3.7.

    Example:
        >>> hex(checksum(b"Tropical fish"))
        '0x508'
    """
    return sum(payload)


def crc(payload: bytes) -> int:
    """Cyclic redundancy check of 32 bits, which heeds the positions of the bytes.

    Source:
        Peterson, Brown 1961; the polynomial of IEEE 802.3.

    Example:
        >>> hex(crc(b"123456789"))
        '0xcbf43926'
    """
    return zlib.crc32(payload)


def sha(payload: bytes) -> int:
    """The first 64 bits of SHA-256."""
    return int.from_bytes(sha256(payload).digest()[:8], "big")


def blake(payload: bytes) -> int:
    """BLAKE2b of 64 bits."""
    return int.from_bytes(blake2b(payload, digest_size=8).digest(), "big")


def chance_pairs(count: int, bits: int = 64) -> float:
    """Pairs of different contents that are expected to share a value by chance.

    Source:
        The birthday problem: ``n^2 / 2^(bits + 1)``.

    Example:
        >>> round(chance_pairs(10**8), 4)
        0.0003
    """
    return count * count / 2.0 ** (bits + 1)
