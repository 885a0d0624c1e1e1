"""Explain: what each stage decided about one page, and why."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import TypeVar

from pagemill.archive import store
from pagemill.collection import forgotten, manifest, parquet
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout, parts
from pagemill.crawl.cells import Cells
from pagemill.crawl.looking.address import decisions
from pagemill.crawl.looking.standing import seeds_of
from pagemill.crawl.params import CrawlParams
from pagemill.crawl.scope import NotForgotten, Scope, scope
from pagemill.dedup.compare.passages import passages
from pagemill.errors import CollectionError, DocumentError, UsageError
from pagemill.html.url import normalized, url_hash
from pagemill.html.utf8 import malformed
from pagemill.index.params import NAME as INDEX
from pagemill.model.capture import Capture
from pagemill.model.comparison import Removal
from pagemill.model.ledger import LedgerLine
from pagemill.model.report import Explanation, Rejected, Step, is_sorting
from pagemill.pages.history import history
from pagemill.pages.table import PageTable
from pagemill.tables import Captures, Clusters, DocTexts, DocViews, Pairs, Rejects, Sketches
from pagemill.view.category.stage import taxonomy_of
from pagemill.view.category.vectors import bag
from pagemill.view.keywords import READ, terms_of
from pagemill.view.stage import captured_ledger
from pagemill.view.standing import CURRENT

T = TypeVar("T")

_REJECTED = ("url", "reason", "detail")
_MOST_PAIRS = 5
_MOST_FAULTS = 10
_MOST_PASSAGES = 20
_METHODS = {
    "exact": "equal digests of the normalised texts",
    "near": "exact comparison of shingle sets",
}


def explain(
    layout: Layout, url: str, *, ledger: bool = False, crawl: CrawlParams | None = None
) -> Explanation:
    """Gather what every stage wrote down about a URL, or else about its normal spelling.

    Args:
        layout: the collection.
        url: the page.
        ledger: purify the page once more, and tell what became of each text node.
        crawl: settings of the crawl, whose scope is told.

    Raises:
        UsageError: the collection knows nothing of it.
    """
    page = _Page(layout, url)
    steps = page.steps()
    other = normalized(url)
    if not steps and other not in (None, url):
        return explain(layout, str(other), ledger=ledger, crawl=crawl)
    crawled = _crawl_steps(layout, url, crawl or CrawlParams())
    # That an address was never met is worth telling only of one that was asked for, and of one
    # that a rule keeps out: it may stand on many pages.
    if steps or any(map(_is_telling, crawled)):
        steps = [*crawled, *steps]
    # Pages that link to it may still leave a row of it in the table of pages.
    if Refusals(forgotten.orders(layout.forgotten))(url):
        order = Step(stage="import", decision="refused", reason="it was forgotten by order")
        steps = [order, *steps]
    if not steps:
        raise UsageError(
            f"{url}: {layout.root} knows nothing of this URL; URLs are kept as they stand in "
            f"the source: look it up with 'pagemill search', or run 'pagemill build' first"
        )
    lines = page.ledger() if ledger else None
    return Explanation(url=url, steps=steps, removal=page.removal(), ledger=lines)


def _is_telling(step: Step) -> bool:
    if step.stage == "frontier":
        return step.decision != "not met"
    return step.stage in ("scope", "traps") and step.decision == "refused"


def _crawl_steps(layout: Layout, url: str, params: CrawlParams) -> list[Step]:
    """What the crawl decided about an address, and would decide now."""
    table = layout.crawl / "table"
    if not table.is_dir():
        return []
    forgotten_ = NotForgotten(Refusals(forgotten.orders(layout.forgotten)))
    with Cells(table, read_only=True) as cells:
        inside = scope(
            params.scope,
            seeds_of(cells),
            depth=params.depth,
            include=[params.include] if params.include else [],
            exclude=[params.exclude] if params.exclude else [],
        )
        now = time.time()  # noqa: TID251 - how long a host asks to wait from now
        rules = Scope((forgotten_, *inside.rules))
        found = decisions(cells, rules, params.agent, url, now)
    return [Step(stage=one.part, decision=one.decision, reason=one.reason) for one in found]


def rejected(layout: Layout) -> Iterator[Rejected]:
    """Every row that a stage did not pass on for more than being surplus, stage by stage.

    Raises:
        CollectionError: a part file is damaged.
    """
    live = set(manifest.current(layout).values())
    for record in manifest.records(layout):
        if record.run not in live or all(map(is_sorting, record.rejects)):
            continue
        for path in parts(layout.rejects(record.stage, record.run)):
            part = parquet.Part(path)
            batches = (rows.keys(_REJECTED) for rows in part.batches(Rejects, _REJECTED))
            for url, reason, detail in filter(_is_loss, chain.from_iterable(batches)):
                yield Rejected(stage=record.stage, url=url, reason=reason, detail=detail)


def _is_loss(row: tuple[str, str, str]) -> bool:
    return not is_sorting(row[1])


class _Page:
    """One URL in all tables."""

    def __init__(self, layout: Layout, url: str) -> None:
        self._layout = layout
        self._url = url
        self._hash = url_hash(url)
        self._live = manifest.current(layout)

    def steps(self) -> list[Step]:
        """What each stage decided, in their order."""
        return [
            *self.captures(),
            *self.docview(),
            *self.rejects(),
            *self.sketch(),
            *self.pairs(),
            *self.cluster(),
            *self.pages(),
        ]

    def captures(self) -> Iterator[Step]:
        """Each capture, with its place and standing."""
        found = self._found(Captures)
        for row in self._own(found.url):
            at = str(found.fetched_at[row].astype("datetime64[s]"))
            yield Step(
                stage="captures",
                decision=found.standing[row],
                reason=(
                    f"{found.kind[row]} of {at}Z, status {found.status[row]}, "
                    f"{found.media_type[row] or 'no media type'}, "
                    f"{_shown(found.detected[row], found.media_type[row])}"
                    f"{found.payload_bytes[row]:,} bytes, in {found.warc_file[row]} "
                    f"at byte {found.warc_offset[row]:,}"
                ),
            )

    def docview(self) -> Iterator[Step]:
        """The DocView, with what was decided on the way."""
        found = self._found(DocViews)
        for row in self._own(found.url):
            yield from self._damage(found.encoding[row], found.encoding_confidence[row])
            yield from self._category(found, row)
            for frame in found.frames[row]:
                yield Step(
                    stage="docviews",
                    decision="frame",
                    reason=f"{frame['url']}: {frame['text']}",
                )
            yield Step(
                stage="docviews",
                decision=f"{found.page_type[row]} page, {found.genre[row] or 'no genre'}",
                reason=(
                    f"{_read(found, row)}, "
                    f"language {found.language[row] or 'unknown'}, "
                    f"{len(found.text[row]):,} characters of text, "
                    f"title {found.title[row]!r}"
                ),
            )

    def _category(self, views: DocViews, row: int) -> Iterator[Step]:
        """The category, and the words of the page that speak most for it."""
        name = views.category[row]
        if not name:
            return
        counts = bag(terms_of(views.text[row][:READ]), terms_of(views.title[row]))
        words = taxonomy_of(self._layout).evidence(counts, name)
        yield Step(
            stage="docviews",
            decision=f"category {name}",
            reason=f"chance {views.category_confidence[row]:.2f}"
            + (f", by {', '.join(words)}" if words else ""),
        )

    def _damage(self, encoding: str, confidence: float) -> Iterator[Step]:
        """Where the bytes of a page that is read as UTF-8 are none."""
        if encoding != "utf-8" or confidence == 1.0:
            return
        faults = list(malformed(self._payload()))
        places = [f"byte {fault.offset:,} ({fault.fault})" for fault in faults[:_MOST_FAULTS]]
        if len(faults) > _MOST_FAULTS:
            places.append(f"{len(faults) - _MOST_FAULTS:,} more")
        if faults:
            yield Step(
                stage="docviews",
                decision=f"malformed UTF-8 in {len(faults):,} places",
                reason=", ".join(places),
            )

    def _payload(self) -> bytes:
        """Bytes of the capture that is looked at; none where the archive is damaged."""
        capture = self._capture()
        return capture.payload if capture else b""

    def _capture(self) -> Capture | None:
        """The capture that is looked at; None where the archive is damaged."""
        found = self._found(Captures)
        for row in self._own(found.url):
            if found.standing[row] == CURRENT:
                pointer = store.Pointer(
                    found.warc_file[row],
                    int(found.warc_offset[row]),
                    int(found.warc_length[row]),
                    found.block_digest[row],
                )
                with suppress(CollectionError):
                    return store.read_capture(self._layout.archive, pointer)
        return None

    def ledger(self) -> list[LedgerLine]:
        """What became of each text node of the capture that is looked at."""
        capture = self._capture()
        if capture is None:
            return []
        with suppress(DocumentError):
            return captured_ledger(capture)
        return []

    def rejects(self) -> Iterator[Step]:
        """Where the page was not passed on; the standings of captures are told already."""
        captures = self._found(Captures)
        told = {captures.standing[row] for row in self._own(captures.url)}
        for stage in ("docviews", "sketches"):
            run = self._live.get(stage)
            folder = self._layout.rejects(stage, run) if run else None
            found = parquet.lookup(Rejects, parts(folder) if folder else [], self._hash)
            for row in self._own(found.url):
                if stage == "sketches" or found.reason[row] not in told:
                    yield Step(
                        stage=stage,
                        decision="rejected",
                        reason=": ".join(filter(None, (found.reason[row], found.detail[row]))),
                    )

    def sketch(self) -> Iterator[Step]:
        """How many shingles the text has."""
        found = self._found(Sketches)
        for row in self._own(found.url):
            yield Step(
                stage="sketches",
                decision="sketched",
                reason=f"{found.shingles[row]:,} distinct shingles, "
                f"text digest {found.text_digest[row]}",
            )

    def pairs(self) -> Iterator[Step]:
        """The most similar pages."""
        found = self._found_in_one(Pairs)
        rows = [
            row
            for row, pair in enumerate(zip(found.left, found.right, strict=True))
            if self._url in pair
        ]
        rows.sort(key=lambda row: (-found.similarity[row], found.left[row], found.right[row]))
        for row in rows[:_MOST_PAIRS]:
            other = found.right[row] if found.left[row] == self._url else found.left[row]
            yield Step(
                stage="verified",
                decision=f"duplicate of {other}",
                reason=f"{found.intersection[row]} of {found.union[row]} shingles in common "
                f"({found.similarity[row]:.3f}), by {found.method[row]}",
            )
        if len(rows) > _MOST_PAIRS:
            yield Step(
                stage="verified",
                decision=f"{len(rows) - _MOST_PAIRS} more duplicates",
                reason="'pagemill duplicates' lists them all",
            )

    def cluster(self) -> Iterator[Step]:
        """Whether the page is kept, for which one it is removed, whether it is indexed."""
        if not self._own(self._found(DocViews).url) or INDEX not in self._live:
            return
        found = self._found_in_one(Clusters)
        removed = False
        for row in self._own(found.url):
            relation, kept = found.relation[row], found.representative[row]
            removed = relation != "kept"
            copies = found.representative.count(kept) - 1
            yield Step(
                stage="clusters",
                decision="kept" if not removed else f"removed for {kept}",
                reason=f"stands for {copies} copies"
                if not removed
                else f"{relation} copy, similarity {found.similarity[row]:.3f}",
            )
        yield Step(
            stage="index",
            decision="left out" if removed else "indexed",
            reason="another page of its cluster is kept" if removed else "it is kept",
        )

    def pages(self) -> Iterator[Step]:
        """What the table of pages holds of it, where there is one."""
        if not self._layout.pages.is_dir():
            return
        with PageTable(self._layout.pages) as table:
            found = history(table, self._url)
        if found.versions or found.anchors:
            yield Step(
                stage="pages",
                decision=f"row in tablet {found.tablet}",
                reason=f"{len(found.versions)} captures, linked from {len(found.anchors)} "
                f"pages; 'pagemill history' lists them",
            )

    def removal(self) -> Removal | None:
        """For which page this one was removed, and in what their texts differ."""
        found = self._found_in_one(Clusters)
        for row in self._own(found.url):
            relation, kept = found.relation[row], found.representative[row]
            if relation != "kept":
                differing = passages(self._text(kept), self._text(self._url))
                return Removal(
                    kept=kept,
                    relation=relation,
                    similarity=float(found.similarity[row]),
                    method=_METHODS[relation],
                    passages=tuple(differing[:_MOST_PASSAGES]),
                    more=max(0, len(differing) - _MOST_PASSAGES),
                )
        return None

    def _text(self, url: str) -> str:
        parts = manifest.live_parts(self._layout, DocTexts.name)
        found = parquet.lookup(DocTexts, parts, url_hash(url))
        for known, text in zip(found.url, found.text, strict=True):
            if known == url:
                return text
        return ""

    def _found(self, table: type[T]) -> T:
        """Rows of a table near this URL's place."""
        found = manifest.live_parts(self._layout, _name(table))
        return parquet.lookup(table, found, self._hash)

    def _found_in_one(self, table: type[T]) -> T:
        """All rows of a table that is one part."""
        return parquet.read(table, manifest.live_parts(self._layout, _name(table)))

    def _own(self, urls: list[str]) -> list[int]:
        return [row for row, url in enumerate(urls) if url == self._url]


def _shown(detected: str, stated: str) -> str:
    """What the bytes show, where that is not what the server said."""
    return f"shows to be {detected}, " if detected and detected not in stated else ""


def _read(views: DocViews, row: int) -> str:
    """How the bytes of a page became characters."""
    if views.converter[row]:
        return f"{views.media_type[row]} converted by {views.converter[row]}"
    return (
        f"{views.encoding[row]} by {views.encoding_evidence[row]} "
        f"({views.encoding_confidence[row]:.2f})"
    )


def _name(table: type[object]) -> str:
    return str(getattr(table, "name", ""))
