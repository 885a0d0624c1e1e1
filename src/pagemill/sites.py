"""What a collection's sites have in common: mirrors, reprints, templates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.boilerplate import boilerplate
from pagemill.dedup.site.mirror import Mirror, Page, mirrored, mirrors
from pagemill.html.url import host
from pagemill.model.sites import MirrorPair, SiteReport, TemplateAlarm
from pagemill.tables import Clusters, DocLinks, DocTexts

SAMPLE = 200
"""Texts of a host that are looked through for boilerplate: those of the smallest URL hashes."""

EXAMPLES = 3


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
        templates=list(_alarms(layout, params)),
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


def _alarms(layout: Layout, params: DedupParams) -> Iterator[TemplateAlarm]:
    """Hosts that lose much to boilerplate, those that lose most first."""
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for docs in _columns(layout, DocTexts):
        for url, text in zip(docs.url, docs.text, strict=True):
            name = host(url)
            if len(texts[name]) < SAMPLE:
                texts[name].append(text)
    found = [(name, boilerplate(each, params.boilerplate)) for name, each in texts.items()]
    loud = [(name, each) for name, each in found if each.share >= params.template_alarm]
    for name, each in sorted(loud, key=lambda one: (-one[1].share, one[0])):
        yield TemplateAlarm(
            host=name,
            pages=each.pages,
            share=round(each.share, 4),
            examples=[line.example for line in each.lines[:EXAMPLES]],
        )
