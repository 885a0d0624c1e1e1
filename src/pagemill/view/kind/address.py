"""What the address of a page and its declarations suggest about its genre: evidence only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

DECLARED: Final[Mapping[str, str]] = {
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
"""Genre of the types that schema.org and Open Graph name, in lower case."""

_KINDS: Final = (
    "webpage",
    "organization",
    "website",
    "breadcrumblist",
    "localbusiness",
    "faqpage",
    "offer",
    "person",
    "itemlist",
    "comment",
    "product",
    "article",
    "videoobject",
    "aggregaterating",
)
_PATTERNS: Final = (
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
_GENRES: Final = tuple(dict.fromkeys(DECLARED.values()))
_PATH: Final = re.compile(r"^\w+://[^/]*")
_ENDING: Final = re.compile(r"\.(?:html?|php|aspx?)$")


def suggestions(url: str, kinds: Sequence[str]) -> dict[str, int]:
    """Numbers by name: what an address looks like and what a page says it is.

    Args:
        url: where the page was found, or ``""``.
        kinds: schema.org types and Open Graph type that the page declares.
    """
    address = url.lower().partition("?")[0].partition("#")[0]
    path = _PATH.sub("", address)
    parts = [part for part in path.split("/") if part]
    last = parts[-1] if parts else ""
    found = {
        "address depth": len(parts),
        "address hyphens": last.count("-") if parts else -1,
        "address last": len(last),
        "address digits": sum([sign.isdigit() for sign in path]),
        "address slash": int(path.endswith("/")),
        "address query": int("?" in url),
        "address ending": int(_ENDING.search(path) is not None),
        "no address": int(not url),
    }
    for genre, pattern in _PATTERNS:
        found[f"address {genre}"] = int(pattern.search(address) is not None)
    said = {kind.lower() for kind in kinds}
    genres = {DECLARED.get(kind, "") for kind in said}
    for genre in _GENRES:
        found[f"says {genre}"] = int(genre in genres)
    for kind in _KINDS:
        found[f"kind {kind}"] = int(kind in said)
    found["kind of site"] = int(bool(kinds) and kinds[-1].lower() == "website")
    found["kinds"] = len(kinds)
    return found
