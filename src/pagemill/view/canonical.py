"""The address that a page declares as its own."""

from __future__ import annotations

from pagemill.html.links import base_url
from pagemill.html.tree import Tree
from pagemill.html.url import linked, normalized
from pagemill.view.metadata import Metadata


def canonical_url(tree: Tree, declared: Metadata, url: str, encoding: str = "utf-8") -> str:
    """Absolute canonical address, or ``""`` where the page declares none that can be used.

    The canonical link counts before Open Graph's address, and is relative to the base element.

    Args:
        tree: the page.
        declared: its metadata.
        url: where it was found, or ``""``.
        encoding: of the page.
    """
    base = base_url(tree, url, encoding)
    for reference in (declared.canonical, declared.og_url):
        address = linked(base, reference, encoding) if reference else None
        if address and address.startswith(("http://", "https://")):
            return normalized(address) or ""
    return ""
