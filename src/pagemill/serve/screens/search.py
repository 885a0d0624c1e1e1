"""Search with snippets, a page of hits at a time."""

from __future__ import annotations

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from pagemill.index.query import parse
from pagemill.index.snippet import snippet, terms
from pagemill.serve.interface.answers import whole
from pagemill.serve.workbench import bench

STEP = 10
DEEPEST = 10_000
_LONGEST = 1_000


def show(request: Request) -> Response:
    """The form, and the hits of what was asked."""
    here = bench(request)
    asked = request.query_params.get("q", "")[:_LONGEST]
    first = whole(request, "first", 0, DEEPEST)
    found = here.search(asked, limit=STEP, offset=first) if asked.strip() else None
    wanted = terms(parse(asked))
    return here.render(
        request,
        "search.html",
        asked=asked,
        found=found,
        hits=[(hit, marked(hit.snippet, wanted)) for hit in found.hits] if found else [],
        first=first,
        step=STEP,
    )


def marked(passage: str, wanted: tuple[str, ...]) -> Markup:
    """A passage with the words of the query marked."""
    found = snippet(passage, wanted, len(passage) + 1)
    parts: list[Markup] = []
    at = 0
    for start, end in found.highlights:
        parts += (
            escape(found.text[at:start]),
            Markup("<mark>%s</mark>") % found.text[start:end],
        )
        at = end
    return Markup("").join([*parts, escape(found.text[at:])])
