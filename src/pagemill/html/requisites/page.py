"""What a page is shown with: pictures, stylesheets, scripts, fonts.

Sound and moving pictures are left out: they are large, and a page can be read without. What a
script asks for once it runs cannot be seen here.

Source: WHATWG HTML, the elements and link types that fetch what they name ("img", "picture",
"link", "script", "input", "video", "object", "embed").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pagemill.html.links import base_url
from pagemill.html.requisites import css
from pagemill.html.srcset import candidates
from pagemill.html.tree import Tree
from pagemill.html.url import linked

MOST: Final = 1_000
"""Requisites of one page; no page that a reader can use has as many."""

_WEB: Final = ("http://", "https://")
_SHOWN: Final = frozenset(
    ("stylesheet", "icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon")
)
_PRELOADED: Final = frozenset(("image", "style", "script", "font"))
_SOURCES: Final = (
    ("img", "src"),
    ("script", "src"),
    ("video", "poster"),
    ("body", "background"),
    ("table", "background"),
    ("td", "background"),
    ("th", "background"),
)
_SETS: Final = (("img", "srcset"), ("source", "srcset"), ("link", "imagesrcset"))
_PICTURES: Final = (("object", "data"), ("embed", "src"), ("input", "src"))


def requisites(tree: Tree, url: str, html: str) -> list[str]:
    """Absolute web addresses of what a page is shown with, each once.

    Args:
        tree: the page.
        url: where it was found.
        html: its characters, for the stylesheets in it, which no tree holds.
    """
    return _absolute(base_url(tree, url), _references(tree, html))


def of_style(text: str, url: str) -> list[str]:
    """Absolute web addresses that a stylesheet refers to, each once.

    Args:
        text: the stylesheet.
        url: where it was found.
    """
    return _absolute(url, css.references(text))


def _absolute(base: str, references: Iterator[str] | list[str]) -> list[str]:
    found: dict[str, None] = {}
    for reference in references:
        address = linked(base, reference) if reference.strip() else None
        if address and address.startswith(_WEB):
            found[address.partition("#")[0]] = None
            if len(found) >= MOST:
                break
    return list(found)


def _references(tree: Tree, html: str) -> Iterator[str]:
    yield from _of_links(tree)
    yield from _of_styles(tree, html)
    for tag, attribute in _SOURCES:
        for node in tree.nodes(tag):
            yield tree.attribute(node, attribute)
    for tag, attribute in _SETS:
        for node in tree.nodes(tag):
            yield from (of for of, _ in candidates(tree.attribute(node, attribute)))
    for tag, attribute in _PICTURES:
        for node in tree.nodes(tag):
            if tree.attribute(node, "type").lower().startswith("image"):
                yield tree.attribute(node, attribute)


def _of_styles(tree: Tree, html: str) -> Iterator[str]:
    for sheet in css.elements(html):
        yield from css.references(sheet)
    for node in tree.having("style"):
        yield from css.references(tree.attribute(node, "style"))


def _of_links(tree: Tree) -> Iterator[str]:
    for node in tree.nodes("link"):
        words = set(tree.attribute(node, "rel").lower().split())
        is_preloaded = (
            "preload" in words and tree.attribute(node, "as").lower() in _PRELOADED
        ) or "modulepreload" in words
        if is_preloaded or not words.isdisjoint(_SHOWN):
            yield tree.attribute(node, "href")
