"""Forget: remove a page or a host for good, and leave an audit without content."""

from __future__ import annotations

import shutil
from dataclasses import replace

from pagemill import pipeline
from pagemill.archive import store
from pagemill.collection import forgotten, manifest, parquet
from pagemill.collection.forgotten import Forgotten, Refusals
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.engine.execute import Site
from pagemill.errors import UsageError
from pagemill.html.url import host, normalized
from pagemill.index.params import NAME as INDEX
from pagemill.model.report import ForgetReport
from pagemill.tables import DocViews, Fetches
from pagemill.view.stage import forget_conversions


def forget(site: Site, config: Config, what: str) -> ForgetReport:
    """Remove the captures, rows and index entries of a page or of all pages of a host.

    The order is written first, with what it is about to remove, and called done last: a killed
    one is seen, and the same command finishes it and keeps the counts.

    Args:
        site: the collection and what runs its stages.
        config: its settings.
        what: a URL, or a host name.

    Raises:
        UsageError: it is neither.
    """
    name = forgettable(what)
    layout = site.layout
    known = forgotten.orders(layout.forgotten)
    others = [order for order in known if order.what != name]
    before = next((order for order in known if order.what == name), None)
    order = _order(layout, Forgotten(what=name, at=site.now().isoformat()), before)
    forgotten.write(layout.forgotten, [*others, order])
    refuses = Refusals([order])
    forget_conversions(layout, refuses)
    _forget_fetches(layout, refuses)
    if layout.crawl.exists():
        from pagemill.crawl.stage import forget_met  # noqa: PLC0415 - most never crawl

        forget_met(layout, refuses)
    removed = store.remove(layout.archive, lambda row: not refuses(row.url))
    # Its files would keep what was forgotten until they are merged.
    shutil.rmtree(layout.pages, ignore_errors=True)
    shutil.rmtree(layout.excerpts, ignore_errors=True)
    # Terms of removed pages stay in an index until it is made anew.
    tables = manifest.current(layout)
    manifest.publish(layout, {key: run for key, run in tables.items() if key != INDEX})
    pipeline.build(site, config)
    pipeline.fill_pages(site, config)
    pipeline.fill_server(site, config)
    forgotten.write(layout.forgotten, [*others, replace(order, is_pending=False)])
    if before and not _was_killed(before):  # what it counts was removed back then
        return ForgetReport(captures=removed, pages=0)
    return ForgetReport(captures=order.captures, pages=order.pages)


def _order(layout: Layout, new: Forgotten, before: Forgotten | None) -> Forgotten:
    """The order with what it removes, counting what an earlier one for the same removed.

    Nothing that was forgotten comes back, so there is never more now than there was then.
    """
    refuses = Refusals([new])
    captures = sum(refuses(row.url) for row in store.captures(layout.archive))
    pages = _pages_of(layout, refuses)
    first = before or new
    return Forgotten(
        what=new.what,
        at=first.at,
        captures=max(captures, first.captures),
        pages=max(pages, first.pages),
        is_pending=True,
    )


def _was_killed(order: Forgotten) -> bool:
    return order.is_pending or order.captures < 0  # the latter in collections of release 0.1.0


def _forget_fetches(layout: Layout, refuses: Refusals) -> None:
    """Take the lines of the crawl's log away that name what is forgotten."""
    for path in sorted(layout.crawl_log.glob("*.parquet")):
        found = parquet.read(Fetches, [path])
        named = zip(found.url, found.target, strict=True)
        kept = [row for row, urls in enumerate(named) if not any(map(refuses, urls))]
        if len(kept) < len(found.url):
            parquet.write_part(parquet.rows(found).take(kept).columns(), path)


def forgettable(what: str) -> str:
    """What an order names, in the form in which it is kept.

    Raises:
        UsageError: it is neither a URL nor a host name.
    """
    if "://" in what:
        url = normalized(what)
        if url is None:
            raise UsageError(f"{what}: not a URL; give it whole, such as http://host/path")
        return url
    name = what.strip().lower().rstrip(".")
    known = host(f"http://{name}/")
    # A name in other letters is known by its ASCII form; a pattern would match no page.
    if not known or "*" in known or (name.isascii() and known != name):
        raise UsageError(f"{what}: neither a URL nor a host name; give one of them")
    return known


def _pages_of(layout: Layout, refuses: Refusals) -> int:
    found = 0
    for path in manifest.live_parts(layout, DocViews.name):
        for batch in parquet.batches(DocViews, path):
            urls = [url for (url,) in batch.keys(("url",))]
            found += sum(refuses(url) for url in urls)
    return found
