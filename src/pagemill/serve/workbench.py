"""What all screens share: the collection, what is kept between requests, templates."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from importlib.resources import files
from threading import Lock
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.model.report import SearchResult
from pagemill.model.version import __version__
from pagemill.serve.reading.shelf import Shelf
from pagemill.serve.safety import tokens
from pagemill.serve.safety.gate import USER, VISITOR
from pagemill.serve.safety.login import Sessions
from pagemill.serve.safety.rate import Rate
from pagemill.serve.settings import Settings

T = TypeVar("T")

STATIC = ("style.css", "icon.svg", "generator.js", "live.js")
"""Every file that is served as it is."""


def static_file(name: str) -> bytes:
    """A file that is served as it is."""
    return (files("pagemill.serve") / "static" / name).read_bytes()


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("pagemill.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    stamp = blake2b(b"".join(map(static_file, STATIC)), digest_size=6).hexdigest()
    names: Any = made.globals
    filters: Any = made.filters
    names.update(version=__version__, stamp=stamp, link=link)
    filters.update(count=count, size=size, share=share)
    return made


@dataclass(slots=True)
class Workbench:
    """Everything behind the screens.

    Attributes:
        collection: what is shown.
        settings: how it is served.
        sessions: who is logged in.
        shelf: pages that were looked at last.
        secret: key of the tokens in forms.
        looks: how often a visitor may have a page purified.
        visits: how often a visitor may have an address asked.
        logins: how often a password may be tried, by anyone.
        watchers: how many are being told of the crawl.
        has_users: whether visitors who are named see only what ``access.toml`` allows them.
    """

    collection: Collection
    settings: Settings
    sessions: Sessions
    shelf: Shelf = field(default_factory=Shelf)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    looks: Rate = field(default_factory=lambda: Rate(per_second=2.0, burst=20))
    visits: Rate = field(default_factory=lambda: Rate(per_second=0.2, burst=5))
    logins: Rate = field(default_factory=lambda: Rate(per_second=0.1, burst=5))
    watchers: int = 0
    has_users: bool = False
    _seen: dict[str, Workbench] = field(default_factory=dict[str, "Workbench"])
    _environment: Environment = field(default_factory=_environment)
    _kept: dict[str, tuple[bytes, object]] = field(
        default_factory=dict[str, tuple[bytes, object]]
    )
    _lock: Lock = field(default_factory=Lock)

    @property
    def layout(self) -> Layout:
        """Where everything of the collection lies."""
        return Layout(self.collection.root)

    def seen_by(self, user: str) -> Workbench:
        """The same bench with nothing but what a user may see on it.

        Raises:
            HTTPException: the user is not among those of ``access.toml``.
            CollectionError: what the user may see is yet to be made by a build.
        """
        # A list that was there once counts even if it goes: it must not open what it closed.
        self.has_users = (
            self.has_users or bool(self.settings.user) or self.layout.access.exists()
        )
        if not user or not self.has_users:
            return self
        try:
            collection = self.collection.seen_by(user, make=False)
        except UsageError:
            raise HTTPException(
                403, "You are not among the users of this collection."
            ) from None
        with self._lock:
            known = self._seen.get(user)
            if known is None or known.collection.root != collection.root:
                known = replace(
                    self, collection=collection, shelf=Shelf(), _kept={}, _seen={}, _lock=Lock()
                )
                self._seen[user] = known
        return known

    def render(
        self, request: Request, name: str, status: int = 200, /, **values: object
    ) -> HTMLResponse:
        """Make a page of a template."""
        common = {
            "token": tokens.token(self.secret, request.scope[VISITOR]),
            "here": request.url.path,
            "collection_name": self.collection.config.collection.name,
            "may_leave": bool(self.settings.password),
        }
        text = self._environment.get_template(name).render({**common, **values})
        return HTMLResponse(text, status)

    def search(self, query: str, **wanted: Any) -> SearchResult:
        """Pages that answer a query; the index is opened once for each build."""
        searcher = self.once("searcher", self.collection.searcher)
        return self.collection.search(query, searcher=searcher, **wanted)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """A value that stays the same until the collection is built anew."""
        stamp = self._stamp()
        with self._lock:
            known = self._kept.get(name)
            if known is None or known[0] != stamp:
                known = (stamp, make())
                self._kept[name] = known
        return cast("T", known[1])

    def _stamp(self) -> bytes:
        try:
            return self.layout.current.read_bytes()
        except OSError:
            return b""


def bench(request: Request) -> Workbench:
    """The workbench of the application that a request came to, as its visitor may see it.

    Raises:
        HTTPException: the visitor may see nothing.
        CollectionError: what the visitor may see is yet to be made by a build.
    """
    return whole_bench(request).seen_by(request.scope.get(USER, ""))


def whole_bench(request: Request) -> Workbench:
    """The workbench of the application, for what shows nothing of the collection."""
    found: Workbench = request.app.state.bench
    return found


async def form(request: Request) -> FormData:
    """A form that one of our own pages sent.

    Raises:
        HTTPException: it has no token of ours.
    """
    sent = await request.form(max_files=1, max_fields=20, max_part_size=8 << 20)
    given = sent.get(tokens.FIELD)
    secret = whole_bench(request).secret
    if not isinstance(given, str) or not tokens.is_ours(secret, request.scope[VISITOR], given):
        raise HTTPException(403, "This form is too old, or not from here; open it anew.")
    return sent


def limited(request: Request, rate: Rate, who: str = "") -> None:
    """Count a request.

    Raises:
        HTTPException: the visitor asks too often.
    """
    peer = request.client.host if request.client else ""
    wait = rate.wait(who or peer, time.monotonic())
    if wait:
        raise HTTPException(
            429,
            f"Too many requests; try again in {wait:.0f} seconds.",
            {"retry-after": f"{wait:.0f}"},
        )


def text(sent: FormData, name: str) -> str:
    """A field of a form as text; ``""`` where there is none."""
    value = sent.get(name, "")
    return value if isinstance(value, str) else ""


def link(path: str, /, **query: object) -> str:
    """An address here with its query; what is empty is left out."""
    wanted = {name: str(value) for name, value in query.items() if value not in {"", None}}
    return f"{path}?{urlencode(wanted)}" if wanted else path


def count(value: float) -> str:
    """A whole number for people."""
    return f"{value:,.0f}"


def share(part: float, whole: float) -> str:
    """A part of a whole in per cent."""
    return f"{part / whole:.0%}" if whole else "–"


def size(value: float) -> str:
    """A number of bytes for people, in powers of 1024."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:,.0f} {unit}" if unit == "B" else f"{value:,.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} TiB"


def pretty(value: Any) -> str:
    """A value as JSON that people can read."""
    return json.dumps(value, ensure_ascii=False, indent=2)
