"""Answers in JSON, each a dataclass whose fields are its keys."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pagemill.model.cluster import Cluster
from pagemill.serve.reading.fate import fates
from pagemill.serve.reading.reading import Reading, read
from pagemill.serve.reading.source import Source
from pagemill.serve.workbench import bench, limited

MOST_HITS = 100
MOST_CLUSTERS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page to be looked at.

    Attributes:
        html: characters of the page.
        url: where it was found; its links are resolved against it.
        content_type: media type with parameters as the server stated it.
    """

    html: str
    url: str = ""
    content_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFate:
    """What became of one block by one method.

    Attributes:
        kind: kept, title, hub, image or noise.
        reason: why the method decided so.
        facts: what is known of the block, whatever the method.
    """

    kind: str
    reason: str
    facts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of a page.

    Attributes:
        text: its characters, white space as in the source.
        words: words.
        link_words: words inside links.
        fates: method -> what became of it.
    """

    text: str
    words: int
    link_words: int
    fates: dict[str, BlockFate]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockList:
    """All blocks of a page, in their order.

    Attributes:
        blocks: the blocks.
        plateau: first block on the plateau of the tag curve, and one past the last.
    """

    blocks: list[Block]
    plateau: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterList:
    """Some clusters of duplicates, the largest first.

    Attributes:
        total: clusters that there are.
        clusters: those asked for.
    """

    total: int
    clusters: list[Cluster]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What went wrong.

    Attributes:
        error: in one sentence.
    """

    error: str


async def make_docview(request: Request) -> Response:
    """The DocView of a page that is sent."""
    return _json(asdict((await _read(request)).view))


async def make_blocks(request: Request) -> Response:
    """The blocks of a page that is sent, with their fate by every method."""
    reading = await _read(request)
    found = {method: fates(reading, method) for method in reading.choices}
    blocks = [
        Block(
            text=text,
            words=reading.blocks.words[number],
            link_words=reading.blocks.link_words[number],
            fates={
                method: BlockFate(kind=fate.kind, reason=fate.reason, facts=fate.facts)
                for method, fate in ((each, found[each][number]) for each in found)
            },
        )
        for number, text in enumerate(reading.blocks.text)
    ]
    return _json(asdict(BlockList(blocks=blocks, plateau=reading.plateau)))


async def _read(request: Request) -> Reading:
    limited(request, bench(request).looks)
    body = await request.body()
    stated = request.headers.get("content-type", "")
    if stated.partition(";")[0].strip().lower() == "application/json":
        source = _asked(body)
    else:
        url = request.query_params.get("url", "")
        source = Source(payload=body, url=url, content_type=stated)
    if not source.payload:
        raise HTTPException(400, "no page was sent")
    return await run_in_threadpool(read, source)


def _asked(body: bytes) -> Source:
    try:
        sent = json.loads(body)
    except ValueError as error:
        raise HTTPException(400, f"the body is no JSON: {error}") from None
    fields = cast("dict[str, Any]", sent) if isinstance(sent, dict) else {}
    known = {"html", "url", "content_type"}
    if not all(isinstance(value, str) for value in fields.values()) or not (
        {"html"} <= fields.keys() <= known
    ):
        raise HTTPException(400, "send an object with texts html, url and content_type")
    page = Page(**fields)
    return Source(payload=page.html, url=page.url, content_type=page.content_type)


def docview(request: Request) -> Response:
    """The DocView of a page of the collection."""
    return _json(asdict(bench(request).collection.docview(_url(request))))


def explain(request: Request) -> Response:
    """What each stage decided about a page of the collection."""
    return _json(asdict(bench(request).collection.explain(_url(request))))


def search(request: Request) -> Response:
    """Pages that answer a query."""
    found = bench(request).search(
        request.query_params.get("q", ""),
        limit=whole(request, "limit", 10, MOST_HITS),
        offset=whole(request, "offset", 0, 1_000_000),
    )
    return _json(asdict(found))


def status(request: Request) -> Response:
    """What the collection holds."""
    return _json(asdict(bench(request).collection.status()))


def clusters(request: Request) -> Response:
    """Clusters of duplicates, the largest first."""
    here = bench(request)
    found = here.once(
        "clusters",
        lambda: sorted(
            here.collection.duplicates().clusters, key=lambda one: (-len(one.members), one.id)
        ),
    )
    first = whole(request, "offset", 0, 1_000_000_000)
    some = found[first : first + whole(request, "limit", 10, MOST_CLUSTERS)]
    return _json(asdict(ClusterList(total=len(found), clusters=some)))


def whole(request: Request, name: str, usual: int, most: int) -> int:
    """A whole number of a request's query.

    Raises:
        HTTPException: it is none, or out of its bounds.
    """
    text = request.query_params.get(name, "") or str(usual)
    if not text.isdecimal() or len(text) > 12 or int(text) > most:
        raise HTTPException(400, f"{name}: give a whole number from 0 to {most:,}")
    return int(text)


def _url(request: Request) -> str:
    url = request.query_params.get("url", "")
    if not url:
        raise HTTPException(400, "url: name a page of the collection")
    return url


def _json(value: Any) -> Response:
    return JSONResponse(value)
