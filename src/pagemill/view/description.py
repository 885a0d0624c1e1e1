"""A DocView in the terms of others: Dublin Core elements, and a schema.org object.

Source: ISO 15836-1 (the fifteen elements of Dublin Core), the DCMI Type Vocabulary that it
recommends for ``type`` (a classification belongs to ``subject``), and schema.org. The lecture
names the first as the norm of its model. A field without a value is left out; dates stay as the
page states them, with their time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from pagemill.model.docview import DocView

TYPES: Final[Mapping[str, str]] = {
    "article": "Article",
    "forum": "DiscussionForumPosting",
    "product": "ItemPage",
    "collection": "CollectionPage",
    "listing": "CollectionPage",
    "documentation": "TechArticle",
    "service": "WebPage",
}
"""Type of schema.org for each genre; a product's data are not known, so its page is named."""

DCMI_TYPES: Final[Mapping[str, str]] = {
    "topic": "Text",
    "hub": "Collection",
    "image": "Image",
}
"""Term of the DCMI Type Vocabulary for each type of page; a hub is "an aggregation"."""

_HEADLINES: Final = frozenset(("Article", "DiscussionForumPosting", "TechArticle"))


def dublin_core(view: DocView) -> dict[str, list[str]]:
    """The elements of Dublin Core that the DocView has, each with its values."""
    found = {
        "identifier": [view.canonical or view.url],
        "title": [view.title],
        "creator": [view.author],
        "subject": [*view.keywords, view.category],
        "description": [view.abstract],
        "date": [view.published_at],
        "type": [DCMI_TYPES[view.page_type], view.genre],
        "format": [view.media_type or "text/html"],
        "source": [view.url] if view.canonical not in ("", view.url) else [],
        "language": [view.language],
        "relation": [link.url for link in view.topic_links],
    }
    filled = {name: [value for value in values if value] for name, values in found.items()}
    return {name: values for name, values in filled.items() if values}


def dublin_core_html(view: DocView) -> str:
    """The same as ``meta`` elements for the head of a page (DCMI, "Expressing DC in HTML")."""
    lines = ['<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">']
    for name, values in dublin_core(view).items():
        lines += [f'<meta name="DC.{name}" content="{escape(value)}">' for value in values]
    return "\n".join(lines)


def schema_org(view: DocView) -> dict[str, Any]:
    """The DocView as one object of schema.org, to be written as JSON-LD."""
    kind = TYPES[view.genre]
    found: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": kind,
        "@id": view.canonical or view.url,
        "url": view.canonical or view.url,
        "headline" if kind in _HEADLINES else "name": view.title,
        "author": {"@type": "Person", "name": view.author} if view.author else "",
        "datePublished": view.published_at,
        "inLanguage": view.language,
        "keywords": list(view.keywords),
        "abstract": view.abstract,
        "genre": view.genre,
        "about": view.category,
        "relatedLink": [link.url for link in view.topic_links],
        "articleBody" if kind in _HEADLINES else "text": view.text,
    }
    return {name: value for name, value in found.items() if value}
