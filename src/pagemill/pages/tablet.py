"""Which tablet a row is in, and which server a tablet belongs to.

A key leads to its tablet by the hash of its host part, so a host's rows are together and its
robots rules, delays and counts can be too. A tablet leads to its server by rendezvous hashing:
each server has a weight for each tablet, the heaviest has it, and when a server goes only its
own tablets move.

Source:
    Thaler, Ravishankar, "Using Name-Based Mappings to Increase Hit Rates" (1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from pagemill.pages.row_key import host_part


def tablet_of(key: str, count: int) -> int:
    """Number of the tablet that the row of ``key`` is in, of ``count``."""
    return tablet_of_host(host_part(key), count)


@lru_cache(1 << 14)
def tablet_of_host(host: str, count: int) -> int:
    """Number of the tablet of a reversed host."""
    return _hash(host) % count


def server_of(tablet: int, servers: Sequence[str]) -> str:
    """Which of the living servers a tablet belongs to.

    Raises:
        ValueError: there is none.
    """
    return max(servers, key=lambda server: (_hash(f"{tablet} {server}"), server))


def _hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
