"""Search with snippets, a page of hits at a time."""

from __future__ import annotations

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from pagemill.model.report import Hit
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
    return here.render(
        request,
        "search.html",
        asked=asked,
        found=found,
        hits=[(hit, marked(hit)) for hit in found.hits] if found else [],
        first=first,
        step=STEP,
    )


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
