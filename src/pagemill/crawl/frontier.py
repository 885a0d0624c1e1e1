"""Which address next: every address once, the best first, each host in its own time.

As in Mercator there are front queues by priority and back queues by host. Here the front
queues hold hosts, each under the priority of its best address, and a back queue holds the
addresses of one host in order of priority; a heap holds, for the hosts whose turn it can be,
the instant from which they may be asked. All queues lie on disk; memory holds the heap, the
first addresses of the hosts in it, and the addresses met last. It grows with neither hosts nor
addresses.

Whatever happens to an address is written in one step with the addresses found on its page, so
that a kill at any moment loses none and repeats only what was under way. Nothing here reads a
clock.

Source: Heydon, Najork 1999, "Mercator: A scalable, extensible Web crawler"; IIR section 20.2.3.
"""

from __future__ import annotations

import heapq
import json
from bisect import insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import blake2b
from struct import Struct
from typing import Any, Final

from pagemill.crawl import queue_note
from pagemill.crawl.cells import Cells
from pagemill.crawl.names import Names
from pagemill.crawl.politeness import HostPace, Pace

LEVELS: Final = 8
"""Priorities: 0 is asked first."""

_PAGE, _QUEUE, _HOST, _FRONT, _META = b"p", b"q", b"h", b"w", b"m"
_PAGE_HEAD: Final = Struct("<cHH")
_HOST_HEAD: Final = Struct("<10sQddHH")
_LOADED: Final = 64
_KNOWN_HOSTS: Final = 20_000
_RECENT: Final = 100_000


class State(Enum):
    """What has become of an address."""

    QUEUED = b"q"
    FETCHED = b"f"
    FAILED = b"x"
    REFUSED = b"r"


@dataclass(frozen=True, slots=True)
class Found:
    """An address to be crawled.

    Attributes:
        url: the address as it will be sent.
        key: 16 bytes that stand for it: :func:`key_of` its normalised form.
        host: its host name.
        priority: 0 is asked first, ``LEVELS - 1`` last.
        depth: links from the nearest seed.
        tries: times it was asked for without an answer.
        hops: redirects that led to it, one after the other.
        nested: 0 for a page, 1 for what a page is shown with, 2 for what a stylesheet of it
            names, and so on.
    """

    url: str
    key: bytes
    host: str
    priority: int = 0
    depth: int = 0
    tries: int = 0
    hops: int = 0
    nested: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """An address whose turn it is.

    Attributes:
        found: the address.
        place: where it stands in its queue; for :meth:`Frontier.settle`.
    """

    found: Found
    place: bytes


@dataclass(slots=True)
class _Host:
    name: str
    pace: HostPace = field(default_factory=HostPace)
    queued: int = 0
    front: bytes = b""  # key of its place in the front queues; b"" without queued addresses
    loaded: list[tuple[bytes, bytes]] = field(default_factory=list[tuple[bytes, bytes]])
    has_more: bool = False  # on disk behind what is loaded
    is_active: bool = False
    in_flight: int = 0

    @property
    def best(self) -> tuple[bytes, bytes]:
        """Where its best address stands: among all hosts by priority, then by age."""
        place = self.loaded[0][0][9:] if self.loaded else self.front[1:]
        return place[:1], place[1:]

    def note(self) -> bytes:
        pace = self.pace
        head = _HOST_HEAD.pack(
            self.front,
            self.queued,
            pace.next_at,
            pace.asked_delay,
            min(pace.refusals, 65_535),
            min(pace.failures, 65_535),
        )
        return head + self.name.encode("utf-8", "replace")

    @classmethod
    def from_note(cls, note: bytes) -> _Host:
        front, queued, next_at, delay, refusals, failures = _HOST_HEAD.unpack_from(note)
        pace = HostPace(next_at, delay, refusals, failures)
        host = cls(note[_HOST_HEAD.size :].decode("utf-8", "replace"), pace, queued)
        host.front = front if any(front) else b""
        host.has_more = queued > 0
        return host


def key_of(normalized_url: str) -> bytes:
    """16 bytes that stand for an address; no two share them by any chance worth naming."""
    return blake2b(normalized_url.encode("utf-8", "replace"), digest_size=16).digest()


class Frontier:
    """The queues of one crawl.

    Args:
        cells: where they lie; a frontier that was left there is taken up again.
        pace: what the crawl is held to.
        active: hosts at most whose turn it can be at a time.
        is_best_first: whether of the hosts that may be asked the one with the best address
            comes first, instead of the one that has waited longest.
    """

    def __init__(
        self, cells: Cells, pace: Pace, *, active: int = 4_096, is_best_first: bool = False
    ) -> None:
        self._cells = cells
        self._pace = pace
        self._most_active = active
        self._is_best_first = is_best_first
        self._ready: set[bytes] = set()  # hosts that may be asked, where the best comes first
        self._hosts: dict[bytes, _Host] = {}
        self._heap: list[tuple[float, bytes]] = []
        self._active = 0
        self._cursor = _FRONT
        self._puts: dict[bytes, bytes] = {}
        self._deletes: set[bytes] = set()
        self._touched: set[bytes] = set()
        self._recent: tuple[set[bytes], set[bytes]] = (set(), set())
        self._flying: set[bytes] = set()
        self._no_pages = False
        noted = kept(cells)
        self._serial: int = noted.get("serial", 0)
        # Places of addresses that have a better one.
        self._doubles: int = noted.get("doubles", 0)
        self.counts: dict[str, int] = dict.fromkeys([state.name for state in State], 0)
        self.counts.update(noted.get("counts", {}))
        self._rest: dict[str, object] = noted.get("rest", {})
        self._activate()

    @property
    def rest(self) -> Mapping[str, object]:
        """What the caller last left with :meth:`commit`."""
        return self._rest

    @property
    def active_hosts(self) -> int:
        """Hosts whose turn it can be."""
        return self._active

    def add(self, found: Iterable[Found]) -> int:
        """Queue the addresses that were never met; the number of them. See :meth:`commit`."""
        fresh = self._unmet(found)
        self._meet({one.host for one in fresh})
        for one in fresh:
            self._enqueue(one)
            self._set(one, State.QUEUED)
        return len(fresh)

    def fetched(self, one: Found, *, status: int) -> bool:
        """Note an address that was fetched without a turn; False where it was met before."""
        if not self._unmet([one]):
            return False
        self._set(one, State.FETCHED, status=status)
        return True

    def again(self, found: Iterable[Found]) -> int:
        """Queue addresses that came to nothing before, as if new; the number of them."""
        return self._requeue(found, (State.FAILED, State.REFUSED))

    def revisit(self, found: Iterable[Found]) -> int:
        """Queue addresses that were fetched before; the number of them."""
        return self._requeue(found, (State.FETCHED,))

    def promote(self, found: Iterable[Found]) -> int:
        """Move addresses that are queued forward, each to its priority; the number of them.

        The place that one had stays until its turn comes, and is passed over then.
        """
        count = 0
        for one in found:
            if self.state(one.key) is State.QUEUED:
                self._enqueue(one)
                self._doubles += 1
                count += 1
        return count

    def state(self, key: bytes) -> State | None:
        """What has become of an address; None where it was never met."""
        kept = self._puts.get(_PAGE + key) or self._cells.get([_PAGE + key])[0]
        return State(kept[:1]) if kept else None

    def remove(self, names: Names) -> None:
        """Let go of every address that is named, whatever has become of it; see :meth:`commit`.

        No turn may be under way, nor may any come behind it.
        """
        for key, value in self._cells.walk(_PAGE):
            if names(value[_PAGE_HEAD.size :].decode("utf-8", "replace")):
                self.counts[State(value[:1]).name] -= 1
                self._doubles += value[:1] == State.QUEUED.value
                self._deletes.add(key)
        for key, value in self._cells.walk(_QUEUE):
            if names(queue_note.url_of(value)):
                number = key[1:9]
                host = self._host(number, "")
                host.queued -= 1
                self._doubles -= 1
                self._deletes.add(key)
                self._touched.add(number)
                if not host.queued:
                    self._leave_front(host)
        for key, value in self._cells.walk(_HOST):
            if names.host(_Host.from_note(value).name):
                self._deletes.add(key)
                self._touched.discard(key[1:])

    def next(self, now: float, *, requisites: bool = False) -> Turn | None:
        """The address whose turn it is, or None where no host may be asked yet.

        The turn is over when :meth:`settle` or :meth:`put_back` has been called for it.

        Args:
            now: seconds since 1970.
            requisites: whether pages are passed over from now on: no more of them are wanted.
        """
        self._no_pages = requisites
        self._activate()
        while (number := self._ready_host(now)) is not None:
            host = self._hosts[number]
            if not host.loaded:
                self._load(number, host)
            at = queue_note.first_nested(host.loaded) if requisites else 0
            if at >= len(host.loaded):
                host.loaded, host.has_more = [], host.queued > 0
                self._retire(host)
                self._forget(number)
                self._activate()
                continue
            place, value = host.loaded.pop(at)
            if self._doubles and self.state(value[:16]) is not State.QUEUED:
                self._pass_over(number, host, place)
                continue
            host.pace.begin()
            host.in_flight += 1
            self._flying.add(place)
            return Turn(_unpacked(host.name, place, value), place)
        return None

    def _ready_host(self, now: float) -> bytes | None:
        """The host whose turn it is; None where none may be asked yet."""
        if not self._is_best_first:
            is_time = self._heap and self._heap[0][0] <= now
            return heapq.heappop(self._heap)[1] if is_time else None
        while self._heap and self._heap[0][0] <= now:
            self._ready.add(heapq.heappop(self._heap)[1])
        if not self._ready:
            return None
        best = min(self._ready, key=lambda number: (self._hosts[number].best, number))
        self._ready.remove(best)
        return best

    def _pass_over(self, number: bytes, host: _Host, place: bytes) -> None:
        """A place whose address was dealt with from a better one is none any more."""
        self._deletes.add(place)
        self._puts.pop(place, None)
        self._touched.add(number)
        self._doubles -= 1
        host.queued -= 1
        if host.queued:
            heapq.heappush(self._heap, (host.pace.next_at, number))
            return
        self._leave_front(host)
        self._retire(host)

    def wait(self, now: float) -> float | None:
        """Seconds until a host may be asked; None where nothing is queued but what flies."""
        self._activate()
        if self._ready:
            return 0.0
        return max(0.0, self._heap[0][0] - now) if self._heap else None

    def pace_of(self, host: str) -> HostPace:
        """The place in time of a host, to be told what came of a request before settling it."""
        return self._host(_number(host), host).pace

    def queued_of(self, host: str) -> int:
        """Addresses of a host that are queued."""
        return self._host(_number(host), host).queued

    def settle(self, turn: Turn, state: State, *, status: int = 0) -> None:
        """A turn is over for good; its host may be asked from ``pace_of(host).next_at`` on.

        Args:
            turn: the turn.
            state: what has become of the address.
            status: HTTP status, 0 without one.
        """
        host = self._over(turn)
        self._deletes.add(turn.place)
        self._puts.pop(turn.place, None)
        host.queued -= 1
        self.counts[State.QUEUED.name] -= 1
        self._set(turn.found, state, status=status)
        if not host.queued:
            self._leave_front(host)
        self._return(turn.found.host, host)

    def put_back(self, turn: Turn, *, is_try: bool) -> None:
        """A turn brought nothing; the address goes to the end of its queue.

        Args:
            turn: the turn.
            is_try: whether this counts as one of its tries.
        """
        host = self._over(turn)
        self._deletes.add(turn.place)
        self._puts.pop(turn.place, None)
        host.queued -= 1
        old = turn.found
        self._enqueue(replace(old, tries=old.tries + int(is_try)))
        self._return(old.host, host)

    def commit(
        self,
        rest: Mapping[str, object] | None = None,
        also: Mapping[bytes, bytes] | None = None,
    ) -> None:
        """Write all that has happened since the last time, in one step.

        Args:
            rest: what the caller wants to find again under :attr:`rest`, as JSON.
            also: what else of the caller's is to be written in the same step.
        """
        if rest is not None:
            self._rest = dict(rest)
        touched, self._touched = self._touched, set()
        for number in touched:
            self._puts[_HOST + number] = self._hosts[number].note()
        self._puts[_META] = json.dumps(
            {
                "serial": self._serial,
                "counts": self.counts,
                "doubles": self._doubles,
                "rest": self._rest,
            }
        ).encode()
        self._puts.update(also or {})
        self._cells.write(self._puts, self._deletes - self._puts.keys())
        self._puts = {}
        self._deletes = set()
        if len(self._hosts) > _KNOWN_HOSTS + self._active:
            for number in list(self._hosts):
                self._forget(number)

    # What is queued

    def _unmet(self, found: Iterable[Found]) -> list[Found]:
        new, old = self._recent
        asked: dict[bytes, Found] = {}
        for one in found:
            if one.key not in new and one.key not in old and one.key not in asked:
                asked[one.key] = one
        kept = self._cells.get([_PAGE + key for key in asked])
        fresh: list[Found] = []
        for one, value in zip(asked.values(), kept, strict=True):
            new.add(one.key)
            if value is None and _PAGE + one.key not in self._puts:
                fresh.append(one)
        if len(new) > _RECENT:
            self._recent = (set(), new)
        return fresh

    def _requeue(self, found: Iterable[Found], states: tuple[State, ...]) -> int:
        count = 0
        for one in found:
            before = self.state(one.key)
            if before is not None and before in states:
                self.counts[before.name] -= 1
                self._enqueue(one)
                self._set(one, State.QUEUED)
                count += 1
        return count

    def _enqueue(self, one: Found) -> None:
        number = _number(one.host)
        host = self._host(number, one.host)
        self._serial += 1
        level = bytes([min(one.priority, LEVELS - 1)])
        place = _QUEUE + number + level + self._serial.to_bytes(8, "big")
        value = queue_note.note(one.key, one.url, (one.depth, one.tries, one.hops, one.nested))
        self._puts[place] = value
        host.queued += 1
        self._touched.add(number)
        if host.is_active and (
            not host.has_more or (host.loaded and place < host.loaded[-1][0])
        ):
            insort(host.loaded, (place, value))
            if len(host.loaded) > 2 * _LOADED:
                del host.loaded[_LOADED:]
                host.has_more = True
        else:
            host.has_more = True
        front = _FRONT + level
        is_passed_over = self._no_pages and one.nested and not host.is_active
        if not host.front or front < host.front[:2] or is_passed_over:
            self._leave_front(host)
            host.front = front + self._serial.to_bytes(8, "big")
            self._puts[host.front] = number
            self._cursor = min(self._cursor, host.front)

    def _set(self, one: Found, state: State, *, status: int = 0) -> None:
        self.counts[state.name] += 1
        head = _PAGE_HEAD.pack(state.value, min(one.depth, 65_535), status)
        self._puts[_PAGE + one.key] = head + one.url.encode("utf-8", "replace")

    def _leave_front(self, host: _Host) -> None:
        if host.front:
            self._puts.pop(host.front, None)
            self._deletes.add(host.front)
            host.front = b""

    # Whose turn it is

    def _activate(self) -> None:
        """Let hosts from the front queues take part, best priority first."""
        room = self._most_active - self._active if self._cursor < _FRONT + b"\xff" else 0
        while room > 0:
            queued = self._fronts(min(room, 256))
            if not queued:
                self._cursor = _FRONT + b"\xff"
                return
            for front, number in queued:
                self._cursor = front + b"\0"
                host = self._host(number, "")
                if host.is_active or host.front != front:
                    continue
                host.is_active = True
                self._active += 1
                room -= 1
                if not host.in_flight:
                    heapq.heappush(self._heap, (host.pace.next_at, number))

    def _fronts(self, most: int) -> list[tuple[bytes, bytes]]:
        """Next places of the front queues, written or about to be."""
        stop = _FRONT + b"\xff"
        kept = self._cells.scan(self._cursor, stop, most + len(self._deletes))
        kept = [one for one in kept if one[0] not in self._deletes]
        waiting = [
            (key, value) for key, value in self._puts.items() if self._cursor <= key < stop
        ]
        return sorted({**dict(kept), **dict(waiting)}.items())[:most]

    def _load(self, number: bytes, host: _Host) -> None:
        """Read the first addresses of a host's queue."""
        start = _QUEUE + number
        stop = _QUEUE + (int.from_bytes(number, "big") + 1).to_bytes(9, "big")[-8:]
        if number == b"\xff" * 8:
            stop = _QUEUE + number + b"\xff" * 10
        most = _LOADED + len(self._flying) + len(self._deletes)
        kept = self._cells.scan(start, stop, most)
        host.has_more = len(kept) == most
        gone = self._deletes | self._flying
        rows = {key: value for key, value in kept if key not in gone}
        rows |= {
            key: value
            for key, value in self._puts.items()
            if start <= key < stop and key not in self._flying
        }
        host.loaded = sorted(rows.items())

    def _over(self, turn: Turn) -> _Host:
        number = _number(turn.found.host)
        host = self._host(number, turn.found.host)
        host.pace.is_busy = False
        host.in_flight -= 1
        self._flying.discard(turn.place)
        self._touched.add(number)
        return host

    def _return(self, name: str, host: _Host) -> None:
        """Let a host take its turn again, if it has anything left to ask for."""
        number = _number(name)
        if host.in_flight or not host.is_active:
            return
        if host.queued:
            heapq.heappush(self._heap, (host.pace.next_at, number))
        else:
            self._retire(host)

    def _retire(self, host: _Host) -> None:
        host.is_active = False
        self._active -= 1

    def _meet(self, names: Iterable[str]) -> None:
        """Read the hosts that are not in memory, all at once."""
        absent = {n: one for one in names if (n := _number(one)) not in self._hosts}
        notes = self._cells.get([_HOST + number for number in absent])
        for (number, name), note in zip(absent.items(), notes, strict=True):
            self._hosts[number] = _Host.from_note(note) if note else _Host(name)

    def _host(self, number: bytes, name: str) -> _Host:
        host = self._hosts.get(number)
        if host is None:
            note = self._cells.get([_HOST + number])[0]
            host = _Host.from_note(note) if note else _Host(name)
            self._hosts[number] = host
        return host

    def _forget(self, number: bytes) -> None:
        """Drop a host from memory that is on disk and takes no part for now."""
        host = self._hosts[number]
        if not host.is_active and not host.in_flight and number not in self._touched:
            del self._hosts[number]


def _number(host: str) -> bytes:
    return blake2b(host.encode("utf-8", "replace"), digest_size=8).digest()


def _unpacked(host: str, place: bytes, value: bytes) -> Found:
    key, url, (depth, tries, hops, nested) = queue_note.read(value)
    return Found(url, key, host, place[9], depth, tries, hops, nested)


def kept(cells: Cells) -> dict[str, Any]:
    """What :meth:`Frontier.commit` wrote beside the queues; for looking at a table only."""
    note = cells.get([_META])[0]
    found: dict[str, Any] = json.loads(note) if note else {}
    return found


def kept_hosts(cells: Cells, most: int) -> list[tuple[str, int, HostPace]]:
    """Name, number of queued addresses and pace of some hosts; for looking only."""
    rows = cells.scan(_HOST, _HOST + b"\xff" * 9, most)
    hosts = (_Host.from_note(note) for _, note in rows)
    return [(host.name, host.queued, host.pace) for host in hosts]
