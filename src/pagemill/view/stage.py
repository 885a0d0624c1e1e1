"""The view stages: archive index -> captures in order -> DocViews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pagemill.archive import store
from pagemill.archive.cdx import Row
from pagemill.collection import parquet
from pagemill.collection.layout import Layout
from pagemill.convert.converter import Conversion
from pagemill.convert.params import ConvertParams
from pagemill.engine import watch
from pagemill.engine.execute import Shards
from pagemill.engine.shape import ByKey, EachShard, Used
from pagemill.errors import CollectionError, DocumentError, PagemillError
from pagemill.html.url import url_hash
from pagemill.media.sniff import media_type
from pagemill.media.types import PAGES, bare
from pagemill.model.capture import Capture
from pagemill.model.docview import DocView, EncodingGuess, Frame, TopicLink
from pagemill.model.ledger import LedgerLine
from pagemill.tables import Captures, CaptureStandings, DocViews, Rejects
from pagemill.text.normalize import text_digest
from pagemill.view.category.stage import taxonomy_of
from pagemill.view.category.taxonomy import Taxonomy
from pagemill.view.frames.stage import Framing, outdated
from pagemill.view.params import Purification, ViewParams
from pagemill.view.standing import CURRENT, Seen, standings

ROWS_PER_PART = 512
"""Captures in a part: a few seconds of work, so little is repeated after a kill."""

BATCHES_PER_PART = 8
ROWS_PER_BATCH = 256
BYTES_PER_BATCH = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What can be made a page of here: a document is looked at anew when that changes.

    Attributes:
        converters: names and versions of the converters that are ready.
        limits: those of a conversion.
        further_types: media types that plug-ins read.
    """

    converters: tuple[str, ...] = ()
    limits: tuple[int, ...] = ()
    further_types: tuple[str, ...] = ()


def abilities(params: ConvertParams) -> Abilities:
    """What this installation can convert, within which limits."""
    from pagemill.convert import registry  # noqa: PLC0415 - for builds only

    plug_ins = [one.converter for one in registry.plug_ins()]
    return Abilities(
        converters=registry.identities(),
        limits=params.values(),
        further_types=tuple(sorted(kind for one in plug_ins for kind in one.media_types)),
    )


def captures_stage(
    convert: ConvertParams,
) -> ByKey[Captures, Captures, Captures, Abilities]:
    """Put the captures of the archive in order and say which of them is looked at, and how."""
    return ByKey(
        name="captures",
        version=3,
        reads=Captures,
        writes=Captures,
        spread=_unchanged,
        meets=Captures,
        by="url_hash",
        run=in_order,
        params=abilities(convert),
        per_part=ROWS_PER_PART,
        split="url_hash",
        cuts=batch_starts,
        grows=True,
    )


def docviews_stage(
    layout: Layout, params: ViewParams, convert: ConvertParams
) -> EachShard[Captures, DocViews, Purification]:
    """Purify the current capture of each page."""
    purification = Purification(
        max_page_bytes=params.max_page_bytes, taxonomy=taxonomy_of(layout).digest()
    )
    return EachShard(
        name="docviews",
        version=7,
        reads=Captures,
        sifts=CaptureStandings,
        writes=DocViews,
        sift=_sorted_out,
        run=ViewPages(layout.archive, layout.conversions, convert, layout),
        params=purification,
        key=("url", "fetched_at", "block_digest"),
        also=("converter",),
        outdated=partial(outdated, layout),
    )


def archive_shards(archive: Path) -> Shards:
    """The index files of the archive as the input of a stage.

    The id is the sum of one hash for each capture, so it depends on which captures there are,
    not on the files they lie in or on their order.

    Raises:
        CollectionError: the archive is gone; tables without captures would only hide that.
    """
    if not archive.is_dir():
        raise CollectionError(
            f"{archive}: the folder that holds every capture is missing; restore it, then run "
            f"the same command again"
        )
    sums = {path: store.summary(path).identities for path in store.index_files(archive)}
    added = partial(_added, sums)
    return Shards("archive", _archive_id(sums.values()), tuple(sums), load_index, added)


def _archive_id(identities: Iterable[int]) -> str:
    return f"{sum(identities) % (1 << 128):032x}"


def _added(sums: dict[Path, int], made: list[Path], made_of: str) -> tuple[Path, ...] | None:
    """The index files that a table of captures lacks; None where others are gone since."""
    known = parquet.distinct(Captures, made, "warc_file")
    older = {path for path in sums if store.warc_name(path) in known}
    if _archive_id(sums[path] for path in older) != made_of:
        return None
    return tuple(path for path in sums if path not in older)


def forget_conversions(layout: Layout, refuses: Callable[[str], bool]) -> None:
    """Remove what was made of documents whose captures are about to go."""
    if not layout.conversions.is_dir():
        return
    from pagemill.convert.store import Conversions, payload_digest  # noqa: PLC0415

    kept = Conversions(layout.conversions)
    gone = [
        store.Pointer(row.file, row.offset, row.length)
        for row in store.captures(layout.archive)
        if refuses(row.url) and (row.detected or bare(row.media_type)) not in PAGES
    ]
    for _, capture in store.read_captures(layout.archive, sorted(gone)):
        kept.forget(payload_digest(capture.payload))


def load_index(path: Path) -> Captures:
    """The rows of one index file as columns.

    Their standing is not known yet, but of what its crawl says is no page itself.
    """
    rows = list(store.index_rows(path))
    return Captures(
        url_hash=np.array([url_hash(row.url) for row in rows], np.uint64),
        url=[row.url for row in rows],
        fetched_at=np.array([_instant(row) for row in rows], "datetime64[us]"),
        kind=[row.kind for row in rows],
        status=np.array([row.status for row in rows], np.int32),
        media_type=[row.media_type for row in rows],
        block_digest=[row.block_digest for row in rows],
        payload_bytes=np.array([row.payload_bytes for row in rows], np.int64),
        warc_file=[row.file for row in rows],
        warc_offset=np.array([row.offset for row in rows], np.int64),
        warc_length=np.array([row.length for row in rows], np.int64),
        standing=[row.role for row in rows],
        detected=[row.detected for row in rows],
        converter=[""] * len(rows),
    )


def _instant(row: Row) -> np.datetime64:
    return np.datetime64(row.fetched_at.replace(tzinfo=None), "us")


def _unchanged(captures: Captures, params: Abilities) -> Captures:
    del params
    return captures


def in_order(captures: Captures, params: Abilities) -> tuple[Captures, Used]:
    """Sort captures by page and time, and give each its standing and its converter."""
    instants = captures.fetched_at.astype(np.int64).tolist()
    identities = [
        (hashed, url, at, kind, digest)
        for hashed, url, at, kind, digest in zip(
            captures.url_hash.tolist(),
            captures.url,
            instants,
            captures.kind,
            captures.block_digest,
            strict=True,
        )
    ]
    ordered = sorted(range(len(identities)), key=identities.__getitem__)
    order = [
        row
        for place, row in enumerate(ordered)
        if not place or identities[row] != identities[ordered[place - 1]]
    ]
    taken: Captures = parquet.rows(captures).take(order).columns()
    stated = (taken.url, taken.kind, taken.status.tolist(), taken.media_type)
    columns = (*stated, taken.detected, taken.standing)
    seen = [Seen(*one) for one in zip(*columns, strict=True)]
    found = standings(seen, frozenset(params.further_types))
    twice = len(ordered) - len(order)
    used = Used(rows=len(order), rejects={"already stored": twice} if twice else {})
    converters = [
        "" if standing != CURRENT else _converter(one)
        for one, standing in zip(seen, found, strict=True)
    ]
    return replace(taken, standing=found, converter=converters), used


def _converter(capture: Seen) -> str:
    """What will make a page of a capture, as far as that can be told before it is read."""
    media_type = capture.detected or bare(capture.media_type)
    if media_type in PAGES:
        return ""
    from pagemill.convert import registry  # noqa: PLC0415 - for builds with documents only

    try:
        return registry.converter_for(media_type).identity
    except DocumentError:
        return ""


def batch_starts(captures: Captures, parts: int) -> list[int]:
    """First row of each batch: pages whose hashes have the same leading bits.

    So a page that comes later falls into one batch and leaves the others as they are. What has
    too many rows or bytes is cut further, a page's captures in one.

    Args:
        captures: sorted by hash.
        parts: number of part files.
    """
    ranges = captures.url_hash // np.uint64((1 << 64) // (parts * BATCHES_PER_PART))
    begins: list[bool] = np.append(True, ranges[1:] != ranges[:-1]).tolist()
    starts, rows, size = [0], 0, 0
    for row, url in enumerate(captures.url):
        full = rows >= ROWS_PER_BATCH or size >= BYTES_PER_BATCH
        if row and (begins[row] or (full and url != captures.url[row - 1])):
            starts.append(row)
            rows = size = 0
        rows += 1
        size += int(captures.payload_bytes[row])
    return starts


def _sorted_out(captures: CaptureStandings) -> list[str]:
    return ["" if standing == CURRENT else standing for standing in captures.standing]


@dataclass(frozen=True, slots=True)
class ViewPages:
    """Reads each capture from the archive, makes a page of it if need be, and purifies it.

    Where the collection is known, the frames that it has captured are joined to their page.
    """

    archive: Path
    conversions: Path
    limits: ConvertParams
    layout: Layout | None = None

    def __call__(self, captures: Captures, params: ViewParams) -> tuple[DocViews, Rejects]:
        """Look at every capture given; each gives a DocView or a reject."""
        views: list[tuple[int, DocView]] = []
        faults: list[tuple[int, DocumentError]] = []

        def view(found: Captures, row: int) -> DocView:
            return self._view(self._page(found, row, params), params)

        framing = Framing(self.layout, view) if self.layout else None
        for row in self._by_place(captures):
            watch.at(int(captures.url_hash[row]))
            try:
                page = view(captures, row)
                views.append((row, framing.whole(page) if framing else page))
            except DocumentError as error:
                faults.append((row, error))
            except _OUTSIDE:
                raise
            except Exception as error:  # noqa: BLE001 - one page must not end a build
                faults.append((row, _fault(error)))
        views.sort(key=lambda found: found[0])
        faults.sort(key=lambda found: found[0])
        return _docviews(captures, views), _rejects(captures, faults)

    def _by_place(self, captures: Captures) -> Iterator[int]:
        """Rows in the order in which their captures lie in the archive."""
        offsets = captures.warc_offset.tolist()
        places = [(captures.warc_file[row], offsets[row]) for row in range(len(offsets))]
        yield from sorted(range(len(places)), key=places.__getitem__)

    def _view(self, page: Capture, params: ViewParams) -> DocView:
        """The DocView of a capture: of what it shows to be, whatever its header says."""
        from pagemill.view.assemble import (  # noqa: PLC0415 - for workers only
            document_view,
            docview,
            needs_converter,
        )

        shown = media_type(page.payload, page.media_type)
        if not needs_converter(shown):
            _check_size(len(page.payload), params.max_page_bytes)
            believed = _believed(page, shown)
            return docview(page.payload, page.url, believed, taxonomy=self._taxonomy())
        return document_view(self._conversion(page, shown), page.url, self._taxonomy())

    def _taxonomy(self) -> Taxonomy | None:
        return taxonomy_of(self.layout) if self.layout else None

    def _conversion(self, page: Capture, shown: str) -> Conversion:
        """The document as a page: kept since an earlier build, or made and kept now."""
        from pagemill.convert.registry import converter_for  # noqa: PLC0415
        from pagemill.convert.sandbox import sandbox  # noqa: PLC0415
        from pagemill.convert.store import Conversions, payload_digest  # noqa: PLC0415

        kept = Conversions(self.conversions, " ".join(map(str, self.limits.values())))
        digest = payload_digest(page.payload)
        try:
            identity = converter_for(shown).identity
            found = kept.find(digest, identity)
        except DocumentError as error:
            raise _UnconvertedError(error.reason, error.detail) from None
        if found is None:
            try:
                found = sandbox(self.limits).convert(page.payload, shown)
            except DocumentError as error:
                kept.keep_refusal(digest, page, identity, error)
                raise _UnconvertedError(error.reason, error.detail) from None
            kept.keep(digest, page, found)
        return found

    def _page(self, captures: Captures, row: int, params: ViewParams) -> Capture:
        _check_size(
            int(captures.payload_bytes[row]),
            max(params.max_page_bytes, self.limits.max_document_bytes),
        )
        pointer = store.Pointer(
            captures.warc_file[row],
            int(captures.warc_offset[row]),
            int(captures.warc_length[row]),
            captures.block_digest[row],
        )
        try:
            return store.read_capture(self.archive, pointer)
        except CollectionError as error:
            raise DocumentError("damaged in the archive", str(error)) from None


def captured_ledger(page: Capture) -> list[LedgerLine]:
    """What became of each text node of a capture.

    Raises:
        DocumentError: it has no DocView.
    """
    from pagemill.view.assemble import page_ledger  # noqa: PLC0415 - only when asked for

    shown = media_type(page.payload, page.media_type)
    return page_ledger(page.payload, _believed(page, shown))


def _believed(page: Capture, shown: str) -> str:
    """The media type that a capture states, unless its bytes show it to be a page after all."""
    claim = bare(page.media_type)
    is_false = shown == "text/html" and claim not in PAGES and "xml" not in claim
    return shown if is_false else page.media_type


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise DocumentError("too large", f"{size} bytes; at most {most}")


class _UnconvertedError(DocumentError):
    """No page could be made of a document: purification never saw it."""


_OUTSIDE = (PagemillError, OSError, MemoryError)
"""What is no page's fault."""


def _fault(error: Exception) -> DocumentError:
    """A page on which our own code failed: rejected, and told as what it is."""
    return DocumentError("fault of pagemill", f"{type(error).__name__}: {error}"[:300])


def _docviews(captures: Captures, found: list[tuple[int, DocView]]) -> DocViews:
    picked = [row for row, _ in found]
    views = [view for _, view in found]
    texts: dict[str, Any] = {name: [getattr(view, name) for view in views] for name in _TEXTS}
    numbers: dict[str, Any] = {
        name: np.array([getattr(view, name) for view in views], np.float64) for name in _NUMBERS
    }
    return DocViews(
        url_hash=captures.url_hash[picked],
        url=[captures.url[row] for row in picked],
        fetched_at=captures.fetched_at[picked],
        block_digest=[captures.block_digest[row] for row in picked],
        keywords=[list(view.keywords) for view in views],
        topic_links=[
            [{"url": link.url, "text": link.text} for link in view.topic_links]
            for view in views
        ],
        topic_link_scores=[[link.score for link in view.topic_links] for view in views],
        encoding=[view.encoding.name for view in views],
        encoding_evidence=[view.encoding.evidence for view in views],
        encoding_confidence=np.array([view.encoding.confidence for view in views], np.float64),
        frames=[[{"url": of.url, "text": of.fate} for of in view.frames] for view in views],
        text_digest=[text_digest(view.text) for view in views],
        **texts,
        **numbers,
    )


_TEXTS = (
    *("canonical", "title", "abstract", "text", "markdown", "html", "category", "page_type"),
    *("genre", "language", "author", "published_at", "media_type", "converter"),
    "page_type_evidence",
)
"""Fields of a DocView that are a column of texts, and of numbers."""

_NUMBERS = ("page_type_confidence", "genre_confidence", "category_confidence")


def docview_rows(views: DocViews) -> Iterator[DocView]:
    """The rows of the table as values."""
    for row, url in enumerate(views.url):
        yield DocView(
            url=url,
            canonical=views.canonical[row],
            title=views.title[row],
            abstract=views.abstract[row],
            keywords=tuple(views.keywords[row]),
            text=views.text[row],
            markdown=views.markdown[row],
            html=views.html[row],
            category=views.category[row],
            topic_links=tuple(
                TopicLink(url=link["url"], text=link["text"], score=score)
                for link, score in _scored(views.topic_links[row], views.topic_link_scores[row])
            ),
            page_type=views.page_type[row],
            genre=views.genre[row],
            language=views.language[row],
            author=views.author[row],
            published_at=views.published_at[row],
            encoding=EncodingGuess(
                name=views.encoding[row],
                evidence=views.encoding_evidence[row],
                confidence=float(views.encoding_confidence[row]),
            ),
            media_type=views.media_type[row],
            converter=views.converter[row],
            page_type_confidence=float(views.page_type_confidence[row]),
            page_type_evidence=views.page_type_evidence[row],
            genre_confidence=float(views.genre_confidence[row]),
            category_confidence=float(views.category_confidence[row]),
            frames=tuple(Frame(url=of["url"], fate=of["text"]) for of in views.frames[row]),
        )


def _scored(
    links: list[dict[str, str]], scores: list[float]
) -> Iterator[tuple[dict[str, str], float]]:
    """Links with their scores; a table of an earlier release has none."""
    return zip(links, scores or [0.0] * len(links), strict=True)


def _rejects(captures: Captures, found: list[tuple[int, DocumentError]]) -> Rejects:
    picked = [row for row, _ in found]
    if not picked:
        return parquet.empty(Rejects)
    return Rejects(
        url_hash=captures.url_hash[picked],
        url=[captures.url[row] for row in picked],
        fetched_at=captures.fetched_at[picked],
        block_digest=[captures.block_digest[row] for row in picked],
        reason=[error.reason for _, error in found],
        detail=[error.detail for _, error in found],
        # Such a reject is not taken over: another converter may be there next time.
        unseen=np.array([isinstance(error, _UnconvertedError) for _, error in found], np.bool_),
    )


@dataclass(frozen=True, slots=True)
class ViewTask:
    """A batch of pages that lie in no collection: payload, URL and media type of each."""

    pages: tuple[tuple[bytes | str, str, str], ...]
    poison: tuple[tuple[int, str], ...] = ()

    def without(self, document: int, reason: str) -> ViewTask:
        """Do not touch the page with this number, counted from 1."""
        if document in dict(self.poison):
            return self
        return replace(self, poison=(*self.poison, (document, reason)))

    def __call__(self) -> list[DocView | DocumentError]:
        """A DocView, or why there is none, for each page."""
        from pagemill.view.assemble import docview  # noqa: PLC0415 - for workers only

        poison = dict(self.poison)
        found: list[DocView | DocumentError] = []
        for number, (payload, url, content_type) in enumerate(self.pages, start=1):
            if number in poison:
                found.append(DocumentError(poison[number]))
                continue
            watch.at(number)
            try:
                found.append(docview(payload, url=url, content_type=content_type))
            except DocumentError as error:
                found.append(error)
            except _OUTSIDE:
                raise
            except Exception as error:  # noqa: BLE001 - one page must not end a batch
                found.append(_fault(error))
        return found
