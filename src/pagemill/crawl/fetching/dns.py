"""Names to addresses, each asked for once as long as its answer lasts.

An answer is kept for as long as its own record says, within bounds; that a name does not exist
is kept for a short while too. While a name is being asked for, everybody who needs it waits for
the same answer.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, cast

import pycares

_SHORTEST: Final = 30.0
_LONGEST: Final = 86_400.0
_NOT_FOUND_KEPT: Final = 60.0
_MOST_NAMES: Final = 50_000
_TRIES: Final = 5
_FIRST_TIMEOUT: Final = 1.0

_Told = tuple[pycares.AddrInfoResult | None, int | None]


@dataclass(frozen=True, slots=True)
class Resolved:
    """Addresses of a name.

    Attributes:
        addresses: in the order in which they should be tried; empty where there are none.
        fault: why there are none, or ``""``.
        until: instant until which this holds.
    """

    addresses: tuple[str, ...]
    fault: str
    until: float


class Names:
    """A cache of names in front of the system's name servers.

    Args:
        clock: seconds, rising.
        fixed: addresses of names that are not to be asked for.
    """

    def __init__(self, clock: Callable[[], float], fixed: Mapping[str, str]) -> None:
        self._clock = clock
        self._fixed = {name.lower(): address for name, address in fixed.items()}
        self._known: dict[str, Resolved] = {}
        self._asked: dict[str, asyncio.Future[Resolved]] = {}
        self._channel: pycares.Channel | None = None

    async def resolve(self, name: str) -> Resolved:
        """The addresses of a name; an address stands for itself."""
        name = name.lower().strip("[]")
        if name in self._fixed:
            return Resolved((self._fixed[name],), "", float("inf"))
        if _is_address(name):
            return Resolved((name,), "", float("inf"))
        known = self._known.get(name)
        if known is not None and known.until > self._clock():
            return known
        asked = self._asked.get(name)
        if asked is None:
            asked = asyncio.ensure_future(self._ask(name))
            self._asked[name] = asked
            asked.add_done_callback(lambda _: self._asked.pop(name, None))
        return await asyncio.shield(asked)

    def must_ask(self, name: str) -> bool:
        """Whether only a name server can tell the addresses of a name."""
        name = name.lower().strip("[]")
        return name not in self._fixed and not _is_address(name)

    def close(self) -> None:
        """Let go of the sockets."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    async def _ask(self, name: str) -> Resolved:
        loop = asyncio.get_running_loop()
        if self._channel is None:
            # The library waits twice as long before each further try.
            self._channel = pycares.Channel(timeout=_FIRST_TIMEOUT, tries=_TRIES)
        done: asyncio.Future[_Told] = loop.create_future()

        def tell(result: pycares.AddrInfoResult | None, fault: int | None) -> None:
            loop.call_soon_threadsafe(_settle, done, (result, fault))

        self._channel.getaddrinfo(
            name, None, family=socket.AF_UNSPEC, type=socket.SOCK_STREAM, callback=tell
        )
        result, fault = await done
        found = self._read(result, fault)
        if len(self._known) >= _MOST_NAMES:
            now = self._clock()
            self._known = {key: one for key, one in self._known.items() if one.until > now}
            if len(self._known) >= _MOST_NAMES:
                self._known.clear()
        self._known[name] = found
        return found

    def _read(self, result: pycares.AddrInfoResult | None, fault: int | None) -> Resolved:
        now = self._clock()
        if result is None or not result.nodes:
            why = pycares.errno.strerror(fault) if fault else "no address"
            return Resolved((), str(why), now + _NOT_FOUND_KEPT)
        addresses = [_text(cast("Any", node).addr[0]) for node in result.nodes]
        kept = min(max(min(node.ttl for node in result.nodes), _SHORTEST), _LONGEST)
        return Resolved(tuple(dict.fromkeys(addresses)), "", now + kept)


def _settle(future: asyncio.Future[_Told], value: _Told) -> None:
    if not future.done():
        future.set_result(value)


def _text(address: bytes | str) -> str:
    return address.decode() if isinstance(address, bytes) else address


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
