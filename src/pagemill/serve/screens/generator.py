"""The DocView generator: a page in, its eight elements and the fate of each block out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pagemill.archive.address import address
from pagemill.errors import DocumentError, PagemillError, UsageError
from pagemill.media.types import by_ending
from pagemill.serve.charts.tag_curve import tag_curve
from pagemill.serve.reading.fate import FATES, Fate, fates
from pagemill.serve.reading.painted import STYLE, painted
from pagemill.serve.reading.reading import TITLES, Reading, read
from pagemill.serve.reading.source import Source
from pagemill.serve.safety import policy
from pagemill.serve.safety.visit import Caller, visit
from pagemill.serve.workbench import Workbench, bench, form, limited, pretty, text
from pagemill.survey.captured import captured

MOST_ROWS = 400
"""Blocks that are listed; the painted page has all."""

_ABOUT = 160


def show(request: Request) -> Response:
    """The form."""
    given = {"url": request.query_params.get("url", "")}
    return bench(request).render(request, "generator.html", fault="", given=given)


async def take(request: Request) -> Response:
    """Take what was pasted, look at it, and go where it is shown."""
    here = bench(request)
    sent = await form(request)
    limited(request, here.looks)
    try:
        source = await _source(request, sent)
        reading = await run_in_threadpool(read, source)
    except (DocumentError, UsageError) as error:
        given = {"url": text(sent, "url")}
        return here.render(request, "generator.html", 422, fault=str(error), given=given)
    finally:
        await sent.close()
    return RedirectResponse(f"/look/{here.shelf.put(reading)}", 303)


async def _source(request: Request, sent: FormData) -> Source:
    upload = sent.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        kind = by_ending(upload.filename) or ""
        payload = await upload.read()
        return Source(payload=payload, content_type=kind, origin=upload.filename)
    typed = text(sent, "html")
    if typed.strip():
        return Source(payload=typed, url=_base(text(sent, "base")), origin="pasted HTML")
    url = text(sent, "url").strip()
    if not url:
        raise UsageError("nothing was given: type an address, paste HTML or choose a file")
    return await _page(request, url, is_fresh=text(sent, "fresh") == "yes")


async def _page(request: Request, url: str, *, is_fresh: bool) -> Source:
    """A page of the collection where it has it, else of the web."""
    here = bench(request)
    if not is_fresh:
        stored = await run_in_threadpool(stored_source, here, url)
        if stored is not None:
            return stored
    limited(request, here.visits)
    caller = Caller(
        contact=here.collection.config.crawl.contact.strip(), networks=here.settings.networks
    )
    found = await visit(url, caller)
    return Source(
        payload=found.payload,
        url=found.url,
        content_type=found.media_type,
        origin=f"the web, status {found.status}",
    )


def stored_source(here: Workbench, url: str) -> Source | None:
    """The capture of a page that the collection looks at; None where it has none."""
    try:
        found = captured(here.layout, address(url))
    except PagemillError:
        return None
    at = found.fetched_at.strftime("%Y-%m-%d %H:%M")
    return Source(
        payload=found.payload,
        url=found.url,
        content_type=found.media_type,
        origin=f"the collection, captured {at} UTC",
    )


def _base(text: str) -> str:
    try:
        return address(text.strip()) if text.strip() else ""
    except DocumentError:
        raise UsageError(f"{text[:200]}: no URL; give it whole, as http://host/path") from None


def look(request: Request) -> Response:
    """What was found of a page."""
    reading = taken(request)
    query = request.query_params
    method = query.get("by", reading.main)
    if method not in reading.choices:
        raise HTTPException(404, f"No method {method!r} looked at this page.")
    compared = [name for name in reading.choices if name in query.getlist("with")]
    compared = compared or list(reading.choices)
    only = query.get("only") == "differences"
    rows = list(_rows(reading, compared, only=only))
    return bench(request).render(
        request,
        "look.html",
        name=request.path_params["name"],
        reading=reading,
        view=reading.view,
        method=method,
        compared=compared,
        only=only,
        titles=TITLES,
        meanings=FATES,
        rows=rows[:MOST_ROWS],
        left_out=max(0, len(rows) - MOST_ROWS),
        differing=len(reading.differing()),
        sums=_sums(reading),
        curve=tag_curve(reading.tree, reading.blocks, reading.plateau),
        json=pretty(asdict(reading.view)),
    )


def _rows(
    reading: Reading, compared: Sequence[str], *, only: bool
) -> Iterator[tuple[int, str, list[Fate], bool]]:
    """Block, its beginning, its fate by each method, and whether they differ."""
    by_method = {method: fates(reading, method) for method in compared}
    for number, whole in enumerate(reading.blocks.text):
        found = [by_method[method][number] for method in compared]
        differ = len({fate.kind == "kept" for fate in found}) > 1
        if differ or not only:
            plain = " ".join(whole.split())
            begins = plain[:_ABOUT] + ("…" if len(plain) > _ABOUT else "")
            yield number, begins, found, differ


def _sums(reading: Reading) -> list[tuple[str, int, int, int]]:
    """Method, blocks and words it keeps, and words that it shares with the main one."""
    words = reading.blocks.words
    main = frozenset(reading.choices[reading.main].kept)
    return [
        (
            method,
            len(choice.kept),
            sum(words[number] for number in choice.kept),
            sum(words[number] for number in choice.kept if number in main),
        )
        for method, choice in reading.choices.items()
    ]


def paint(request: Request) -> Response:
    """The page with its blocks coloured, for a frame."""
    reading = taken(request)
    method = request.query_params.get("by", reading.main)
    if method not in reading.choices:
        raise HTTPException(404, f"No method {method!r} looked at this page.")
    return framed(request, painted(reading, fates(reading, method)), policy.painted(STYLE))


def framed(request: Request, document: str, rules: str) -> Response:
    """A document that shows a captured page: for a frame of ours, never on its own."""
    if request.headers.get("sec-fetch-dest", "iframe") != "iframe":
        raise HTTPException(403, "Captured pages are shown in a frame only.")
    headers = {"content-security-policy": rules}
    data = document.encode("utf-8", "replace")
    return HTMLResponse(data, headers=headers)


def download(request: Request) -> Response:
    """The DocView as a file: Markdown or JSON."""
    reading = taken(request)
    form = request.path_params["form"]
    if form == "md":
        data, kind = reading.view.markdown, "text/markdown; charset=utf-8"
    elif form == "json":
        data, kind = pretty(asdict(reading.view)) + "\n", "application/json"
    else:
        raise HTTPException(404, "There are docview.md and docview.json.")
    headers = {"content-disposition": f'attachment; filename="docview.{form}"'}
    return Response(data.encode("utf-8", "replace"), media_type=kind, headers=headers)


def taken(request: Request) -> Reading:
    """The reading that a request names.

    Raises:
        HTTPException: it is no longer kept.
    """
    reading = bench(request).shelf.get(request.path_params["name"])
    if reading is None:
        raise HTTPException(404, "This page is no longer kept here; give it once more.")
    return reading
