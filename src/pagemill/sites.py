"""What a collection's sites have in common: mirrors, reprints, templates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.mirror import Mirror, Page, mirrored, mirrors
from pagemill.html.url import host
from pagemill.model.sites import MirrorPair, SiteReport, TemplateAlarm
from pagemill.tables import Boilerplate, Clusters, DocLinks

EXAMPLES = 3
"""Lines of a host that are shown."""

WIDTH = 120
"""Characters of each."""


def site_report(layout: Layout, params: DedupParams) -> SiteReport:
    """Tell mirrors from reprints, same-site from cross-site copies, and templates from texts.

    Args:
        layout: where the tables lie.
        params: what boilerplate is, and from which share of it on a host is named.

    Raises:
        CollectionError: a table is damaged.
    """
    clusters = parquet.read(Clusters, manifest.live_parts(layout, Clusters.name))
    kept_for = {
        url: kept
        for url, kept, relation in zip(
            clusters.url, clusters.representative, clusters.relation, strict=True
        )
        if relation != "kept"
    }
    pages = list(_pages(layout, kept_for))
    found = mirrors(pages)
    same = sum(host(url) == host(kept) for url, kept in kept_for.items())
    by_mirrors = sum(
        mirrored(found, _place(url), _place(kept)) for url, kept in kept_for.items()
    )
    return SiteReport(
        pages=len(pages),
        same_site=same,
        cross_site=len(kept_for) - same,
        without_mirrors=len(pages) - by_mirrors,
        without_reprints=len(pages) - len(kept_for),
        mirrors=[_told(each) for each in found],
        templates=template_alarms(layout, params),
    )


def _told(mirror: Mirror) -> MirrorPair:
    return MirrorPair(
        kept=mirror.kept,
        other=mirror.other,
        paths=mirror.paths,
        equal=mirror.equal,
        links=mirror.links,
    )


def _place(url: str) -> str:
    """A URL as host and path."""
    return host(url) + _path(url)


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _columns(layout: Layout, table: type[Any]) -> Iterator[Any]:
    for path in manifest.live_parts(layout, table.name):
        for batch in parquet.batches(table, path):
            yield batch.columns()


def _pages(layout: Layout, kept_for: dict[str, str]) -> Iterator[Page]:
    docs: DocLinks
    for docs in _columns(layout, DocLinks):
        for url, links in zip(docs.url, docs.topic_links, strict=True):
            name = host(url)
            if name:
                yield Page(
                    host=name,
                    path=_path(url),
                    cluster=kept_for.get(url, url),
                    is_kept=url not in kept_for,
                    links=" ".join(_path(link["url"]) for link in links),
                )


def template_alarms(layout: Layout, params: DedupParams) -> list[TemplateAlarm]:
    """Hosts that lose much to boilerplate, those that lose most first.

    Raises:
        CollectionError: a table is damaged.
    """
    found: Boilerplate = parquet.read(
        Boilerplate, manifest.live_parts(layout, Boilerplate.name)
    )
    alarms: dict[str, TemplateAlarm] = {}
    columns = (found.host, found.line, found.of_pages.tolist(), found.share.tolist())
    for name, line, pages, share in zip(*columns, strict=True):
        if share < params.template_alarm:
            continue
        alarm = TemplateAlarm(host=name, pages=pages, share=round(share, 4), examples=[])
        examples = alarms.setdefault(name, alarm).examples
        if len(examples) < EXAMPLES:
            examples.append(line[:WIDTH])
    return sorted(alarms.values(), key=lambda one: (-one.share, one.host))
