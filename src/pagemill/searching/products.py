"""The products that a collection's pages describe, as one table."""

from __future__ import annotations

from collections.abc import Iterator

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.model.product import Product
from pagemill.tables import Captures, Clusters
from pagemill.view.product import products
from pagemill.view.standing import CURRENT


def product_records(layout: Layout) -> Iterator[Product]:
    """Every product of every kept page, in the order of the table of captures.

    Raises:
        CollectionError: nothing was built yet, or a part of the folder is damaged.
    """
    clusters = parquet.read(Clusters, manifest.built_parts(layout, Clusters.name))
    copies = {
        url
        for url, relation in zip(clusters.url, clusters.relation, strict=True)
        if relation != "kept"
    }
    for path in manifest.live_parts(layout, Captures.name):
        for batch in parquet.batches(Captures, path):
            yield from _of_batch(layout, batch.columns(), copies)


def _of_batch(layout: Layout, found: Captures, copies: set[str]) -> Iterator[Product]:
    pointers = [
        store.Pointer(
            found.warc_file[row],
            int(found.warc_offset[row]),
            int(found.warc_length[row]),
            found.block_digest[row],
        )
        for row, standing in enumerate(found.standing)
        if standing == CURRENT and not found.converter[row] and found.url[row] not in copies
    ]
    for _, capture in store.read_captures(layout.archive, sorted(pointers)):
        html, _ = decoded(capture.payload, capture.media_type)
        yield from products(parsed(html), html, capture.url)
