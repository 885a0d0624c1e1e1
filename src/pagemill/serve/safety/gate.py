"""What every request passes before any page sees it, and every answer on its way out.

A page of another site can make a visitor's browser send requests here. So the name that a
browser asked for must be this machine's (or the visitor logged in), and what changes anything
must come from a page of ours; besides, every form has a token.

Source: Jackson, Barth, Bortz, Shao, Boneh 2007, "Protecting browsers from DNS rebinding
attacks"; W3C, Fetch Metadata Request Headers.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagemill.serve.safety import tokens
from pagemill.serve.safety.login import Sessions
from pagemill.serve.safety.policy import HEADERS
from pagemill.serve.safety.rate import Rate
from pagemill.serve.settings import Settings

COOKIE = "pagemill"
VISITOR = "pagemill.visitor"
"""Key under which a request's scope holds the name of its visitor."""

USER = "pagemill.user"
"""Key under which it holds the user of ``access.toml`` in whose name the visitor asks."""

BODY_BYTES = 8 << 20
"""Bytes that a request may have."""

_OPEN = ("/login", "/static/")
_SAFE = frozenset(("GET", "HEAD"))


@dataclass(frozen=True, slots=True)
class Gate:
    """The gate around the application.

    Attributes:
        app: what lies behind it.
        settings: who may come in.
        sessions: who is logged in.
    """

    app: ASGIApp
    settings: Settings
    sessions: Sessions
    tries: Rate = field(default_factory=lambda: Rate(per_second=0.1, burst=5))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        known = request.cookies.get(COOKIE, "")
        name = known if tokens.is_name(known) else tokens.new_name()
        scope[VISITOR] = name
        scope[USER] = self._named(request) or self.settings.user
        sending = _Out(send, "" if name == known else name, request.url.scheme)
        refusal = self._refusal(request, name)
        if refusal is not None:
            await refusal(scope, receive, sending)
        else:
            await self.app(scope, _In(receive), sending)

    def _refusal(self, request: Request, name: str) -> Response | None:
        if self._is_rebound(request):
            return PlainTextResponse("This machine has no such name.\n", 421)
        if request.method not in _SAFE and not is_from_here(request):
            return PlainTextResponse("The request comes from another site.\n", 403)
        stated = request.headers.get("content-length", "0")
        if not stated.isdecimal() or int(stated) > BODY_BYTES:
            return PlainTextResponse(f"At most {BODY_BYTES:,} bytes are taken.\n", 413)
        if not self.settings.needs_login or request.url.path.startswith(_OPEN):
            return None
        return None if self._is_in(request, name) else _to_login(request, self.settings)

    def _is_rebound(self, request: Request) -> bool:
        """Whether a browser was made to believe that this machine has a foreign name."""
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        return not self.settings.needs_login and host != "localhost" and not _is_number(host)

    def _is_in(self, request: Request, name: str) -> bool:
        if self.settings.password and self.sessions.is_in(name, time.monotonic()):
            return True
        if self._has_password(request):
            return True
        return bool(self._named(request))

    def _named(self, request: Request) -> str:
        """How a proxy whose word is taken names the visitor; ``""`` where none does."""
        header = self.settings.user_header
        peer = request.client.host if request.client else ""
        is_taken = bool(header) and peer in self.settings.proxies
        return request.headers.get(header, "") if is_taken else ""

    def _has_password(self, request: Request) -> bool:
        """Whether a program gives the password; who gives wrong ones is soon not heard."""
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        peer = request.client.host if request.client else ""
        if kind.lower() != "bearer" or self.tries.wait(peer, time.monotonic()):
            return False
        if not self.sessions.knows(given):
            return False
        self.tries.forgive(peer)
        return True


@dataclass(slots=True)
class _In:
    """Receives a body, up to its limit."""

    receive: Receive
    size: int = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.size += len(message.get("body", b""))
        if self.size > BODY_BYTES:
            raise HTTPException(413, f"At most {BODY_BYTES:,} bytes are taken.")
        return message


@dataclass(frozen=True, slots=True)
class _Out:
    """Sends an answer with the header fields that every one has."""

    send: Send
    new_name: str
    scheme: str

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for field, value in HEADERS.items():
                headers.setdefault(field, value)
            if self.new_name and "set-cookie" not in headers:
                secure = "; Secure" if self.scheme == "https" else ""
                headers["set-cookie"] = (
                    f"{COOKIE}={self.new_name}; HttpOnly; Path=/; SameSite=Strict{secure}"
                )
        await self.send(message)


def is_from_here(request: Request) -> bool:
    """Whether a page of ours, or no page at all, sent a request."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def _is_number(host: str) -> bool:
    """A name may lead anywhere; an address leads where it says."""
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _to_login(request: Request, settings: Settings) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "not logged in"}, 401)
    if not settings.password:
        return PlainTextResponse("The proxy has let nobody in by this request.\n", 401)
    return RedirectResponse(f"/login?next={quote(request.url.path)}", 303)
