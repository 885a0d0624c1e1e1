"""Excerpts: found by their names, made, and removed.

Nothing is purified twice: DocViews are taken over from the collection, as those of any
earlier build. An excerpt is named by the filters and by the runs that were live when it was
made: after a build, or another line in ``access.toml``, the older one is never asked again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path

from pagemill import pipeline
from pagemill.archive.cdx import Row
from pagemill.collection import manifest, parquet
from pagemill.collection.durable import rename_folder
from pagemill.collection.layout import Layout, parts
from pagemill.config import Config
from pagemill.engine.execute import Site
from pagemill.errors import CollectionError
from pagemill.excerpts.access import users, visible
from pagemill.excerpts.captures import excerpted
from pagemill.index.links import link
from pagemill.index.query import Query
from pagemill.model.version import __version__
from pagemill.sharing.file_access import hidden_files
from pagemill.sharing.selection import is_wanted
from pagemill.tables import DocRights, DocViews

_Key = tuple[str, int, str]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def found(layout: Layout, user: str) -> Layout | None:
    """The excerpt of a user as the collection is built now; None where it is to be made yet.

    Raises:
        ConfigError: ``access.toml`` is no list of users with filters.
        UsageError: the user is not named there.
        CollectionError: nothing was built yet.
    """
    home = _home(layout, _shown_to(layout, user))
    return home if home.root.is_dir() else None


def made(site: Site, config: Config, user: str) -> Layout:
    """The excerpt of a user; it is made where it is missing, under the collection's lock.

    Raises:
        ConfigError: ``access.toml`` is no list of users with filters.
        UsageError: the user is not named there.
        CollectionError: nothing was built yet, or a part of the folder is damaged.
        SurroundingsError: the disk failed; the same call goes on.
    """
    filters = _shown_to(site.layout, user)
    home = _home(site.layout, filters)
    if not home.root.is_dir():
        _make(site, config, filters, home)
    return home


def refresh(site: Site, config: Config) -> None:
    """Make the excerpts of all users, and remove those that nobody may ask any more.

    Raises:
        ConfigError: ``access.toml`` is no list of users with filters.
        CollectionError: a part of the folder is damaged.
        SurroundingsError: the disk failed; the same call goes on.
    """
    named = [made(site, config, user).root for user in users(site.layout.access)]
    for folder in site.layout.excerpts.glob("*"):
        if folder not in named:
            shutil.rmtree(folder, ignore_errors=True)


def _shown_to(layout: Layout, user: str) -> Query:
    """Filters of a user, without the files that the user might not read where they lie."""
    filters = visible(layout.access, user)
    return replace(filters, excluded_pages=hidden_files(layout, user))


def _home(layout: Layout, filters: Query) -> Layout:
    live = manifest.current(layout)
    if DocViews.name not in live:
        raise CollectionError(
            f"{layout.root}: nothing was built yet; run 'pagemill build {layout.root}'"
        )
    named, hidden = replace(filters, excluded_pages=frozenset()), sorted(filters.excluded_pages)
    what = json.dumps([__version__, repr(named), hidden, sorted(live.items())])
    return Layout(layout.excerpts / blake2b(what.encode(), digest_size=12).hexdigest())


def _make(site: Site, config: Config, filters: Query, home: Layout) -> None:
    whole = site.layout
    draft = Layout(home.root.with_name(f".{home.root.name}.tmp"))
    shutil.rmtree(draft.root, ignore_errors=True)
    draft.root.mkdir(parents=True)
    shutil.copyfile(whole.config, draft.config)
    if whole.taxonomy.exists():
        shutil.copyfile(whole.taxonomy, draft.taxonomy)
    kept = frozenset(_allowed(whole, filters))
    excerpted(whole.archive, draft.archive, lambda row: _key(row) in kept)
    _take_over(whole, draft)
    own = replace(site, layout=draft)
    pipeline.build(own, config)
    pipeline.fill_pages(own, config)
    rename_folder(draft.root, home.root)


def _allowed(layout: Layout, filters: Query) -> Iterator[_Key]:
    """The captures behind the pages that filters let through."""
    for path in manifest.live_parts(layout, DocRights.name):
        for batch in parquet.batches(DocRights, path):
            pages: DocRights = batch.columns()
            instants = pages.fetched_at.astype("datetime64[us]").astype("int64").tolist()
            keys = list(zip(pages.url, instants, pages.block_digest, strict=True))
            yield from (key for row, key in enumerate(keys) if is_wanted(filters, pages, row))


def _key(row: Row) -> _Key:
    return row.url, (row.fetched_at - _EPOCH) // timedelta(microseconds=1), row.block_digest


def _take_over(whole: Layout, draft: Layout) -> None:
    """Give the excerpt the DocViews of the collection as those of its earlier build.

    The build takes the rows over whose captures are there, and looks anew at pages whose frames
    are not.
    """
    run = manifest.current(whole)[DocViews.name]
    _link(whole.table(DocViews.name, run), draft.table(DocViews.name, run))
    _link(whole.rejects(DocViews.name, run), draft.rejects(DocViews.name, run))
    draft.runs.mkdir()
    shutil.copyfile(whole.record(run), draft.record(run))
    manifest.publish(draft, {DocViews.name: run})


def _link(source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    for path in parts(source):
        link(path, target / path.name)
