"""The application: which address leads to which screen, and what becomes of errors."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pagemill.api import Collection
from pagemill.errors import DocumentError, PagemillError, UsageError
from pagemill.serve.interface import openapi
from pagemill.serve.safety.gate import Gate
from pagemill.serve.safety.login import Sessions
from pagemill.serve.screens import (
    crawl,
    duplicates,
    entrance,
    frames,
    generator,
    overview,
    search,
    story,
    table,
)
from pagemill.serve.settings import Settings
from pagemill.serve.workbench import STATIC, Workbench, static_file, whole_bench

_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


def application(collection: Collection, settings: Settings) -> Starlette:
    """Make the application for one collection."""
    sessions = Sessions(settings.password)
    app = Starlette(
        routes=routes(),
        middleware=[Middleware(Gate, settings=settings, sessions=sessions)],
        exception_handlers={
            HTTPException: _refused,
            PagemillError: _failed,
            Exception: _broken,
        },
    )
    app.state.bench = Workbench(collection, settings, sessions)
    return app


def routes() -> list[Route]:
    """Every address that is answered."""
    return [
        Route("/static/{name}", _static),
        Route("/login", entrance.show),
        Route("/login", entrance.enter, methods=["POST"]),
        Route("/logout", entrance.leave, methods=["POST"]),
        Route("/", generator.show),
        Route("/look", generator.take, methods=["POST"]),
        Route("/look/{name}", generator.look),
        Route("/look/{name}/painted", generator.paint),
        Route("/look/{name}/received", frames.received),
        Route("/look/{name}/docview.{form}", generator.download),
        Route("/captured", frames.captured),
        Route("/collection", overview.show),
        Route("/pages", table.show),
        Route("/page", story.show),
        Route("/duplicates", duplicates.show),
        Route("/duplicates/cluster", duplicates.show_cluster),
        Route("/duplicates/compare", duplicates.compare),
        Route("/duplicates/sites", duplicates.show_sites),
        Route("/search", search.show),
        Route("/crawl", crawl.show),
        Route("/crawl/robots", crawl.test_rules, methods=["POST"]),
        Route("/crawl/events", crawl.tell),
        Route("/api/openapi.json", openapi.show),
        *(Route(one.path, one.act, methods=[one.method]) for one in openapi.OPERATIONS),
    ]


def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404, "There is no such file.")
    headers = {"cache-control": "max-age=86400"}
    kind = _TYPES[name.rpartition(".")[2]]
    return Response(static_file(name), media_type=kind, headers=headers)


def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    detail = error.detail if isinstance(error, HTTPException) else str(error)
    if status == 404 and detail == "Not Found":
        detail = "There is no such page."
    answer = _told(request, status, detail)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _failed(request: Request, error: Exception) -> Response:
    if isinstance(error, UsageError):
        return _told(request, 404 if request.method == "GET" else 400, str(error))
    return _told(request, 422 if isinstance(error, DocumentError) else 503, str(error))


def _broken(request: Request, error: Exception) -> Response:
    del error  # the server's log has it
    return _told(request, 500, "pagemill itself failed here; its log says how.")


def _told(request: Request, status: int, detail: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": detail}, status)
    return whole_bench(request).render(
        request, "fault.html", status, status=status, detail=detail
    )
