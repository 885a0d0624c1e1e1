"""The index stage: DocViews less duplicates -> a search index that answers for them.

The index is not made of part files, so this stage has no shape: it makes the previous index's
folder anew as hard links, applies what changed in one commit, and renames it when it is whole.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pagemill.collection import manifest, parquet
from pagemill.collection.durable import rename_folder
from pagemill.collection.layout import Layout, parts
from pagemill.engine.execute import Site, named, plain, rows_written
from pagemill.errors import CollectionError
from pagemill.html.url import host
from pagemill.index import tantivy
from pagemill.index.difference import Difference
from pagemill.index.document import LONGEST_URL_BYTES, IndexDocument
from pagemill.index.params import NAME, IndexParams
from pagemill.model.progress import Event
from pagemill.model.run import RunRecord
from pagemill.tables import Clusters, DocTerms, DocViews

VERSION = 1


class KeptPages:
    """Reads the pages that an index takes, and counts those that it does not.

    Args:
        docviews: part files of the purified pages.
        removed: URL -> relation of each page for which another one is kept.
        site: told how far reading has come.
        total: pages there are.
    """

    def __init__(
        self,
        docviews: list[Path],
        removed: dict[str, str],
        site: Site,
        total: int | None = None,
    ) -> None:
        self.rows = 0
        self.rejects: Counter[str] = Counter()
        self._docviews = docviews
        self._removed = removed
        self._site = site
        self._total = total

    def __iter__(self) -> Iterator[IndexDocument]:
        for path in self._docviews:
            for batch in parquet.batches(DocTerms, path):
                yield from self._kept(batch.columns())
                self._site.progress(Event(stage=NAME, done=self.rows, total=self._total))

    def _kept(self, views: DocTerms) -> Iterator[IndexDocument]:
        for row, url in enumerate(views.url):
            self.rows += 1
            if url in self._removed:
                self.rejects[f"duplicate: {self._removed[url]}"] += 1
            elif len(url.encode("utf-8")) > LONGEST_URL_BYTES:
                self.rejects["URL too long for the index"] += 1
            else:
                yield IndexDocument(
                    url=url,
                    host=host(url),
                    title=views.title[row],
                    abstract=views.abstract[row],
                    text=views.text[row],
                    keywords=tuple(views.keywords[row]),
                    language=views.language[row],
                    page_type=views.page_type[row],
                )


def refresh(site: Site, params: IndexParams) -> RunRecord:
    """Bring the index up to date with the live tables, unless it is already.

    Returns:
        The record of the run, also where there was nothing to do.

    Raises:
        CollectionError: a table or the index is damaged.
        SurroundingsError: the disk failed; the previous index is as it was.
    """
    layout, live = site.layout, manifest.current(site.layout)
    inputs = {name: live[name] for name in (DocViews.name, Clusters.name)}
    run = named(NAME, VERSION, params, inputs)
    record = manifest.read_record(layout, run) if tantivy.is_whole(layout.index / run) else None
    if record is None:
        record = _build(site, params, run, inputs)
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
    return live.get(NAME) == run and tantivy.is_whole(layout.index / run)


def _build(site: Site, params: IndexParams, run: str, inputs: dict[str, str]) -> RunRecord:
    layout, started_at = site.layout, site.now()
    scratch = layout.index / f"{run}.tmp"
    _start(layout.index, manifest.current(layout).get(NAME), scratch)
    clusters = parquet.read(Clusters, parts(layout.table(Clusters.name, inputs[Clusters.name])))
    removed = {
        url: relation
        for url, relation in zip(clusters.url, clusters.relation, strict=True)
        if relation != "kept" and params.duplicates != "keep"
    }
    docviews = parts(layout.table(DocViews.name, inputs[DocViews.name]))
    pages = KeptPages(docviews, removed, site, rows_written(layout, DocViews.name, inputs))
    difference = Difference(_known(scratch))
    tantivy.apply(
        scratch,
        add=difference.changed(pages),
        remove=difference.vanished(),
        params=tantivy.WriterParams(threads=params.threads, memory_bytes=params.memory_bytes),
    )
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
    rename_folder(scratch, layout.index / run)
    manifest.write_record(layout, record)
    return record


def _known(scratch: Path) -> dict[str, int]:
    """What the previous index holds; where it is damaged, a new one is begun."""
    try:
        return tantivy.documents(scratch)
    except CollectionError:
        shutil.rmtree(scratch)
        tantivy.create(scratch)
        return {}


def _start(home: Path, previous: str | None, scratch: Path) -> None:
    """Begin with what the previous index holds, where that is of this version."""
    if scratch.exists():
        shutil.rmtree(scratch)
    home.mkdir(exist_ok=True)
    if previous and tantivy.is_whole(home / previous):
        tantivy.fork(home / previous, scratch)
    else:
        tantivy.create(scratch)
