"""Fetching over HTTP, by libcurl: HTTP/1.1 and 2, TLS, proxies, cookies, many at a time.

libcurl is asked for one address at a time and for nothing it could decide itself: redirects are
not followed, content codings not taken off, names not resolved. Each transfer is bound to
addresses that the guard let through, and the guard is asked once more for the address that a
socket is really opened to.
"""
# pyright: basic

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import ada_url
import pycurl

from pagemill.crawl.fetching.access import Access
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.politeness import AddressSlots
from pagemill.html.url import plain_host

_ACCEPT: Final = (
    "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5"
)
_HEADERS: Final = (f"Accept: {_ACCEPT}", "Accept-Encoding: gzip, br, zstd, deflate")
_PORTS: Final = {"http": 80, "https": 443, "ftp": 21}
_PROTOCOLS: Final = pycurl.PROTO_HTTP | pycurl.PROTO_HTTPS | pycurl.PROTO_FTP
_LONGEST_HEAD: Final = 256 * 1024
_IDLE_HANDLES: Final = 256
_MOST_JUDGED: Final = 50_000

# What a transfer can end with, by libcurl's number: reason; whether asking again is in vain.
_REASONS: Final[Mapping[int, tuple[str, bool]]] = {
    pycurl.E_UNSUPPORTED_PROTOCOL: ("unknown scheme", True),
    pycurl.E_URL_MALFORMAT: ("malformed address", True),
    pycurl.E_COULDNT_RESOLVE_HOST: ("name not found", False),
    pycurl.E_COULDNT_RESOLVE_PROXY: ("proxy not found", False),
    pycurl.E_COULDNT_CONNECT: ("no connection", False),
    pycurl.E_OPERATION_TIMEDOUT: ("too slow", False),
    pycurl.E_PARTIAL_FILE: ("answer cut off", False),
    pycurl.E_GOT_NOTHING: ("empty answer", False),
    pycurl.E_RECV_ERROR: ("connection lost", False),
    pycurl.E_SEND_ERROR: ("connection lost", False),
    pycurl.E_SSL_CONNECT_ERROR: ("no secure connection", False),
    pycurl.E_PEER_FAILED_VERIFICATION: ("certificate not valid", True),
    pycurl.E_FTP_WEIRD_SERVER_REPLY: ("no HTTP answer", True),
    pycurl.E_TOO_MANY_REDIRECTS: ("too many redirects", True),
    pycurl.E_REMOTE_FILE_NOT_FOUND: ("not found", True),
    pycurl.E_LOGIN_DENIED: ("login refused", True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpLimits:
    """What one transfer may cost.

    Attributes:
        body_bytes: bytes of a body as received.
        seconds: from the first byte sent to the last received.
        connect_seconds: to make the connection.
        slowest: bytes a second; a transfer that stays below for ``slow_seconds`` is ended.
        slow_seconds: see ``slowest``.
        per_address: transfers at a time to one IP address, whatever the number of its names; 0
            for any number.
    """

    body_bytes: int = 32 << 20
    seconds: float = 120.0
    connect_seconds: float = 20.0
    slowest: int = 64
    slow_seconds: int = 30
    per_address: int = 0


@dataclass(slots=True)
class _Transfer:
    future: asyncio.Future[Outcome]
    request: Request
    limits: HttpLimits
    began: float
    head: bytearray = field(default_factory=bytearray)
    sent: bytearray = field(default_factory=bytearray)
    body: bytearray = field(default_factory=bytearray)
    over: str = ""
    refused: str = ""

    def take_head(self, line: bytes) -> int | None:
        """A line of the head; the head of an interim answer is dropped."""
        if line.startswith(b"HTTP/") and self.head.endswith(b"\r\n\r\n"):
            self.head.clear()
        self.head += line
        if len(self.head) > _LONGEST_HEAD:
            self.over = f"head of more than {_LONGEST_HEAD} bytes"
            return -1
        return None

    def take_body(self, piece: bytes) -> int | None:
        """A piece of the body."""
        if len(self.body) + len(piece) > self.limits.body_bytes:
            self.over = f"body of more than {self.limits.body_bytes} bytes"
            return -1
        self.body += piece
        return None

    def note(self, kind: int, data: bytes) -> None:
        """What libcurl tells about a transfer: of interest is the head it sent."""
        if kind == pycurl.INFOTYPE_HEADER_OUT:
            self.sent += data


class _Handed(socket.socket):
    """A socket of which libcurl keeps a copy: the original goes as soon as nobody needs it."""

    def __del__(self) -> None:
        self.close()


class HttpFetcher:
    """Asks over HTTP and FTP.

    Args:
        names: resolves names.
        guard: says which addresses may be asked.
        agent: the ``User-Agent`` that is sent.
        limits: what one transfer may cost.
        access: proxy, logins and the like.
    """

    schemes = frozenset(("http", "https", "ftp"))

    def __init__(
        self,
        names: Names,
        guard: Guard,
        agent: str,
        *,
        limits: HttpLimits | None = None,
        access: Access | None = None,
    ) -> None:
        self._names = names
        self._guard = guard
        self._agent = agent
        self._limits = limits or HttpLimits()
        self._access = access or Access()
        most = 0 if self._access.proxy else self._limits.per_address
        self._slots = AddressSlots(most) if most else None
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._refusals: dict[str, str] = {}
        self._watched: dict[int, int] = {}
        self._idle: list[pycurl.Curl] = []
        self._is_furnished = False
        self._is_closed = False
        self._flying: dict[pycurl.Curl, _Transfer] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._cookies = pycurl.CurlShare()
        self._cookies.setopt(pycurl.SH_SHARE, pycurl.LOCK_DATA_COOKIE)
        self._cookies.setopt(pycurl.SH_SHARE, pycurl.LOCK_DATA_SSL_SESSION)
        self._multi = pycurl.CurlMulti()
        self._multi.setopt(pycurl.M_SOCKETFUNCTION, self._watch)
        self._multi.setopt(pycurl.M_TIMERFUNCTION, self._set_timer)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def fetch(self, request: Request) -> Outcome:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""
        began = time.monotonic()
        where = _where(request.url)
        if where is None:
            return Failure(
                reason="malformed address", detail=request.url[:200], is_lasting=True
            )
        host, port = where
        if request.url.partition(":")[0] not in self.schemes:
            return Failure(reason="unknown scheme", detail=request.url[:100], is_lasting=True)
        resolved = await self._names.resolve(host)
        if not resolved.addresses:
            took = time.monotonic() - began
            return Failure(reason="name not found", detail=resolved.fault, took=took)
        allowed = [one for one in resolved.addresses if not self._refusal(one)]
        if not allowed:
            one = resolved.addresses[0]
            detail = f"{host} is {one} ({self._refusal(one)})"
            return Failure(reason="private address", detail=detail, is_lasting=True)
        if self._slots is None:
            return await self._transfer(request, host, port, allowed)
        address = allowed[0]
        while not self._slots.take(address):
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, []).append(waiting)
            await waiting
        try:
            # One address only: what is counted is what is connected to.
            return await self._transfer(request, host, port, [address])
        finally:
            self._slots.give_back(address)
            for waiting in self._waiting.pop(address, ()):
                if not waiting.done():
                    waiting.set_result(None)

    def _refusal(self, address: str) -> str:
        """What the guard says of an address; most are asked about again and again."""
        found = self._refusals.get(address)
        if found is None:
            if len(self._refusals) >= _MOST_JUDGED:
                self._refusals.clear()
            found = self._refusals[address] = self._guard.refusal(address)
        return found

    async def close(self) -> None:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""
        if self._is_closed:
            return
        self._is_closed = True
        for handle, transfer in list(self._flying.items()):
            self._multi.remove_handle(handle)
            handle.close()
            if not transfer.future.done():
                transfer.future.set_result(Failure(reason="crawl ended", detail=""))
        self._flying.clear()
        if self._timer is not None:
            self._timer.cancel()
        for handle in self._idle:
            handle.close()
        self._idle.clear()
        self._multi.close()
        self._cookies.close()

    async def _transfer(
        self, request: Request, host: str, port: int, addresses: list[str]
    ) -> Outcome:
        self._loop = asyncio.get_running_loop()
        handle = self._idle.pop() if self._idle else self._new_handle()
        transfer = _Transfer(
            self._loop.create_future(), request, self._limits, time.monotonic()
        )
        self._set_up(handle, transfer, host, port)
        bare = host.strip("[]")
        listed = ",".join(f"[{one}]" if ":" in one else one for one in addresses)
        handle.setopt(pycurl.RESOLVE, [f"-{bare}:{port}", f"{bare}:{port}:{listed}"])
        self._flying[handle] = transfer
        self._multi.add_handle(handle)
        try:
            return await transfer.future
        finally:
            # Given up by the caller; a handle that ended may serve another transfer by now.
            if self._flying.get(handle) is transfer:
                del self._flying[handle]
                self._multi.remove_handle(handle)
                handle.close()

    def _new_handle(self) -> pycurl.Curl:
        handle, limits = pycurl.Curl(), self._limits
        handle.setopt(pycurl.SHARE, self._cookies)
        handle.setopt(pycurl.COOKIEFILE, "")
        handle.setopt(pycurl.PATH_AS_IS, 1)
        handle.setopt(pycurl.USERAGENT, self._agent)
        handle.setopt(pycurl.FOLLOWLOCATION, 0)
        handle.setopt(pycurl.NOSIGNAL, 1)
        handle.setopt(pycurl.HTTP09_ALLOWED, 0)
        handle.setopt(pycurl.PROTOCOLS, _PROTOCOLS)
        handle.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_2TLS)
        handle.setopt(pycurl.CONNECTTIMEOUT_MS, int(limits.connect_seconds * 1000))
        handle.setopt(pycurl.TIMEOUT_MS, int(limits.seconds * 1000))
        handle.setopt(pycurl.LOW_SPEED_LIMIT, limits.slowest)
        handle.setopt(pycurl.LOW_SPEED_TIME, limits.slow_seconds)
        handle.setopt(pycurl.DNS_CACHE_TIMEOUT, 0)
        handle.setopt(pycurl.VERBOSE, 1)
        handle.setopt(pycurl.PROXY, self._access.proxy)
        if self._access.authorities:
            handle.setopt(pycurl.CAINFO, self._access.authorities)
        if not self._is_furnished:
            self._is_furnished = True  # all handles share their cookies
            for line in self._access.cookies:
                handle.setopt(pycurl.COOKIELIST, line)
        return handle

    def _set_up(self, handle: pycurl.Curl, transfer: _Transfer, host: str, port: int) -> None:
        """Set what differs from one transfer of a handle to the next."""
        request = transfer.request
        login = self._access.login(request.url.partition(":")[0], host, port)
        headers = [
            *_HEADERS,
            *(f"{name}: {value}" for name, value in (*request.headers, *login.headers)),
        ]
        handle.setopt(pycurl.URL, request.url)
        handle.setopt(pycurl.HTTPHEADER, headers)
        if request.method == "POST":
            handle.setopt(pycurl.POST, 1)
            handle.setopt(pycurl.POSTFIELDSIZE, len(request.body))
            handle.setopt(pycurl.COPYPOSTFIELDS, request.body)
        else:
            handle.setopt(pycurl.HTTPGET, 1)
            handle.setopt(pycurl.NOBODY, request.method == "HEAD")
        handle.setopt(pycurl.HEADERFUNCTION, transfer.take_head)
        handle.setopt(pycurl.WRITEFUNCTION, transfer.take_body)
        handle.setopt(pycurl.DEBUGFUNCTION, transfer.note)
        if not self._access.proxy:
            handle.setopt(
                pycurl.OPENSOCKETFUNCTION,
                lambda purpose, address: self._open(transfer, purpose, address),
            )
        if login.user:
            handle.setopt(pycurl.HTTPAUTH, pycurl.HTTPAUTH_BASIC)
            handle.setopt(pycurl.USERNAME, login.user)
            handle.setopt(pycurl.PASSWORD, login.password)
        elif self._access.logins:
            handle.unsetopt(pycurl.USERPWD)

    def _open(self, transfer: _Transfer, purpose: int, address: Any) -> Any:
        """Open a socket, unless the guard refuses the address that it would lead to."""
        del purpose
        family, kind, protocol, where = address
        name = where[0].decode() if isinstance(where[0], bytes) else where[0]
        why = self._refusal(name)
        if why:
            transfer.refused = f"{name} ({why})"
            return pycurl.SOCKET_BAD
        return _Handed(family, kind, protocol)

    # libcurl's sockets and clock, served by the event loop

    def _watch(self, what: int, fd: int, multi: pycurl.CurlMulti, data: Any) -> None:
        del multi, data
        loop = self._loop
        if loop is None:
            return
        before = self._watched.pop(fd, 0)
        wanted = what & pycurl.POLL_INOUT if what != pycurl.POLL_REMOVE else 0
        if wanted:
            self._watched[fd] = wanted
        if before & ~wanted & pycurl.POLL_IN:
            loop.remove_reader(fd)
        if before & ~wanted & pycurl.POLL_OUT:
            loop.remove_writer(fd)
        if wanted & ~before & pycurl.POLL_IN:
            loop.add_reader(fd, self._act, fd, pycurl.CSELECT_IN)
        if wanted & ~before & pycurl.POLL_OUT:
            loop.add_writer(fd, self._act, fd, pycurl.CSELECT_OUT)

    def _set_timer(self, milliseconds: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if milliseconds >= 0 and self._loop is not None:  # 0: at the next turn of the loop
            self._timer = self._loop.call_later(
                milliseconds / 1000, self._act, pycurl.SOCKET_TIMEOUT, 0
            )

    def _act(self, fd: int, events: int) -> None:
        self._multi.socket_action(fd, events)
        more = 1
        while more:
            more, good, bad = self._multi.info_read()
            for handle in good:
                self._end(handle, 0, "")
            for handle, number, message in bad:
                self._end(handle, number, message)

    def _end(self, handle: pycurl.Curl, number: int, message: str) -> None:
        transfer = self._flying.pop(handle, None)
        if transfer is None:
            return
        address = handle.getinfo(pycurl.PRIMARY_IP) or ""
        status = handle.getinfo(pycurl.RESPONSE_CODE)
        self._multi.remove_handle(handle)
        if len(self._idle) < _IDLE_HANDLES:
            self._idle.append(handle)
        else:
            handle.close()
        if transfer.future.done():
            return
        took = time.monotonic() - transfer.began
        if number:
            outcome: Outcome = _failure(transfer, number, message, took)
        else:
            outcome = _answer(transfer, status, address, took)
        transfer.future.set_result(outcome)


def _where(url: str) -> tuple[str, int] | None:
    """Host and port of an address; None where it is none."""
    scheme, _, rest = url.partition("://")
    host = plain_host(url)
    if host is not None:
        port = rest[len(host) :].partition("/")[0]
        return host, int(port[1:]) if port else _PORTS[scheme]
    try:
        parts = ada_url.URL(url)
    except ValueError:
        return None
    port = parts.port
    return parts.hostname, int(port) if port else _PORTS.get(parts.protocol.rstrip(":"), 80)


def _failure(transfer: _Transfer, number: int, message: str, took: float) -> Failure:
    if transfer.over:
        return Failure(
            reason="answer too large", detail=transfer.over, is_lasting=True, took=took
        )
    if transfer.refused:
        return Failure(
            reason="private address", detail=transfer.refused, is_lasting=True, took=took
        )
    reason, is_lasting = _REASONS.get(number, ("transfer failed", False))
    return Failure(
        reason=reason, detail=f"{message} ({number})", is_lasting=is_lasting, took=took
    )


def _answer(transfer: _Transfer, status: int, address: str, took: float) -> Answer:
    head = bytes(transfer.head)
    headers: list[tuple[str, str]] = []
    kept = [head.partition(b"\r\n")[0]]
    for line in head.split(b"\r\n")[1:]:
        name, colon, value = line.partition(b":")
        if not colon:
            continue
        if name.strip().lower() == b"transfer-encoding":
            continue  # taken off already: the body stands here without it
        kept.append(line)
        headers.append((name.decode("latin-1").strip(), value.decode("latin-1").strip()))
    # HTTP/2 has no status line; archives know only that of HTTP/1.
    kept[0] = (
        b"HTTP/1.1" + kept[0][kept[0].find(b" ") :]
        if kept[0].startswith(b"HTTP/")
        else (b"HTTP/1.1 200 OK")
    )
    return Answer(
        status=status if 100 <= status < 600 else 200,
        headers=tuple(headers),
        head=b"\r\n".join([*kept, b"", b""]),
        # Of a file that is not to be sent FTP tells the size in place of a body.
        body=b"" if transfer.request.method == "HEAD" else bytes(transfer.body),
        request_head=bytes(transfer.sent),
        address=address,
        took=took,
    )
