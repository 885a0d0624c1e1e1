"""The view stages: archive index -> captures in order -> DocViews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pagemill.archive import store
from pagemill.archive.cdx import Row, row_identity
from pagemill.collection.parquet import empty, rows
from pagemill.engine import watch
from pagemill.engine.execute import Shards
from pagemill.engine.shape import ByKey, EachShard, Used
from pagemill.errors import CollectionError, DocumentError, PagemillError
from pagemill.html.url import url_hash
from pagemill.model.capture import Capture
from pagemill.model.docview import DocView
from pagemill.tables import Captures, DocViews, Rejects
from pagemill.text.normalize import text_digest
from pagemill.view.params import ViewParams
from pagemill.view.standing import CURRENT, Seen, standings

ROWS_PER_PART = 512
"""Captures in a part: a few seconds of work, so little is repeated after a kill."""

ROWS_PER_BATCH = 256
BYTES_PER_BATCH = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class NoParams:
    """A stage without parameters."""


def captures_stage() -> ByKey[Captures, Captures, Captures, NoParams]:
    """Put the captures of the archive in order and say which of them is looked at."""
    return ByKey(
        name="captures",
        version=1,
        reads=Captures,
        writes=Captures,
        spread=_unchanged,
        meets=Captures,
        by="url_hash",
        run=in_order,
        params=NoParams(),
        per_part=ROWS_PER_PART,
        split="url_hash",
        cuts=batch_starts,
    )


def docviews_stage(
    archive: Path, params: ViewParams
) -> EachShard[Captures, DocViews, ViewParams]:
    """Purify the current capture of each page."""
    return EachShard(
        name="docviews",
        version=1,
        reads=Captures,
        sifts=Captures,
        writes=DocViews,
        sift=_sorted_out,
        run=ViewPages(archive),
        params=params,
        key=("url", "fetched_at", "block_digest"),
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
    paths = store.index_files(archive)
    total = 0
    for path in paths:
        for row in store.index_rows(path):
            total += int(row_identity(row), 16)
    return Shards("archive", f"{total % (1 << 128):032x}", tuple(paths), load_index)


def load_index(path: Path) -> Captures:
    """The rows of one index file as columns; their standing is not known yet."""
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
        standing=[""] * len(rows),
    )


def _instant(row: Row) -> np.datetime64:
    return np.datetime64(row.fetched_at.replace(tzinfo=None), "us")


def _unchanged(captures: Captures, params: NoParams) -> Captures:
    del params
    return captures


def in_order(captures: Captures, params: NoParams) -> tuple[Captures, Used]:
    """Sort captures by page and time, and give each its standing."""
    del params
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
    taken: Captures = rows(captures).take(order).columns()
    seen = [
        Seen(url, kind, status, media_type)
        for url, kind, status, media_type in zip(
            taken.url, taken.kind, taken.status.tolist(), taken.media_type, strict=True
        )
    ]
    twice = len(ordered) - len(order)
    used = Used(rows=len(order), rejects={"already stored": twice} if twice else {})
    return replace(taken, standing=standings(seen)), used


def batch_starts(captures: Captures) -> list[int]:
    """First row of each batch: bounded in rows and bytes, a page's captures in one."""
    starts, rows, size = [0], 0, 0
    payloads = captures.payload_bytes.tolist()
    for row, url in enumerate(captures.url):
        full = rows >= ROWS_PER_BATCH or size >= BYTES_PER_BATCH
        if full and url != captures.url[row - 1]:
            starts.append(row)
            rows = size = 0
        rows += 1
        size += payloads[row]
    return starts


def _sorted_out(captures: Captures) -> list[str]:
    return ["" if standing == CURRENT else standing for standing in captures.standing]


@dataclass(frozen=True, slots=True)
class ViewPages:
    """Reads each capture from the archive and purifies it."""

    archive: Path

    def __call__(self, captures: Captures, params: ViewParams) -> tuple[DocViews, Rejects]:
        """Look at every capture given; each gives a DocView or a reject."""
        from pagemill.view.assemble import docview  # noqa: PLC0415 - for workers only

        views: list[tuple[int, DocView]] = []
        faults: list[tuple[int, DocumentError]] = []
        for row in self._by_place(captures):
            watch.at(int(captures.url_hash[row]))
            try:
                page = self._page(captures, row, params)
                view = docview(page.payload, url=page.url, content_type=page.media_type)
                views.append((row, view))
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

    def _page(self, captures: Captures, row: int, params: ViewParams) -> Capture:
        size = int(captures.payload_bytes[row])
        if size > params.max_page_bytes:
            raise DocumentError("too large", f"{size} bytes; at most {params.max_page_bytes}")
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


_OUTSIDE = (PagemillError, OSError, MemoryError)
"""What is no page's fault."""


def _fault(error: Exception) -> DocumentError:
    """A page on which our own code failed: rejected, and told as what it is."""
    return DocumentError("fault of pagemill", f"{type(error).__name__}: {error}"[:300])


def _docviews(captures: Captures, found: list[tuple[int, DocView]]) -> DocViews:
    picked = [row for row, _ in found]
    views = [view for _, view in found]

    def each(of: Callable[[DocView], str]) -> list[str]:
        return [of(view) for view in views]

    return DocViews(
        url_hash=captures.url_hash[picked],
        url=[captures.url[row] for row in picked],
        fetched_at=captures.fetched_at[picked],
        block_digest=[captures.block_digest[row] for row in picked],
        canonical=each(lambda view: view.canonical),
        title=each(lambda view: view.title),
        abstract=each(lambda view: view.abstract),
        keywords=[list(view.keywords) for view in views],
        text=each(lambda view: view.text),
        markdown=each(lambda view: view.markdown),
        html=each(lambda view: view.html),
        category=each(lambda view: view.category),
        topic_links=[
            [{"url": link.url, "text": link.text} for link in view.topic_links]
            for view in views
        ],
        page_type=each(lambda view: view.page_type),
        genre=each(lambda view: view.genre),
        language=each(lambda view: view.language),
        author=each(lambda view: view.author),
        published_at=each(lambda view: view.published_at),
        encoding=each(lambda view: view.encoding.name),
        encoding_evidence=each(lambda view: view.encoding.evidence),
        encoding_confidence=np.array([view.encoding.confidence for view in views], np.float64),
        text_digest=each(lambda view: text_digest(view.text)),
    )


def _rejects(captures: Captures, found: list[tuple[int, DocumentError]]) -> Rejects:
    picked = [row for row, _ in found]
    if not picked:
        return empty(Rejects)
    return Rejects(
        url_hash=captures.url_hash[picked],
        url=[captures.url[row] for row in picked],
        fetched_at=captures.fetched_at[picked],
        block_digest=[captures.block_digest[row] for row in picked],
        reason=[error.reason for _, error in found],
        detail=[error.detail for _, error in found],
        unseen=np.zeros(len(picked), np.bool_),
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
