"""DocViews with what their pages state of rights, read from the archive."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.sharing.rights import Rights, rights
from pagemill.tables import Captures, DocViews, TextLists, Texts

_KEY = ("url", "fetched_at", "block_digest")
NOTHING = Rights("", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedViews(DocViews):
    """DocViews, each with the address of its licence and the names of its refusals."""

    licence: Texts
    opt_out: TextLists


def with_rights(layout: Layout, batch: parquet.Rows) -> SharedViews:
    """The rows with two columns more; nothing stated where the capture is no HTML."""
    views: DocViews = batch.columns()
    stated = list(_stated(layout, views, batch.keys(_KEY)))
    return SharedViews(
        **{one.name: getattr(views, one.name) for one in fields(views)},
        licence=[one.licence for one in stated],
        opt_out=[list(one.opt_out) for one in stated],
    )


def _stated(
    layout: Layout, views: DocViews, keys: list[tuple[object, ...]]
) -> Iterator[Rights]:
    captures = manifest.live_parts(layout, Captures.name)
    for row, key in enumerate(keys):
        rows = parquet.rows(parquet.lookup(Captures, captures, int(views.url_hash[row])))
        found = NOTHING
        for place in (at for at, known in enumerate(rows.keys(_KEY)) if known == key):
            [pointer] = rows.take([place]).keys(("warc_file", "warc_offset", "warc_length"))
            with suppress(CollectionError):
                capture = store.read_capture(layout.archive, store.Pointer(*pointer))
                html, _ = decoded(capture.payload, capture.media_type)
                found = rights(parsed(html), capture.url, capture.headers)
        yield found
