"""One page's whole story: what each stage decided, its captures, its copies, its links."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pagemill.errors import PagemillError, UsageError
from pagemill.model.docview import DocView
from pagemill.model.history import History
from pagemill.serve.screens.generator import stored_source
from pagemill.serve.workbench import Workbench, bench


def show(request: Request) -> Response:
    """The story."""
    here = bench(request)
    url = request.query_params.get("url", "").strip()
    if not url:
        raise HTTPException(404, "Name a page: /page?url=ADDRESS")
    told = here.collection.explain(url)
    view = _view(here, url)
    return here.render(
        request,
        "page.html",
        url=told.url,
        told=told,
        view=view,
        is_stored=stored_source(here, url) is not None,
        history=_history(here, url),
        is_copied=any(step.stage in {"clusters", "verified"} for step in told.steps),
    )


def _view(here: Workbench, url: str) -> DocView | None:
    try:
        return here.collection.docview(url)
    except UsageError:
        return None


def _history(here: Workbench, url: str) -> History | None:
    """What the table of pages knows; None where there is none, or it is being written."""
    try:
        return here.collection.history(url)
    except PagemillError:
        return None
