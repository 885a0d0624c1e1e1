"""Search with snippets, a page of hits at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from pagemill.index.query import parse
from pagemill.model.report import Hit
from pagemill.searching.asking import FACETS, OTHERS
from pagemill.serve.interface.answers import whole
from pagemill.serve.workbench import bench

STEP = 10
TITLES = {
    "site": "Host",
    "language": "Language",
    "page_type": "Type",
    "category": "Category",
    "year": "Year",
}
"""What the pages that match are counted by, as it is called on the screen."""

_FILTERS = {"site": "site", "language": "lang", "page_type": "type", "category": "category"}
DEEPEST = 10_000
_LONGEST = 1_000


def show(request: Request) -> Response:
    """The form, and the hits of what was asked."""
    here = bench(request)
    asked = request.query_params.get("q", "")[:_LONGEST]
    first = whole(request, "first", 0, DEEPEST)
    wanted = {"limit": STEP, "offset": first, "facets": FACETS}
    found = here.search(asked, **wanted) if asked.strip() else None
    return here.render(
        request,
        "search.html",
        asked=asked,
        found=found,
        hits=[(hit, marked(hit)) for hit in found.hits] if found else [],
        facets=narrowing(asked, found.facets) if found and found.total else [],
        first=first,
        step=STEP,
    )


class Choice(NamedTuple):
    """A value of a facet as it is shown.

    Attributes:
        name: the value.
        pages: pages that match and have it.
        query: the query with it as a filter, or without it where it is one; ``""`` where no
            filter can name it.
        is_chosen: whether the query has it.
    """

    name: str
    pages: int
    query: str
    is_chosen: bool


def narrowing(
    asked: str, facets: Mapping[str, Mapping[str, int]]
) -> list[tuple[str, list[Choice]]]:
    """Title and values of each facet that has any, with queries that choose or free them.

    Args:
        asked: the query as it was typed.
        facets: facet -> value -> pages, most pages first.
    """
    found: list[tuple[str, list[Choice]]] = []
    for facet, title in TITLES.items():
        values = facets.get(facet, {})
        choices = [_choice(asked, facet, name, pages) for name, pages in values.items()]
        if choices:
            found.append((title, choices))
    return found


def _choice(asked: str, facet: str, name: str, pages: int) -> Choice:
    typed = "" if name == OTHERS else _filter(facet, name)
    pieces = asked.split()
    if typed and all(piece in pieces for piece in typed.split()):
        left = [piece for piece in pieces if piece not in typed.split()]
        return Choice(name, pages, " ".join(left), is_chosen=True)
    query, before = f"{asked.strip()} {typed}", parse(asked)
    after = parse(query)
    if not typed or after == before or after.required != before.required:
        query = ""  # no filter can say that, or not behind this query
    return Choice(name, pages, query, is_chosen=False)


def _filter(facet: str, value: str) -> str:
    if facet == "year":
        return f"after:{value} before:{int(value) + 1}" if value.isdecimal() else ""
    return f"{_FILTERS[facet]}:{value}" if not re.search(r'[\s"]', value) else ""


def marked(hit: Hit) -> Markup:
    """The passage of a hit with the words of the query marked."""
    parts: list[Markup] = []
    at = 0
    for start, end in hit.highlights:
        parts += (
            escape(hit.snippet[at:start]),
            Markup("<mark>%s</mark>") % hit.snippet[start:end],
        )
        at = end
    return Markup("").join([*parts, escape(hit.snippet[at:])])
