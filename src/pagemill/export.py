"""Export: the kept pages in the forms that others read."""

from __future__ import annotations

import glob
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO, cast

import numpy as np
from numpy.typing import NDArray

from pagemill.archive import store
from pagemill.archive.wacz import Page, WaczWriter
from pagemill.archive.warc import member
from pagemill.collection import manifest, parquet
from pagemill.collection.durable import naming
from pagemill.collection.layout import Layout
from pagemill.config import load
from pagemill.errors import CollectionError, UsageError
from pagemill.html.url import host
from pagemill.model.docview import DocView
from pagemill.model.progress import Event, Progress
from pagemill.model.report import ExportReport
from pagemill.sharing.card import Contents, card
from pagemill.sharing.products import Products, products_of, table
from pagemill.sharing.selection import Selection, drawn, without_personal
from pagemill.sharing.stated import SharedViews, with_rights
from pagemill.sharing.trec import document
from pagemill.tables import Captures, Clusters, DocPlaces, DocViews
from pagemill.view.description import dublin_core, schema_org
from pagemill.view.stage import docview_rows
from pagemill.view.standing import CURRENT
from pagemill.view.words.params import WordsParams
from pagemill.view.words.stage import keywords_by

NAME = "export"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is given away.

    Attributes:
        selection: which pages, and whether personal data are replaced; None for all.
        sample: pages at most, drawn by chance; 0 for all.
        seed: of the sample.
        only: addresses of pages; None for all.
        rights: add what each page states of its licence and of refusals.
        said: all this in the words of the command.
        words: with which keywords.
    """

    selection: Selection | None = None
    sample: int = 0
    seed: int = 1
    only: frozenset[str] | None = None
    rights: bool = False
    said: str = ""
    words: WordsParams = field(default_factory=WordsParams)


@dataclass(slots=True)
class _Kept:
    """Goes through the pages; hands on those that are kept, counts the others.

    Attributes:
        rows: pages handed on so far.
        rejects: reason -> pages that were not.
    """

    layout: Layout
    live: dict[str, str]
    progress: Progress
    rows: int
    rejects: Counter[str]
    choice: Choice
    sample: frozenset[str] | None = None

    @classmethod
    def of(cls, layout: Layout, progress: Progress, choice: Choice) -> _Kept:
        live = manifest.current(layout)
        if not {DocViews.name, Clusters.name} <= live.keys():
            raise CollectionError(
                f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
            )
        kept = cls(layout, live, progress, 0, Counter(), choice)
        kept.sample = choice.only
        if choice.sample:
            kept.sample = frozenset(
                sampled(layout, choice.sample, choice.seed, choice.selection)
            )
        return kept

    def parts(self, table: str) -> list[Path]:
        return manifest.live_parts(self.layout, table)

    def removed(self) -> dict[str, str]:
        clusters = parquet.read(Clusters, self.parts(Clusters.name))
        pairs = zip(clusters.url, clusters.relation, strict=True)
        return {url: relation for url, relation in pairs if relation != "kept"}

    def batches(self) -> Iterator[parquet.Rows]:
        """The kept rows of each batch of DocViews, with the keywords that the build chose."""
        removed = self.removed()
        for number, path in enumerate(self.parts(DocViews.name)):
            chosen = keywords_by(self.layout, number, self.choice.words)
            for batch in self.of_part(path, removed):
                yield self._with_keywords(batch, chosen) if chosen else batch

    def _with_keywords(self, batch: parquet.Rows, chosen: dict[str, list[str]]) -> parquet.Rows:
        views: DocViews = batch.columns()
        pairs = zip(views.url, views.keywords, strict=True)
        named = replace(views, keywords=[chosen.get(url, own) for url, own in pairs])
        selection = self.choice.selection
        # What replaced the keywords was made of the texts as they were.
        is_redacted = selection is not None and selection.redact
        return parquet.rows(without_personal(named) if is_redacted else named)

    def of_part(self, path: Path, removed: dict[str, str]) -> Iterator[parquet.Rows]:
        """The same of one part."""
        for batch in parquet.batches(DocViews, path):
            urls = [url for (url,) in batch.keys(("url",))]
            self.rejects.update(f"duplicate: {removed[u]}" for u in urls if u in removed)
            kept = [row for row, url in enumerate(urls) if url not in removed]
            found = batch.take(kept)
            if self.choice.selection is not None or self.sample is not None:
                selection = self.choice.selection or Selection()
                found, others = selection.of(found, self.sample)
                self.rejects.update(others)
            self.rows += len(found)
            yield found
            self.progress(Event(stage=NAME, done=self.rows, total=None))

    def report(self) -> ExportReport:
        told = {reason: count for reason, count in sorted(self.rejects.items()) if count}
        return ExportReport(rows=self.rows, rejects=told)

    def table(self, batch: parquet.Rows) -> parquet.Rows:
        """The rows with what their pages state of rights, where that is wanted."""
        return parquet.rows(with_rights(self.layout, batch)) if self.choice.rights else batch


def sampled(
    layout: Layout, count: int, seed: int, selection: Selection | None = None
) -> list[str]:
    """Addresses of a uniform sample of the kept pages, the same for the same pages and seed.

    Args:
        layout: the collection.
        count: pages at most.
        seed: of the chance.
        selection: which pages it is drawn from; None for all.

    Raises:
        CollectionError: nothing was built yet.
    """
    kept = _Kept.of(layout, lambda _: None, Choice())
    removed = kept.removed()
    urls: list[str] = []
    for path in kept.parts(DocViews.name):
        found = _addresses(path, selection)
        urls += (url for url in found if url not in removed)
    return [urls[row] for row in drawn(urls, count, seed)]


def _addresses(path: Path, selection: Selection | None) -> Iterator[str]:
    """Addresses of the pages of a part, or of those that a selection wants."""
    if selection is None:
        yield from parquet.read(DocPlaces, [path]).url
        return
    for batch in parquet.batches(DocViews, path):
        yield from selection.wanted(batch)


def export(
    layout: Layout, to: str, out: Path, progress: Progress, choice: Choice | None = None
) -> ExportReport:
    """Write the kept pages to ``out``, whole or not at all.

    Raises:
        UsageError: the form is unknown or cannot do what is wanted, or ``out`` exists.
        CollectionError: nothing was built yet.
    """
    if to not in FORMS:
        raise UsageError(f"{to}: no form to export to; choose one of {', '.join(FORMS)}")
    if out.exists():
        raise UsageError(f"{out}: exists already; choose another name, or remove it first")
    if not out.parent.is_dir():
        raise UsageError(f"{out}: the folder {out.parent} does not exist; make it first")
    if out.resolve().is_relative_to(layout.root.resolve()):
        raise UsageError(f"{out}: lies in the collection itself; choose a place outside of it")
    choice = choice or Choice()
    _check(to, choice)
    kept = _Kept.of(layout, progress, choice)
    scratch = out.with_name(f".{out.name}.tmp")
    _sweep(scratch)
    try:
        with naming(out):
            FORMS[to](kept, scratch)
        scratch.rename(out)
    finally:
        _sweep(scratch)
    return kept.report()


def _check(to: str, choice: Choice) -> None:
    is_captured = to in {"warc", "wacz"}
    if is_captured and choice.selection is not None and choice.selection.redact:
        raise UsageError(f"--redact: {to} holds captures as they were received; take another")
    if to == "products" and choice.selection is not None and choice.selection.redact:
        raise UsageError("--redact: products holds names as pages state them; take another")
    if choice.rights and to not in {"jsonl", "parquet", "dataset"}:
        raise UsageError(f"--rights: {to} has no columns; take jsonl, parquet or dataset")


def export_lines(
    layout: Layout, out: TextIO, progress: Progress, choice: Choice | None = None
) -> ExportReport:
    """Write the kept pages to a stream, a JSON object on each line.

    Raises:
        CollectionError: nothing was built yet.
    """
    kept = _Kept.of(layout, progress, choice or Choice())
    _write_lines(kept, out)
    return kept.report()


def _sweep(scratch: Path) -> None:
    """Remove what is half-made, and what writers put beside it under longer names."""
    _remove(scratch)
    for beside in scratch.parent.glob(f".{glob.escape(scratch.name)}.*"):
        _remove(beside)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _jsonl(kept: _Kept, out: Path) -> None:
    with out.open("w", encoding="utf-8") as lines:
        _write_lines(kept, lines)


def _write_lines(kept: _Kept, out: TextIO) -> None:
    for batch in kept.batches():
        rows = _objects(kept.table(batch).columns())
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _dublin_core(kept: _Kept, out: Path) -> None:
    _describe(kept, out, dublin_core)


def _schema_org(kept: _Kept, out: Path) -> None:
    _describe(kept, out, schema_org)


def _describe(kept: _Kept, out: Path, describe: Callable[[DocView], dict[str, Any]]) -> None:
    with out.open("w", encoding="utf-8") as lines:
        for batch in kept.batches():
            for view in docview_rows(batch.columns()):
                lines.write(json.dumps(describe(view), ensure_ascii=False) + "\n")


def _objects(views: DocViews) -> Iterator[dict[str, Any]]:
    """Each row as one JSON object, in the order of the table's columns."""
    names = [field.name for field in fields(views)]
    columns = [_plain(getattr(views, name)) for name in names]
    for values in zip(*columns, strict=True):
        yield dict(zip(names, values, strict=True))


def _plain(column: Any) -> list[Any]:
    if not isinstance(column, np.ndarray):
        return list(column)
    values = cast("NDArray[np.generic]", column)
    if np.issubdtype(values.dtype, np.datetime64):
        return [f"{instant}Z" for instant in values.astype("datetime64[us]").astype(np.str_)]
    found: list[Any] = values.tolist()
    return found


def _parquet(kept: _Kept, out: Path) -> None:
    for _ in _written(kept, out):
        pass


def _written(kept: _Kept, out: Path) -> Iterator[parquet.Rows]:
    """Write one Parquet file and hand on what was written."""
    writer = parquet.PartWriter(SharedViews if kept.choice.rights else DocViews, out)
    try:
        for batch in kept.batches():
            writer.write(kept.table(batch))
            yield batch
    except BaseException:
        writer.discard()
        raise
    writer.close()


def _dataset(kept: _Kept, out: Path) -> None:
    """A folder as data set loaders read it: one Parquet file and a card."""
    contents = Contents()
    for batch in _written(kept, out / "data" / "train-00000-of-00001.parquet"):
        views: DocViews = batch.columns()
        contents.add(views, [host(url) for url in views.url])
    name = load(kept.layout.config).collection.name
    text = card(name, contents, kept.report().rejects, kept.choice.said)
    (out / "README.md").write_text(text, encoding="utf-8", errors="replace")


def _trec(kept: _Kept, out: Path) -> None:
    with out.open("w", encoding="utf-8", errors="replace") as stream:
        for batch in kept.batches():
            views: DocViews = batch.columns()
            for row, url in enumerate(views.url):
                at: datetime = views.fetched_at[row].astype("datetime64[s]").item()
                page = document(
                    f"pagemill-{int(views.url_hash[row]):016x}",
                    url,
                    at.replace(tzinfo=UTC),
                    views.title[row],
                    views.html[row],
                )
                stream.write(page)


def _markdown(kept: _Kept, out: Path) -> None:
    out.mkdir()
    for batch in kept.batches():
        views: DocViews = batch.columns()
        for row, url in enumerate(views.url):
            path = out / _file_name(url, int(views.url_hash[row]))
            path.parent.mkdir(exist_ok=True)
            path.write_text(_markdown_page(views, row), encoding="utf-8")


def _file_name(url: str, url_hash: int) -> str:
    """A folder for the host, a name that a person can read and no two pages share."""
    words = re.sub(r"[^\w]+", "-", url.partition("://")[2].partition("/")[2]).strip("-")
    words = words.encode("utf-8")[:120].decode("utf-8", "ignore")
    folder = host(url)[:200].lstrip(".")  # ".." is a valid host
    return f"{folder or 'no-host'}/{words or 'index'}-{url_hash:016x}.md"


def _markdown_page(views: DocViews, row: int) -> str:
    head = {
        "url": views.url[row],
        "title": views.title[row],
        "fetched_at": _plain(views.fetched_at[row : row + 1])[0],
        "published_at": views.published_at[row],
        "author": views.author[row],
        "language": views.language[row],
        "page_type": views.page_type[row],
        "keywords": views.keywords[row],
    }
    # JSON is YAML, so any reader of front matter understands these values.
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    return "\n".join(["---", *lines, "---", "", views.markdown[row], ""])


def _warc(kept: _Kept, out: Path) -> None:
    removed = kept.removed()
    views, captures = kept.parts(DocViews.name), kept.parts(Captures.name)
    with out.open("wb") as stream:
        # Both tables are cut by URL hash into the same parts.
        for view, capture in zip(views, captures, strict=True):
            wanted: set[tuple[Any, ...]] = set()
            for batch in kept.of_part(view, removed):
                wanted.update(batch.keys(_CAPTURE))
            pointers = _pointers(capture, wanted)
            for _, record in store.read_records(kept.layout.archive, pointers):
                stream.write(member(record))


def _wacz(kept: _Kept, out: Path) -> None:
    removed = kept.removed()
    listed: list[Page] = []
    parts = zip(kept.parts(DocViews.name), kept.parts(Captures.name), strict=True)
    with WaczWriter(out, load(kept.layout.config).collection.name) as writer:
        for view, capture in parts:
            wanted: set[tuple[Any, ...]] = set()
            for batch in kept.of_part(view, removed):
                wanted.update(batch.keys(_CAPTURE))
                listed += _listed(batch.columns())
            pointers = _pointers(capture, wanted)
            for _, record in store.read_records(kept.layout.archive, pointers):
                writer.add(record)
        writer.close(listed)


def _listed(views: DocViews) -> Iterator[Page]:
    for row, url in enumerate(views.url):
        at: datetime = views.fetched_at[row].astype("datetime64[s]").item()
        yield Page(url, at, views.title[row], views.text[row])


_CAPTURE = ("url", "fetched_at", "block_digest")


def _pointers(path: Path, wanted: set[tuple[Any, ...]]) -> list[store.Pointer]:
    """Where the captures of some DocViews stand in the archive, in its order."""
    found: list[store.Pointer] = []
    for batch in parquet.batches(Captures, path):
        known = batch.keys((*_CAPTURE, "standing"))
        rows = [
            row
            for row, (*key, standing) in enumerate(known)
            if standing == CURRENT and tuple(key) in wanted
        ]
        places = batch.take(rows).keys(("warc_file", "warc_offset", "warc_length"))
        found += [store.Pointer(*place) for place in places]
    return sorted(found)


def _products(kept: _Kept, out: Path) -> None:
    """A row for each product; pages that describe none are told as rejects."""
    removed = kept.removed()
    parts = zip(kept.parts(DocViews.name), kept.parts(Captures.name), strict=True)
    writer = parquet.PartWriter(Products, out)
    try:
        for view, capture in parts:
            urls = set(_urls(kept, view, removed))
            found = list(products_of(kept.layout, capture, urls.__contains__))
            lacking = len(urls - {one.url for one in found})
            kept.rows -= lacking
            kept.rejects["describes no product"] += lacking
            writer.write(parquet.rows(table(found)))
    except BaseException:
        writer.discard()
        raise
    writer.close()


def _urls(kept: _Kept, view: Path, removed: dict[str, str]) -> Iterator[str]:
    for batch in kept.of_part(view, removed):
        yield from (url for (url,) in batch.keys(("url",)))


FORMS: dict[str, Callable[[_Kept, Path], None]] = {
    "jsonl": _jsonl,
    "parquet": _parquet,
    "markdown": _markdown,
    "dc": _dublin_core,
    "schema.org": _schema_org,
    "warc": _warc,
    "wacz": _wacz,
    "trec": _trec,
    "dataset": _dataset,
    "products": _products,
}
"""How each form is written; the keys are what ``--to`` accepts."""
