"""The order of the stages: the one module that names them all.

archive -> captures -> docviews -> boilerplate -> sketches -> candidates -> verified -> clusters
        -> index; docviews -> terms -> keywords
"""

from __future__ import annotations

import os
import shutil
import socket

from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.dedup import stage as dedup
from pagemill.dedup.anchor import stage as clusters
from pagemill.dedup.lookup import stage as lookup
from pagemill.dedup.site import stage as boilerplate
from pagemill.engine.execute import Shards, Site, execute, is_live
from pagemill.engine.shape import Stage
from pagemill.index import stage as index
from pagemill.index.params import NAME as INDEX
from pagemill.index.served import stage as served
from pagemill.model.run import RunRecord
from pagemill.pages import fill
from pagemill.view import stage as view
from pagemill.view.dropped.stage import dropped_texts
from pagemill.view.words import stage as words


def stages(layout: Layout, config: Config) -> tuple[Stage, ...]:
    """The stages that make tables, in the order in which they run."""
    return (
        view.captures_stage(config.convert),
        view.docviews_stage(layout, config.view, config.convert),
        boilerplate.boilerplate_stage(layout, config.dedup),
        dedup.sketches_stage(layout, config.dedup),
        dedup.candidates_stage(config.dedup),
        dedup.verified_stage(layout, config.dedup),
        clusters.clusters_stage(layout, config.dedup),
        *words.stages(layout, config.words),
    )


def build(site: Site, config: Config) -> list[RunRecord]:
    """Make every table and the index that is missing, or whose inputs changed.

    Returns:
        The record of each stage, also of those that had nothing to do.

    Raises:
        CollectionError: a part of the folder is damaged.
        SurroundingsError: disk or worker processes failed; the same call goes on.
    """
    layout = site.layout
    archive = view.archive_shards(layout.archive)
    try:
        records = [
            execute(stage, site, shards=archive if not number else None)
            for number, stage in enumerate(stages(layout, config))
        ]
        records.append(index.refresh(site, config.index, dropped_texts(layout)))
        if layout.lookup.exists():  # made at the first question; what is gone must go there too
            lookup.refresh(layout, config.dedup)
        return records
    finally:
        shutil.rmtree(layout.scratch, ignore_errors=True)


def fill_pages(site: Site, config: Config) -> None:
    """Bring the table of pages up to date, where it is wanted.

    Raises:
        CollectionError: a part of the folder is damaged.
        SurroundingsError: the disk failed; the same call goes on.
    """
    if config.pages.fill:
        fill.fill(site.layout, f"{socket.gethostname()}:{os.getpid()}")


def fill_server(site: Site, config: Config) -> None:
    """Bring the search server up to date, where one is named.

    Raises:
        UsageError: what is named is no address of an index on a server.
        CollectionError: the index on the server is not one of pagemill's.
        SurroundingsError: the server cannot be reached, or refuses; the same call goes on.
    """
    if config.search.server:
        served.refresh(site, config.index, config.search.server, dropped_texts(site.layout))


def stale(layout: Layout, config: Config) -> list[str]:
    """Names of the stages that the next build would run, in order."""
    archive: Shards | None = view.archive_shards(layout.archive)
    names = [stage.name for stage in stages(layout, config)]
    for number, stage in enumerate(stages(layout, config)):
        if not is_live(stage, layout, archive):
            return [*names[number:], INDEX]
        archive = None
    return [] if index.is_live(layout, config.index) else [INDEX]
