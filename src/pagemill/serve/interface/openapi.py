"""The OpenAPI document: every address of the JSON interface, typed by the answers themselves.

Source: OpenAPI Specification 3.1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pagemill.model.docview import DocView
from pagemill.model.report import Explanation, SearchResult, Status
from pagemill.model.version import __version__
from pagemill.serve.interface import answers
from pagemill.serve.interface.answers import BlockList, ClusterList, Fault, Page
from pagemill.serve.interface.schema import Schemas, schema
from pagemill.serve.safety.gate import BODY_BYTES

_TEXT: Mapping[str, Any] = {"type": "string"}
_NUMBER: Mapping[str, Any] = {"type": "integer", "minimum": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One address and method of the interface.

    Attributes:
        path: its address.
        answer: what it gives.
        act: what carries it out; its docstring says what it does.
        query: what may stand in its query.
        takes_page: whether a page is sent to it.
    """

    path: str
    answer: type[Any]
    act: Callable[[Request], Any]
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    takes_page: bool = False

    @property
    def method(self) -> str:
        """The HTTP method."""
        return "POST" if self.takes_page else "GET"


_URL = {"url": _TEXT}
_PART = {"limit": _NUMBER, "offset": _NUMBER}
OPERATIONS = (
    Operation(
        path="/api/docview",
        answer=DocView,
        act=answers.make_docview,
        query=_URL,
        takes_page=True,
    ),
    Operation(
        path="/api/blocks",
        answer=BlockList,
        act=answers.make_blocks,
        query=_URL,
        takes_page=True,
    ),
    Operation(path="/api/docview", answer=DocView, act=answers.docview, query=_URL),
    Operation(path="/api/explain", answer=Explanation, act=answers.explain, query=_URL),
    Operation(
        path="/api/search", answer=SearchResult, act=answers.search, query={"q": _TEXT, **_PART}
    ),
    Operation(path="/api/status", answer=Status, act=answers.status),
    Operation(path="/api/clusters", answer=ClusterList, act=answers.clusters, query=_PART),
)
"""Every operation of the interface."""


def show(request: Request) -> Response:
    """The document."""
    del request
    return JSONResponse(document())


def document() -> Schemas:
    """Describe the whole interface."""
    known: Schemas = {}
    paths: Schemas = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known)
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "pagemill",
            "version": __version__,
            "description": "DocViews of pages, and what one collection holds. Where a login is "
            "needed, programs send the password as a bearer token.",
        },
        "paths": paths,
        "components": {
            "schemas": known,
            "securitySchemes": {"password": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"password": []}],
    }


def _operation(one: Operation, known: Schemas) -> Schemas:
    described: Schemas = {
        "summary": (one.act.__doc__ or "").strip(),
        "operationId": one.act.__name__,
        "parameters": [
            {"name": name, "in": "query", "schema": dict(kind)}
            for name, kind in one.query.items()
        ],
        "responses": {
            "200": {"description": "done", "content": _json(schema(one.answer, known))},
            "default": {
                "description": "not done: 400 and 404 wrong usage, 401 not logged in, 413 too "
                "large, 422 no page, 429 too many requests, 503 the collection cannot answer",
                "content": _json(schema(Fault, known)),
            },
        },
    }
    if one.takes_page:
        described["requestBody"] = {
            "required": True,
            "description": f"the page, of at most {BODY_BYTES:,} bytes: as it is, under its "
            "media type, or as text in an object",
            "content": {
                **_json(schema(Page, known)),
                "*/*": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    return described


def _json(kind: Schemas) -> Schemas:
    return {"application/json": {"schema": kind}}
