"""Addresses without end: what each kind of trap answers.

A trap begins at one address of its host and never ends: each page leads to more of them, and
none says anything that the first did not say.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qsl, urlencode

from pagemill.testing.reply import HTML, Reply
from pagemill.testing.text import html, words
from pagemill.testing.web import Kind

_FACETS: Final = {"colour": "red green blue", "size": "s m l", "sort": "up down", "view": "a b"}
_MOST_FACETS: Final = 24
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


def _page(title: str, links: list[str], head: str = "") -> Reply:
    # The text depends on the kind of trap alone: that is what makes it one.
    labelled = [(link, f"next {number}") for number, link in enumerate(links)]
    body = html(f"{title} {head}", words(title, 60), labelled)
    return Reply(status=200, kind=Kind.TRAP, body=body, headers=HTML)


def _calendar(path: str) -> Reply:
    found = re.fullmatch(r"/calendar/(\d+)/(\d+)", path)
    year, month = (int(found[1]), int(found[2])) if found else (2024, 1)
    after = (year, month + 1) if month < 12 else (year + 1, 1)
    before = (year, month - 1) if month > 1 else (year - 1, 12)
    links = [f"/calendar/{y}/{m}" for y, m in (after, before)]
    # Each month has its own name at its head, as real calendars do.
    return _page("No events in this month", links, f"{_MONTHS[month - 1]} {year}")


def _session(path: str) -> Reply:
    draw = random.Random(path)  # noqa: S311 - no secret
    visits = [f"{draw.getrandbits(64):016x}" for _ in range(3)]
    return _page("Welcome, visitor", [f"/session/shop?sid={visit}" for visit in visits])


def _deeper(path: str) -> Reply:
    draw = random.Random(path)  # noqa: S311 - no secret
    folder = path.rstrip("/")
    links = [f"{folder}/{words(str(draw.random()), 1).lower()}/" for _ in range(2)]
    return _page("Folder without files", links)


def _repeating(path: str) -> Reply:
    return _page("Relative link", [f"{path.rstrip('/')}/about/us"])


def _permutations(path: str) -> Reply:
    chosen = dict(parse_qsl(path.partition("?")[2]))
    links: list[str] = []
    for name, values in _FACETS.items():
        for value in values.split():
            merged = list({**chosen, name: value}.items())
            orders = itertools.islice(itertools.permutations(merged), 3)
            links += [f"/facets/list?{urlencode(order)}" for order in orders]
    return _page("Nothing matches your choice", links[:_MOST_FACETS])


def _endless(path: str) -> Reply:
    del path
    return Reply(status=200, kind=Kind.TRAP, headers=HTML, behaviour="endless")


def _loop(path: str) -> Reply:
    other = "/loop/b" if path.endswith("/a") else "/loop/a"
    return Reply(status=302, kind=Kind.TRAP, headers=(("Location", other),))


def _chain(path: str) -> Reply:
    number = int("0" + re.sub(r"\D", "", path)) + 1
    return Reply(status=302, kind=Kind.TRAP, headers=(("Location", f"/chain/{number}"),))


TRAPS: Final[dict[str, tuple[str, Callable[[str], Reply]]]] = {
    "calendar": ("/calendar/2024/1", _calendar),
    "session": ("/session/shop", _session),
    "deeper": ("/deeper/", _deeper),
    "repeating": ("/repeating/about/us", _repeating),
    "permutations": ("/facets/list", _permutations),
    "endless": ("/endless/body", _endless),
    "loop": ("/loop/a", _loop),
    "chain": ("/chain/0", _chain),
}
"""Where each kind begins, and what it answers to a path with its query."""


def answered(traps: tuple[str, ...], path: str) -> Reply | None:
    """What a trap of a host answers to a path; None where the path belongs to none."""
    for name in traps:
        begin, reply = TRAPS[name]
        if path.startswith("/" + begin.split("/")[1] + "/"):
            return reply(path)
    return None
