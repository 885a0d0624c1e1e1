"""The products that a collection's pages describe, as one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.html.encoding import decoded
from pagemill.html.tree import parsed
from pagemill.html.url import url_hash
from pagemill.model.product import Product
from pagemill.tables import Captures, Clusters, Float64s, Int64s, TextLists, Texts, UInt64s
from pagemill.view.product import products
from pagemill.view.standing import CURRENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Products:
    """One row for each product that a kept page describes for machines; only ever exported.

    ``price`` is no number (NaN) where none is stated. ``identifiers`` are written
    ``gtin13:4006381333931``. ``source`` is the notation, ``json-ld`` or ``microdata``;
    ``span_start`` and ``span_end`` are where the name stands in the decoded HTML, both -1 where
    it is written otherwise there.
    """

    url_hash: UInt64s
    url: Texts
    name: Texts
    brand: Texts
    price: Float64s
    currency: Texts
    availability: Texts
    identifiers: TextLists
    source: Texts
    span_start: Int64s
    span_end: Int64s


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
        yield from products_of(layout, path, lambda url: url not in copies)


def products_of(layout: Layout, path: Path, wanted: Callable[[str], bool]) -> Iterator[Product]:
    """The products of the pages of one part of the table of captures.

    Args:
        layout: the collection.
        path: the part file.
        wanted: whether a page is looked at.
    """
    for batch in parquet.batches(Captures, path):
        yield from _of_batch(layout, batch.columns(), wanted)


def table(found: Iterable[Product]) -> Products:
    """Products as rows; a price that is not stated is not a number.

    Example:
        >>> table([Product(url="u", name="Rope", identifiers={"sku": "7"})]).identifiers
        [['sku:7']]
    """
    rows = list(found)
    prices = [np.nan if one.price is None else one.price for one in rows]
    numbers = [[f"{kind}:{said}" for kind, said in one.identifiers.items()] for one in rows]
    return Products(
        url_hash=np.array([url_hash(one.url) for one in rows], np.uint64),
        url=[one.url for one in rows],
        name=[one.name for one in rows],
        brand=[one.brand for one in rows],
        price=np.array(prices, np.float64),
        currency=[one.currency for one in rows],
        availability=[one.availability for one in rows],
        identifiers=numbers,
        source=[one.source for one in rows],
        span_start=np.array([one.span[0] for one in rows], np.int64),
        span_end=np.array([one.span[1] for one in rows], np.int64),
    )


def _of_batch(
    layout: Layout, found: Captures, wanted: Callable[[str], bool]
) -> Iterator[Product]:
    pointers = [
        store.Pointer(
            found.warc_file[row],
            int(found.warc_offset[row]),
            int(found.warc_length[row]),
            found.block_digest[row],
        )
        for row, standing in enumerate(found.standing)
        if standing == CURRENT and not found.converter[row] and wanted(found.url[row])
    ]
    for _, capture in store.read_captures(layout.archive, sorted(pointers)):
        html, _ = decoded(capture.payload, capture.media_type)
        yield from products(parsed(html), html, capture.url)
