"""The table of pages, with filters."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from pagemill.serve.interface.answers import whole
from pagemill.serve.screens.overview import counted
from pagemill.serve.workbench import bench
from pagemill.survey.census import Census

STEP = 50
FILTERS = {
    "host": "Host",
    "language": "Language",
    "type": "Type",
    "genre": "Genre",
    "format": "Format",
    "encoding": "Encoding",
    "month": "Month",
    "size": "Size",
    "fate": "Fate",
}
ORDERS = {"url": "address", "size": "largest first", "time": "newest first"}
UNKNOWN = "-"
"""Stands in an address for the empty value."""

_CHOICES = 200


def show(request: Request) -> Response:
    """One page of the table."""
    here = bench(request)
    found = counted(here)
    query = request.query_params
    asked = {name: query.get(name, "") for name in FILTERS}
    wanted = {name: "" if value == UNKNOWN else value for name, value in asked.items() if value}
    words, order = query.get("words", "").strip(), query.get("order", "url")
    rows = found.select(wanted, words, order)
    first = whole(request, "first", 0, 1_000_000_000)
    choices = [
        (name, title, asked[name], found.columns[name].counts()[:_CHOICES])
        for name, title in FILTERS.items()
    ]
    return here.render(
        request,
        "pages.html",
        filters=choices,
        words=words,
        order=order,
        orders=ORDERS,
        listed=[_row(found, row) for row in rows[first : first + STEP].tolist()],
        total=len(rows),
        first=first,
        step=STEP,
        query={**asked, "words": words, "order": order},
    )


def _row(found: Census, row: int) -> dict[str, object]:
    return {
        "url": found.urls[row],
        "title": found.titles[row],
        "captured": str(found.captured[row].astype("datetime64[D]")),
        "bytes": int(found.sizes[row]),
        **{name: found.columns[name].at(row) for name in ("language", "type", "fate")},
    }
