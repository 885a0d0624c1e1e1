"""A product as a page describes it for machines."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One product of one page.

    Attributes:
        url: the page.
        name: of the product.
        brand: name of the brand, or ``""``.
        price: as a decimal number, None where none is stated or it is no number.
        currency: code of three letters, or ``""``.
        availability: as schema.org names it, such as ``InStock``, or ``""``.
        identifiers: kind (``gtin13``, ``sku``, ``mpn`` ...) -> number.
        source: ``json-ld`` or ``microdata``.
        span: first and last-but-one character of the name in the source; both -1 where it is
            written otherwise there.
    """

    url: str
    name: str
    brand: str = ""
    price: float | None = None
    currency: str = ""
    availability: str = ""
    identifiers: dict[str, str] = field(default_factory=dict[str, str])
    source: str = "json-ld"
    span: tuple[int, int] = (-1, -1)
