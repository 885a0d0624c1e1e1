"""Mailboxes of a mail server (IMAP) as answers: a mailbox is a page of links to its messages.

Nothing at the server changes by it: a mailbox is only examined, and its messages stay as unread
as they were. A message never changes either, so it is asked for once. A password is sent over a
connection that is encrypted, or into a network that was named as one's own.

Source: RFC 3501 and 9051 (IMAP), RFC 5092 (addresses: ``imaps://host/INBOX;UIDVALIDITY=3/;UID=20``).
"""

from __future__ import annotations

import asyncio
import contextlib
import imaplib
import re
import socket
import ssl
import time
from dataclasses import dataclass
from html import escape
from typing import Final, cast
from urllib.parse import quote, unquote, urlsplit

from pagemill.crawl.fetching.access import Access, Login
from pagemill.crawl.fetching.dns import Names
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.guard import Guard
from pagemill.crawl.fetching.mailbox import MEDIA_TYPE, MOST

_SCHEMES: Final = frozenset(("imap", "imaps"))
_PORTS: Final = {"imap": 143, "imaps": 993}
_PAGE: Final = "text/html; charset=utf-8"
_MESSAGE: Final = re.compile(
    r"(.*);uidvalidity=(\d{1,10})/;uid=(\d{1,10})", re.IGNORECASE | re.DOTALL
)
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d{1,15})")
_SPARE: Final = 65_536
_LISTED: Final = 16 << 20  # bytes that lists and what else a server tells may have
_PIECE: Final = 65_536


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What an address asks for: a mailbox, or one message of it where ``uid`` is not ``""``."""

    scheme: str
    host: str
    port: int
    mailbox: str
    validity: str = ""
    uid: str = ""


class _RefusedError(Exception):
    """Why there is no answer."""

    def __init__(self, reason: str, detail: str, *, is_lasting: bool) -> None:
        super().__init__(reason)
        self.failure = Failure(reason=reason, detail=detail[:200], is_lasting=is_lasting)


class _Talk(imaplib.IMAP4):
    """A conversation with a server at an address that was looked at before.

    Whatever the server does, one answer comes to an end: by its time, and by its bytes. The
    library's own limit of time begins anew with each piece that arrives.
    """

    def __init__(
        self,
        wanted: _Wanted,
        address: str,
        context: ssl.SSLContext | None,
        limits: tuple[int, float],
    ) -> None:
        self._address = address
        self._context = context
        self._limit, self._seconds = limits
        self._ahead = bytearray()
        self._source: socket.socket | None = None
        self.begin()
        super().__init__(wanted.host, wanted.port, timeout=self._seconds)

    def begin(self) -> None:
        """What comes from now on is a new answer."""
        self._until = time.monotonic() + self._seconds
        self._room = 2 * self._limit + _LISTED

    def _create_socket(self, timeout: float | None) -> socket.socket:
        made = socket.create_connection((self._address, self.port), timeout)
        if self._context is None:
            return made
        try:
            return self._context.wrap_socket(made, server_hostname=self.host)
        except BaseException:
            made.close()
            raise

    def read(self, size: int) -> bytes:
        """So many bytes, unless they are more than one answer may have."""
        if size > self._limit + _SPARE:
            raise self.abort(f"answer of {size} bytes")
        while len(self._ahead) < size and self._more():
            pass
        return self._taken(size)

    def readline(self) -> bytes:
        """A line, with its end unless the server left."""
        begin = 0
        while (at := self._ahead.find(b"\n", begin)) < 0:
            begin = len(self._ahead)
            if not self._more():
                break
        return self._taken(at + 1 or len(self._ahead))

    def _taken(self, size: int) -> bytes:
        taken = bytes(self._ahead[:size])
        del self._ahead[:size]
        return taken

    def _more(self) -> bool:
        """Wait for another piece; False where the server has left."""
        if self._source is not self.sock:  # what came before encryption does not count after it
            self._ahead.clear()
            self._source = self.sock
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"no answer in {self._seconds:g} s")
        self.sock.settimeout(left)
        piece = self.sock.recv(_PIECE)
        self._room -= len(piece)
        if self._room < 0:
            raise self.abort("answer without end")
        self._ahead += piece
        return bool(piece)


class ImapFetcher:
    """Asks mail servers.

    Args:
        names: resolves names.
        guard: says which addresses may be asked.
        access: logins by host, and the authority that is trusted.
        limit: bytes that a message may have.
        seconds: that a server may take for one answer.
    """

    schemes = _SCHEMES

    def __init__(
        self,
        names: Names,
        guard: Guard,
        access: Access,
        *,
        limit: int = 32 << 20,
        seconds: float = 120.0,
    ) -> None:
        self._names = names
        self._guard = guard
        self._access = access
        self._limit = limit
        self._seconds = seconds
        self._talks: dict[tuple[str, str, int], _Talk] = {}
        self._turn = asyncio.Lock()

    async def fetch(self, request: Request) -> Outcome:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""
        began = time.monotonic()
        try:
            wanted = _wanted(request.url)
            address = await self._address(wanted)
            async with self._turn:  # a conversation is about one mailbox at a time
                return await asyncio.to_thread(self._answered, request, wanted, address, began)
        except _RefusedError as refused:
            return refused.failure

    async def _address(self, wanted: _Wanted) -> str:
        """Where the server is, if it may be asked."""
        resolved = await self._names.resolve(wanted.host)
        if not resolved.addresses:
            raise _RefusedError("name not found", resolved.fault, is_lasting=False)
        address = resolved.addresses[0]
        why = self._guard.refusal(address)
        if why:
            detail = f"{wanted.host} is {address} ({why})"
            raise _RefusedError("private address", detail, is_lasting=True)
        return address

    def _answered(
        self, request: Request, wanted: _Wanted, address: str, began: float
    ) -> Outcome:
        try:
            return self._asked(request, wanted, (address, began))
        except ssl.SSLCertVerificationError as error:
            raise _RefusedError("certificate not valid", str(error), is_lasting=True) from None
        except (imaplib.IMAP4.error, OSError, EOFError, ValueError) as error:
            self._let_go(wanted)
            reason = "too slow" if isinstance(error, TimeoutError) else "connection lost"
            took = time.monotonic() - began
            login = self._access.login(wanted.scheme, wanted.host, wanted.port)
            return Failure(reason=reason, detail=_blotted(str(error), login)[:200], took=took)

    async def close(self) -> None:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""
        async with self._turn:
            for talk in self._talks.values():
                await asyncio.to_thread(_part, talk)
            self._talks.clear()

    def _let_go(self, wanted: _Wanted) -> None:
        talk = self._talks.pop((wanted.scheme, wanted.host, wanted.port), None)
        if talk is not None:
            with contextlib.suppress(OSError):
                talk.shutdown()

    def _asked(self, request: Request, wanted: _Wanted, where: tuple[str, float]) -> Outcome:
        talk = self._talk(wanted, where[0])
        said, _ = talk.select(_quoted(wanted.mailbox), readonly=True)
        validity = _told(talk, "UIDVALIDITY")
        if said != "OK" or (wanted.uid and wanted.validity != validity):
            return _answer(request, "404 Not Found", [], b"", where)
        known = dict(request.headers).get("If-None-Match")
        if wanted.uid:
            kind, tag = MEDIA_TYPE, f'"{wanted.validity}-{wanted.uid}"'
            body = self._message(talk, wanted, is_known=known == tag)
            if body is None:
                return _answer(request, "404 Not Found", [], b"", where)
        else:
            kind = _PAGE
            tag = f'"{validity}-{_told(talk, "UIDNEXT")}-{_told(talk, "EXISTS")}"'
            body = _listing(wanted, validity, _uids(talk)) if known != tag else b""
        if known == tag:
            return _answer(request, "304 Not Modified", [("ETag", tag)], b"", where)
        return _answer(request, "200 OK", [("Content-Type", kind), ("ETag", tag)], body, where)

    def _talk(self, wanted: _Wanted, address: str) -> _Talk:
        """A conversation in which the server knows who asks."""
        key = wanted.scheme, wanted.host, wanted.port
        if key in self._talks:
            self._talks[key].begin()
            return self._talks[key]
        login = self._access.login(*key)
        if not login.user:
            detail = f"no user and password for {wanted.host}; name them in the file of logins"
            raise _RefusedError("login refused", detail, is_lasting=True)
        context = ssl.create_default_context(cafile=self._access.authorities or None)
        limits = self._limit, self._seconds
        talk = _Talk(wanted, address, context if wanted.scheme == "imaps" else None, limits)
        try:
            if wanted.scheme == "imap":
                self._encrypt(talk, address, context)
            self._log_in(talk, login)
        except BaseException:
            with contextlib.suppress(OSError):  # what failed may have closed it already
                talk.shutdown()
            raise
        self._talks[key] = talk
        return talk

    def _log_in(self, talk: _Talk, login: Login) -> None:
        try:
            talk.login(login.user, login.password)
        except imaplib.IMAP4.abort:
            raise
        except UnicodeEncodeError:
            detail = "user or password has letters beyond ASCII, which LOGIN cannot send"
            raise _RefusedError("login refused", detail, is_lasting=True) from None
        except imaplib.IMAP4.error as error:
            detail = _blotted(str(error), login)
            raise _RefusedError("login refused", detail, is_lasting=True) from None

    def _encrypt(self, talk: _Talk, address: str, context: ssl.SSLContext) -> None:
        """Encrypt what follows, unless the server is in a network of one's own."""
        if "STARTTLS" in talk.capabilities:
            talk.starttls(context)
        elif not Guard().refusal(address):
            detail = "the server offers no encryption; a password is not sent without"
            raise _RefusedError("no secure connection", detail, is_lasting=True)

    def _message(self, talk: _Talk, wanted: _Wanted, *, is_known: bool) -> bytes | None:
        """A message, or nothing of one that is known; None where there is none."""
        _, found = talk.uid("FETCH", wanted.uid, "(RFC822.SIZE)")
        sizes = [_SIZE.search(one) for one in found if isinstance(one, bytes)]
        size = next((int(one[1]) for one in sizes if one), None)
        if size is None:
            return None
        if size > self._limit:
            detail = f"message of {size} bytes, {self._limit} are allowed"
            raise _RefusedError("answer too large", detail, is_lasting=True)
        if is_known:
            return b""
        _, parts = talk.uid("FETCH", wanted.uid, "(BODY.PEEK[])")
        pieces = [cast("tuple[bytes, bytes]", one) for one in parts if isinstance(one, tuple)]
        return pieces[0][1] if pieces else None


def _blotted(said: str, login: Login) -> str:
    """What a server says without the password, which it may repeat: this goes into the log."""
    return said.replace(login.password, "***") if login.password else said


def _wanted(url: str) -> _Wanted:
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        raise _RefusedError("malformed address", url, is_lasting=True) from None
    path = parts.path.removeprefix("/").removesuffix("/")
    if parts.scheme not in _SCHEMES or not parts.hostname or not path:
        raise _RefusedError("malformed address", url, is_lasting=True)
    found = _MESSAGE.fullmatch(path)
    if found is None:
        return _Wanted(parts.scheme, parts.hostname, port, unquote(path))
    return _Wanted(parts.scheme, parts.hostname, port, unquote(found[1]), found[2], found[3])


def _quoted(mailbox: str) -> str:
    """The name of a mailbox as it is sent; line breaks cannot stand in one."""
    plain = re.sub(r"[\r\n\0]", "", mailbox)
    name = plain if plain.isascii() else _utf7(plain)
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _utf7(name: str) -> str:
    """RFC 3501, section 5.1.3: names beyond ASCII in a UTF-7 of IMAP's own."""
    made: list[str] = []
    for run in re.findall(r"[ -~]+|[^ -~]+", name):
        if run.isascii():
            made.append(run.replace("&", "&-"))
            continue
        coded = run.encode("utf-7").decode("ascii").removeprefix("+").removesuffix("-")
        made.append(f"&{coded.replace('/', ',')}-")
    return "".join(made)


def _told(talk: _Talk, name: str) -> str:
    """A figure that the server told when the mailbox was opened."""
    _, found = talk.response(name)
    last = found[-1] if found else None
    return last.decode("ascii", "replace") if isinstance(last, bytes) else "0"


def _uids(talk: _Talk) -> list[str]:
    _, found = talk.uid("SEARCH", "ALL")
    words = b" ".join(one for one in found if isinstance(one, bytes)).split()
    return sorted((one.decode("ascii") for one in words if one.isdigit()), key=int)[-MOST:]


def _listing(wanted: _Wanted, validity: str, uids: list[str]) -> bytes:
    port = "" if wanted.port == _PORTS[wanted.scheme] else f":{wanted.port}"
    name = quote(wanted.mailbox, safe="/")
    begin = f"{wanted.scheme}://{wanted.host}{port}/{name};UIDVALIDITY={validity}/;UID="
    lines = [f"<!doctype html><title>{escape(wanted.mailbox)}</title><ol>"]
    lines += [f'<li><a href="{escape(begin)}{uid}">{uid}</a>' for uid in uids]
    return "\n".join(lines).encode()


def _answer(
    request: Request,
    status: str,
    fields: list[tuple[str, str]],
    body: bytes,
    where: tuple[str, float],
) -> Answer:
    """An answer in the form of HTTP, from an address, begun at an instant."""
    address, began = where
    stated = [*fields, ("Content-Length", str(len(body)))]
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in stated)]
    return Answer(
        status=int(status[:3]),
        headers=tuple(stated),
        head=("\r\n".join(lines) + "\r\n\r\n").encode(),
        body=b"" if request.method == "HEAD" else body,
        request_head=b"",
        address=address,
        took=time.monotonic() - began,
    )


def _part(talk: _Talk) -> None:
    with contextlib.suppress(imaplib.IMAP4.error, OSError):
        talk.begin()
        talk.logout()
