"""Genre of a page by what it declares, by its address, and by its type; rules, no model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pagemill.html.tree import Tree

_BY_KIND: Mapping[str, str] = {
    "discussionforumposting": "forum",
    "qapage": "forum",
    "question": "forum",
    "newsarticle": "article",
    "blogposting": "article",
    "article": "article",
    "report": "article",
    "recipe": "article",
    "techarticle": "documentation",
    "apireference": "documentation",
    "product": "product",
    "productgroup": "product",
    "og:product": "product",
    "collectionpage": "collection",
    "itemlist": "listing",
    "searchresultspage": "listing",
    "service": "service",
    "profilepage": "service",
}
_ORDER = ("forum", "documentation", "article", "product", "collection", "service", "listing")
_BY_ADDRESS = (
    (
        "forum",
        re.compile(
            r"//(?:forums?|community|boards?|discuss(?:ion|ions)?|talk|answers)\.|"
            r"/(?:forums?|threads?|topic|viewtopic|showthread|questions|comments|t)(?:[/.]|$)"
        ),
    ),
    (
        "documentation",
        re.compile(
            r"//(?:docs?|developers?|dev|api|wiki|help|support|learn)\.|readthedocs|"
            r"/(?:docs?|documentation|reference|manual|guide|api|tutorial|wiki)(?:[/.]|$)"
        ),
    ),
    ("collection", re.compile(r"/(?:collections?|cat|category|categories|c|b|shop)/[^/]*/?$")),
    ("product", re.compile(r"/(?:products?|p|itm|ip|dp|item|shop/p)/[^/]+")),
    (
        "article",
        re.compile(
            r"/(?:19|20)\d\d[/-]\d\d?[/-]|/(?:blog|news|article|articles|story|post)/[^/]+"
        ),
    ),
    ("service", re.compile(r"/(?:services?|about|pricing|solutions|contact)(?:[/.-]|$)")),
)


def genre(tree: Tree, kinds: Sequence[str], url: str, page_type: str) -> str:
    """Genre of a page.

    Args:
        tree: the page.
        kinds: schema.org types and Open Graph type that the page declares.
        url: where it was found, or ``""``.
        page_type: ``topic``, ``hub`` or ``image``.
    """
    declared = {_BY_KIND.get(kind.lower(), "") for kind in kinds}
    by_address = _address(url)
    if by_address in ("forum", "documentation"):
        return by_address
    if page_type == "hub":
        hub = by_address == "collection" or "collection" in declared or "product" in declared
        return "collection" if hub else "listing"
    for name in _ORDER[:4]:
        if name in declared:
            return name
    if by_address:
        return by_address
    if _is_documentation(tree):
        return "documentation"
    return "article"


def _address(url: str) -> str:
    address = url.lower().split("?", 1)[0]
    for name, pattern in _BY_ADDRESS:
        if pattern.search(address):
            return name
    return ""


def _is_documentation(tree: Tree) -> bool:
    return sum(1 for _ in tree.find("pre")) >= 4
