"""The index stage: DocViews less duplicates -> a search index that answers for them.

The index is not made of part files, so this stage has no shape: it makes the previous index's
folder anew as hard links, applies what changed in one commit, and renames it when it is whole.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from pagemill.collection import forgotten, manifest, parquet
from pagemill.collection.durable import rename_folder
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout, parts
from pagemill.engine.execute import Site, named, plain, rows_written
from pagemill.errors import CollectionError
from pagemill.html.url import host
from pagemill.index import tantivy
from pagemill.index.difference import Difference
from pagemill.index.document import FETCHED, LONGEST_URL_BYTES, UNFETCHED, IndexDocument
from pagemill.index.emphasis import emphasised
from pagemill.index.linked import stage as linked
from pagemill.index.linked.stage import Linking
from pagemill.index.params import NAME, IndexParams
from pagemill.index.query import first_day
from pagemill.index.spam import stage as spam
from pagemill.model.progress import Event
from pagemill.model.run import RunRecord
from pagemill.tables import CapturedKeys, Clusters, DocMarks, DocTerms, DocViews

VERSION = 2

TOO_LONG = "URL too long for the index"
NAMELESS = "known by name alone, and the name is that of a copy"

Dropped = Callable[[DocTerms], list[str]]
"""Gives for each of some rows what purification took away."""


class KeptPages:
    """Reads the pages that an index takes, and counts those that it does not.

    Of pages whose mark is that of the page in the index only what makes the mark is read.

    Args:
        source: where the tables stand.
        removed: URL -> relation of each page for which another one is kept.
        linking: what pages are called, and those that are known by that alone.
        difference: tells which pages changed.
    """

    def __init__(
        self,
        source: Source,
        removed: Mapping[str, str],
        linking: Linking,
        difference: Difference,
    ) -> None:
        self.rows = 0
        self.rejects: Counter[str] = Counter()
        self._source = source
        self._removed = removed
        self._linking = linking
        self._difference = difference

    def __iter__(self) -> Iterator[IndexDocument]:
        source = self._source
        for path in source.docviews:
            part = parquet.Part(path)
            for number, batch in enumerate(part.batches(DocMarks)):
                changed = self._changed(batch)
                if changed:
                    rows = part.batch(DocTerms, number).take(list(changed))
                    yield from self._documents(rows.columns(), list(changed.values()))
                source.site.progress(Event(stage=NAME, done=self.rows, total=source.total))
        if source.unfetched:
            yield from self._known_by_name()

    def _changed(self, seen: parquet.Rows) -> dict[int, int]:
        """Row -> mark of the pages that are new or differ."""
        found: dict[int, int] = {}
        for row, (key, url, *rest) in enumerate(seen.keys(_MARKED)):
            self.rows += 1
            if url in self._removed:
                self.rejects[f"duplicate: {self._removed[url]}"] += 1
            elif len(url.encode("utf-8")) > LONGEST_URL_BYTES:
                self.rejects[TOO_LONG] += 1
            else:
                anchors = self._linking.anchors.get(key, ())
                mark = _digest(self._source.made, key, url, *rest, anchors)
                if self._difference.is_changed(url, mark):
                    found[row] = mark
        return found

    def _documents(self, views: DocTerms, marks: list[int]) -> Iterator[IndexDocument]:
        dropped = self._source.dropped(views) if self._source.dropped else [""] * len(marks)
        for row, url in enumerate(views.url):
            key = int(views.url_hash[row])
            kind = views.media_type[row].partition(";")[0].rpartition("/")[2].lower()
            yield IndexDocument(
                url=url,
                host=host(url),
                title=views.title[row],
                abstract=views.abstract[row],
                text=views.text[row],
                keywords=tuple(views.keywords[row]),
                language=views.language[row],
                page_type=views.page_type[row],
                anchors=self._linking.anchors.get(key, ()),
                emphasis=emphasised(views.markdown[row]),
                dropped=dropped[row],
                category=views.category[row],
                kinds=(FETCHED, *filter(None, (views.genre[row].lower(), kind))),
                day=_day(views.published_at[row], views.fetched_at[row]),
                key=key,
                mark=marks[row],
            )

    def _known_by_name(self) -> Iterator[IndexDocument]:
        """Pages that were never fetched, by what others call them."""
        for key, url in sorted(self._linking.unfetched.items()):
            self.rows += 1
            anchors = self._linking.anchors.get(key, ())
            mark = _digest(url, anchors)
            if len(url.encode("utf-8")) > LONGEST_URL_BYTES:
                self.rejects[TOO_LONG] += 1
            elif not anchors:
                self.rejects[NAMELESS] += 1
            elif self._difference.is_changed(url, mark):
                yield IndexDocument(
                    url=url,
                    host=host(url),
                    anchors=anchors,
                    kinds=(UNFETCHED,),
                    key=key,
                    mark=mark,
                )


_MARKED = tuple(one.name for one in fields(DocMarks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What an index is made of.

    Attributes:
        docviews: part files of the purified pages.
        made: how the pages were made; another way makes all pages new.
        unfetched: whether pages that were never fetched are indexed too.
        dropped: gives what purification took away, where that is wanted.
        site: told how far reading has come.
        total: pages there are, where that is known.
    """

    docviews: list[Path]
    made: str
    unfetched: bool
    dropped: Dropped | None
    site: Site
    total: int | None


def _digest(*parts: Any) -> int:
    whole = repr(parts).encode("utf-8", "backslashreplace")
    # 0 would mean that there is none.
    return int.from_bytes(blake2b(whole, digest_size=8).digest(), "big") or 1


def _day(published_at: str, fetched_at: np.datetime64) -> int:
    """Days since 1970 of the publication, else of the capture."""
    published = first_day(published_at[:10])
    found = (
        published
        if published is not None
        else int(fetched_at.astype("datetime64[D]").astype(int))
    )
    return max(found, 0)


def refresh(site: Site, params: IndexParams, dropped: Dropped | None = None) -> RunRecord:
    """Bring the index up to date with the live tables, unless it is already.

    Args:
        site: the collection.
        params: how pages are indexed.
        dropped: gives what purification took away; asked only where that has a weight.

    Returns:
        The record of the run, also where there was nothing to do.

    Raises:
        CollectionError: a table or the index is damaged.
        SurroundingsError: the disk failed; the previous index is as it was.
    """
    layout, live = site.layout, manifest.current(site.layout)
    inputs = {name: live[name] for name in (DocViews.name, Clusters.name)}
    run = named(NAME, VERSION, params, inputs)
    record = manifest.read_record(layout, run) if _is_whole(layout.index / run) else None
    if record is None:
        record = _build(site, params, run, inputs, dropped)
    if live.get(NAME) != run:
        manifest.publish(layout, live | {NAME: run})
    for other in layout.index.glob("*"):
        if other.name != run and other.is_dir():
            shutil.rmtree(other)
    return record


def is_live(layout: Layout, params: IndexParams) -> bool:
    """Whether the live index is what the live tables give."""
    live = manifest.current(layout)
    try:
        inputs = {name: live[name] for name in (DocViews.name, Clusters.name)}
    except KeyError:
        return False
    run = named(NAME, VERSION, params, inputs)
    return live.get(NAME) == run and _is_whole(layout.index / run)


def _build(
    site: Site,
    params: IndexParams,
    run: str,
    inputs: dict[str, str],
    dropped: Dropped | None,
) -> RunRecord:
    layout, started_at = site.layout, site.now()
    scratch = layout.index / f"{run}.tmp"
    _start(layout.index, manifest.current(layout).get(NAME), scratch, params.languages)
    pages, places = _written(site, params, scratch, inputs, dropped)
    written = tantivy.page_count(scratch)
    record = RunRecord(
        run=run,
        stage=NAME,
        version=VERSION,
        params=plain(params),
        inputs=inputs,
        rows_in=pages.rows,
        rows_out=written,
        rejects=dict(sorted(pages.rejects.items())),
        written={NAME: written},
        started_at=started_at.isoformat(),
        took_s=round((site.now() - started_at).total_seconds(), 3),
    )
    record.check()
    linked.write(scratch, places.rows())
    if params.spam_signs:
        docviews = parts(layout.table(DocViews.name, inputs[DocViews.name]))
        spam.write(scratch, spam.judged(docviews, places.edges))
    rename_folder(scratch, layout.index / run)
    manifest.write_record(layout, record)
    return record


def _written(
    site: Site,
    params: IndexParams,
    scratch: Path,
    inputs: dict[str, str],
    dropped: Dropped | None,
) -> tuple[KeptPages, linked.Linking]:
    """Bring a copy of the previous index up to date; the pages, and where they stand."""
    difference = Difference(_known(scratch, params.languages))
    pages, linking = _pages(site, params, difference, inputs, dropped)
    tantivy.apply(
        scratch,
        add=pages,
        remove=difference.vanished(),
        params=tantivy.WriterParams(threads=params.threads, memory_bytes=params.memory_bytes),
    )
    return pages, linking


def differing(
    site: Site, params: IndexParams, known: Mapping[str, int], dropped: Dropped | None
) -> tuple[KeptPages, Difference]:
    """The pages of the live index that another place does not have, and what that has too much.

    Args:
        site: the collection, whose index is live.
        params: how pages are indexed.
        known: URL -> digest of the pages there.
        dropped: gives what purification took away; asked only where that has a weight.
    """
    live, difference = manifest.current(site.layout), Difference(known)
    inputs = {name: live[name] for name in (DocViews.name, Clusters.name)}
    pages, _ = _pages(site, params, difference, inputs, dropped)
    return pages, difference


def _pages(
    site: Site,
    params: IndexParams,
    difference: Difference,
    inputs: dict[str, str],
    dropped: Dropped | None,
) -> tuple[KeptPages, linked.Linking]:
    layout = site.layout
    clusters = parquet.read(Clusters, parts(layout.table(Clusters.name, inputs[Clusters.name])))
    rows = zip(clusters.url, clusters.relation, clusters.representative, strict=True)
    copies = [row for row in rows if row[1] != "kept" and params.duplicates != "keep"]
    docviews = parts(layout.table(DocViews.name, inputs[DocViews.name]))
    linking = linked.read(
        docviews,
        manifest.live_parts(layout, CapturedKeys.name),
        {url: kept for url, _, kept in copies},
        Refusals(forgotten.orders(layout.forgotten)),
        unfetched=params.unfetched,
        before=linked.Before(layout.kept / "links.npz", _made(layout, inputs)),
    )
    source = Source(
        docviews=docviews,
        made=f"{_made(layout, inputs)} {params.dropped_weight > 0}",
        unfetched=params.unfetched,
        dropped=dropped if params.dropped_weight > 0 else None,
        site=site,
        total=rows_written(layout, DocViews.name, inputs),
    )
    removed = {url: why for url, why, _ in copies}
    return KeptPages(source, removed, linking, difference), linking


def _is_whole(folder: Path) -> bool:
    return tantivy.is_whole(folder) and (folder / linked.FILE).is_file()


def _made(layout: Layout, inputs: dict[str, str]) -> str:
    """What made the rows of DocViews, besides the archive."""
    record = manifest.read_record(layout, inputs[DocViews.name])
    found = [record.version, record.params] if record else []
    return json.dumps([VERSION, *found], sort_keys=True)


def _known(scratch: Path, languages: tuple[str, ...]) -> dict[str, int]:
    """What the previous index holds; where it is damaged, a new one is begun."""
    try:
        return tantivy.documents(scratch)
    except CollectionError:
        shutil.rmtree(scratch)
        tantivy.create(scratch, languages)
        return {}


def _start(home: Path, previous: str | None, scratch: Path, languages: tuple[str, ...]) -> None:
    """Begin with what the previous index holds, where that is made in the same way."""
    if scratch.exists():
        shutil.rmtree(scratch)
    home.mkdir(exist_ok=True)
    before = home / previous if previous else None
    if before and tantivy.is_whole(before) and tantivy.is_current(before, languages):
        tantivy.fork(before, scratch)
    else:
        tantivy.create(scratch, languages)
