"""Pages as they were received, for a frame under a sandbox policy."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pagemill.serve.reading.fate import fates
from pagemill.serve.reading.painted import STYLE, painted
from pagemill.serve.reading.reading import characters, read
from pagemill.serve.safety import policy
from pagemill.serve.screens.generator import framed, stored_source, taken
from pagemill.serve.workbench import bench


def received(request: Request) -> Response:
    """A page that was looked at, as it was given."""
    return framed(request, characters(taken(request).source), policy.RECEIVED)


def captured(request: Request) -> Response:
    """A page of the collection: as it was captured, or painted by fate."""
    url = request.query_params.get("url", "")
    source = stored_source(bench(request), url)
    if source is None:
        raise HTTPException(404, f"{url}: the collection has no page of this address.")
    if request.query_params.get("as") == "captured":
        return framed(request, characters(source), policy.RECEIVED)
    reading = read(source)
    return framed(
        request, painted(reading, fates(reading, reading.main)), policy.painted(STYLE)
    )
