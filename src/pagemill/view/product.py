"""Products that a page describes in JSON-LD or microdata, as typed records.

Source:
    schema.org, Product and Offer (properties name, brand, offers, price, lowPrice,
    priceCurrency, availability, gtin and its kin, sku, mpn, productID).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from pagemill.html.tree import Tree
from pagemill.model.product import Product
from pagemill.view.jsonld import Json, Thing, flat, kinds, names_of, text_of, things
from pagemill.view.microdata import items, marked_nodes

IDENTIFIERS = (
    *("gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn"),
    *("sku", "mpn", "productID"),
)
_OFFERS = {"Offer", "AggregateOffer"}
_PRODUCTS = {"Product", "ProductModel", "IndividualProduct", "ProductGroup"}
_NUMBER = re.compile(r"\d[\d.,\u00a0\u202f' ]*")


def products(tree: Tree, source: str, url: str) -> list[Product]:
    """The products of a page in document order, each name once from either notation.

    Args:
        tree: the page.
        source: its HTML, in which names are looked for.
        url: where it was found.
    """
    scripts = [
        tree.text(node)
        for node in tree.find("script")
        if "ld+json" in tree.attribute(node, "type").lower()
    ]
    marked = [one for item in items(tree, marked_nodes(tree)) for one in flat(dict(item))]
    found: dict[str, Product] = {}
    for notation, described in (("json-ld", things(scripts)), ("microdata", marked)):
        for product in _typed(described, notation, source, url):
            found.setdefault(product.name, product)
    return list(found.values())


def price(text: str) -> float | None:
    """A price as people and machines write it; None for what is none.

    Example:
        >>> price("1.299,00 EUR"), price("1,299.50"), price("12"), price("call us")
        (1299.0, 1299.5, 12.0, None)
    """
    found = _NUMBER.search(text)
    if found is None:
        return None
    digits = re.sub(r"[^\d.,]", "", found.group()).rstrip(".,")
    last = max(digits.rfind("."), digits.rfind(","))
    decimals = len(digits) - last - 1
    # Three digits behind the only sign part thousands; behind two different ones they do not.
    is_point = last >= 0 and (decimals != 3 or len({*digits} & {".", ","}) == 2)
    whole = re.sub(r"[.,]", "", digits[:last] if is_point else digits)
    return float(f"{whole or '0'}.{digits[last + 1 :]}" if is_point else whole)


def _typed(
    described: Iterable[Thing], notation: str, source: str, url: str
) -> Iterator[Product]:
    for thing in described:
        name = text_of(thing, "name")
        if not name or not _PRODUCTS.intersection(kinds(thing)):
            continue
        offer = _offer(thing)
        yield Product(
            url=url,
            name=name,
            brand=next(iter(names_of(thing, "brand")), "") or text_of(thing, "brand"),
            price=price(_said(offer, "price") or _said(offer, "lowPrice")),
            currency=_said(offer, "priceCurrency").upper()[:3],
            availability=_said(offer, "availability").rpartition("/")[2],
            identifiers={key: _said(thing, key) for key in IDENTIFIERS if _said(thing, key)},
            source=notation,
            span=_span(name, source),
        )


def _offer(thing: Thing) -> Thing:
    """The first offer of a product, or the product itself where it has none."""
    value: Json = thing.get("offers")
    for one in flat(value) if isinstance(value, dict | list) else ():
        if _OFFERS.intersection(kinds(one)) or "price" in one:
            return one
    return thing


def _said(thing: Thing, key: str) -> str:
    value = thing.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return text_of(thing, key)


def _span(name: str, source: str) -> tuple[int, int]:
    for written in (name, json.dumps(name)[1:-1]):
        at = source.find(written)
        if at >= 0:
            return at, at + len(written)
    return -1, -1
