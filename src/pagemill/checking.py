"""Check archives and collections: read everything, change nothing, report what is not sound."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pagemill.archive import store
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.verify import verified
from pagemill.archive.warc import block_digest, records
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.lookup.stage import segment_folders, sound_texts
from pagemill.errors import CollectionError, SurroundingsError
from pagemill.index import tantivy
from pagemill.index.params import NAME as INDEX
from pagemill.model.capture import Damage
from pagemill.model.check import Checked, CheckReport
from pagemill.model.progress import Event, Progress
from pagemill.tables import (
    Boilerplate,
    Candidates,
    Captures,
    Clusters,
    DocViews,
    Pairs,
    Rejects,
    Sketches,
    Verified,
)

NAME = "check"

_TABLES = (
    Captures,
    DocViews,
    Boilerplate,
    Sketches,
    Candidates,
    Verified,
    Pairs,
    Clusters,
)


def check(
    paths: Sequence[Path | str] | Path | str, *, progress: Progress | None = None
) -> CheckReport:
    """Read archive files and collections from end to end and report what is not sound.

    Args:
        paths: files that pages can be imported from, and folders of collections; or one.
        progress: told after each file.

    Raises:
        UsageError: a file is nothing that pages can be read from, or does not exist.
        CollectionError: a folder is no collection.
        SurroundingsError: one may not be read.
    """
    if isinstance(paths, str | Path):
        paths = [paths]
    found: list[Checked] = []
    for path in map(Path, paths):
        for one in _collection(Layout(path)) if path.is_dir() else _file(path):
            found.append(one)
            if progress is not None:
                progress(Event(stage=NAME, done=len(found), total=None))
    return CheckReport(files=found)


def _file(path: Path) -> Iterator[Checked]:
    result = verified(path)
    yield Checked(
        file=str(path),
        records=result.records,
        digests=result.digests,
        damage=result.damage,
    )


def _collection(layout: Layout) -> Iterator[Checked]:
    """Each archive file with its index, each part of each live table, and what is searched."""
    if not layout.config.is_file():
        raise CollectionError(
            f"{layout.root}: a folder that is no collection; name the files in it instead"
        )
    try:
        indexes = store.index_files(layout.archive)
        live = manifest.current(layout)
    except CollectionError as error:
        yield _unsound(str(layout.root), error)
        return
    for index in indexes:
        yield _archive_file(layout, index)
    for table in _TABLES:
        if table.name in live:
            yield from _parts(layout, table, partial(manifest.live_parts, layout, table.name))
    runs = set(live.values())
    for folder in sorted((layout.tables / Rejects.name).glob("*/*")):
        if folder.name in runs:
            yield from _parts(layout, Rejects, partial(parts, folder))
    if INDEX in live:
        yield _index(layout.index / live[INDEX])
    for folder in segment_folders(layout):
        yield _segment(folder)


def _parts(
    layout: Layout, table: type[object], found: Callable[[], list[Path]]
) -> Iterator[Checked]:
    name = str(getattr(table, "name", ""))
    try:
        for path in found():
            rows = sum(len(batch) for batch in parquet.batches(table, path))
            yield Checked(file=str(path), records=rows, digests=0, damage=[])
    except CollectionError as error:
        yield _unsound(f"{layout.root}: table {name}", error)


def _index(folder: Path) -> Checked:
    """The search index: all of its files, and every page in it."""
    if not tantivy.is_whole(folder):
        why = "files of it are missing or damaged; run 'pagemill build' to make it again"
        return _unsound(str(folder), CollectionError(why))
    try:
        pages = len(tantivy.documents(folder))
    except (CollectionError, SurroundingsError, OSError, ValueError) as error:
        return _unsound(str(folder), error)
    return Checked(file=str(folder), records=pages, digests=0, damage=[])


def _segment(folder: Path) -> Checked:
    """Sorted keys in which duplicates of one text are looked up."""
    try:
        texts = sound_texts(folder)
    except CollectionError as error:
        return _unsound(str(folder), error)
    return Checked(file=str(folder), records=texts, digests=0, damage=[])


def _archive_file(layout: Layout, index: Path) -> Checked:
    """One archive file: itself, and whether its index points to what stands in it."""
    path = layout.archive / f"{index.stem}.warc.gz"
    if not path.is_file():
        missing = Damage(file=str(path), offset=-1, kind="file is missing")
        return Checked(file=str(path), records=0, digests=0, damage=[missing])
    try:
        rows = (*store.index_rows(index), *store.beside_rows(index))
        wanted = {row.offset: row.block_digest for row in rows}
    except CollectionError as error:
        return _unsound(str(index), error)
    found = digests = 0
    damage: list[Damage] = []
    with path.open("rb") as stream:
        for place in records(FileBytes(stream), str(path)):
            if isinstance(place.found, Damage):
                damage.append(place.found)
                continue
            found += 1
            # Digests in the records are their sources' matter; these are ours.
            if block_digest(place.found.block) == wanted.get(place.offset):
                digests += 1
                del wanted[place.offset]
            elif place.offset not in wanted and place.found.kind != "warcinfo":
                lost = Damage(file=str(path), offset=place.offset, kind="not in the index")
                damage.append(lost)
    told = {one.offset for one in damage}
    damage += [
        Damage(file=str(path), offset=offset, kind="not what the index says")
        for offset in sorted(wanted)
        if offset not in told
    ]
    return Checked(file=str(path), records=found, digests=digests, damage=damage)


def _unsound(file: str, error: Exception) -> Checked:
    damage = Damage(file=file, offset=-1, kind=str(error).removeprefix(f"{file}: "))
    return Checked(file=file, records=0, digests=0, damage=[damage])
