"""The collection as a whole: its funnel, and what its pages are, each number with its pages."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from pagemill.model.report import Funnel
from pagemill.serve.charts.bars import Bar, bars
from pagemill.serve.workbench import Workbench, bench, link
from pagemill.survey.census import SIZES, Census, census

SHOWN = 12
FACETS: Mapping[str, str] = {
    "host": "Hosts",
    "language": "Languages",
    "type": "Types",
    "genre": "Genres",
    "format": "Formats",
    "encoding": "Encodings",
    "month": "Captured",
}


def show(request: Request) -> Response:
    """The overview."""
    here = bench(request)
    status = here.once("status", here.collection.status)
    found = counted(here)
    return here.render(
        request,
        "collection.html",
        funnel=_funnel(status.funnel),
        facets=[(name, title, _facet(found, name)) for name, title in FACETS.items()],
        more={name: max(0, len(found.columns[name].counts()) - SHOWN) for name in FACETS},
        sizes=bars(_sizes(found)),
        statuses=bars([(str(code or "no HTTP"), n, "") for code, n in found.statuses.items()]),
        standings=bars([(name, count, "") for name, count in found.standings.items()]),
        status=status,
        rejects=[
            (stage, reason, count)
            for stage, reasons in status.rejects.items()
            for reason, count in sorted(reasons.items(), key=lambda one: -one[1])
        ],
    )


def counted(here: Workbench) -> Census:
    """The census of the collection as it is built now."""
    return here.once("census", lambda: census(here.layout))


def _funnel(funnel: Funnel) -> list[Bar]:
    distinct = funnel.pages - funnel.exact_duplicates
    rows = (
        ("captures", funnel.captures, ""),
        ("pages: one capture of each address", funnel.pages, link("/pages")),
        ("without exact copies", distinct, ""),
        ("without near copies: kept", funnel.kept, link("/pages", fate="kept")),
    )
    return bars(rows, funnel.captures)


def _facet(found: Census, name: str) -> list[Bar]:
    rows = found.columns[name].counts()[:SHOWN]
    shown = [
        (value or "(unknown)", count, link("/pages", **{name: value or "-"}))
        for value, count in rows
    ]
    return bars(shown, len(found))


def _sizes(found: Census) -> list[tuple[str, int, str]]:
    """Pages by size of their payload, the smallest first."""
    counts = dict(found.columns["size"].counts())
    return [(name, counts[name], link("/pages", size=name)) for name in SIZES if name in counts]
