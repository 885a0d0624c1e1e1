"""An image of the content in Markdown and HTML, with the link around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import Final

from pagemill.html.srcset import candidates
from pagemill.html.tree import Tree
from pagemill.view.forms.inline import Resolve, escaped

_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src")
"""Where an address stands; scripts that load images late put it elsewhere."""

_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")
"""Where several stand, of the same image in several sizes."""

_NO_ADDRESS: Final = re.compile(r"\s*(?:data|javascript|blob|about):", re.IGNORECASE)
_MOST_SOURCES: Final = 8
_OUTWARD: Final = 4
_NOT_IN_A_TARGET: Final = re.compile(r"[()\s<>\\]")


def picture(tree: Tree, node: int, resolve: Resolve, caption: str = "") -> tuple[str, str]:
    """An image as Markdown and as HTML; both empty where it has no address on the web.

    A caption that is no part of the text becomes its title, as both forms know it.

    Args:
        tree: the page.
        node: an ``img``.
        resolve: makes addresses absolute; None where one is no web address.
        caption: its caption where no block of the content has it; ``""`` for none.
    """
    source = next(filter(None, map(resolve, addresses(tree, node))), None)
    if source is None:
        return "", ""
    name = " ".join(tree.attribute(node, "alt").split())
    spelled = escaped(name)
    said, title = "", ""
    if caption and caption != name:
        quoted = escaped(caption).replace('"', '\\"')
        said, title = f' "{quoted}"', f' title="{escape(caption)}"'
    markdown = f"![{spelled}]({_target(source)}{said})"
    html = f'<img src="{escape(source)}" alt="{escape(name)}"{title}>'
    link = _link(tree, node)
    target = resolve(link) if link else None
    if target is None:
        return markdown, html
    return f"[{markdown}]({_target(target)})", f'<a href="{escape(target)}">{html}</a>'


def addresses(tree: Tree, node: int) -> Iterator[str]:
    """What an image states as its address, the likeliest first; placeholders are none.

    Args:
        tree: the page.
        node: an ``img``, whose ``picture`` may state further sources.
    """
    return (one for one in _stated(tree, node) if one and not _NO_ADDRESS.match(one))


def _stated(tree: Tree, node: int) -> Iterator[str]:
    yield from (tree.attribute(node, name) for name in _SOURCES)
    around = tree.parents[node]
    sources = tree.find("source", within=around) if tree.tags[around] == "picture" else ()
    for one in (node, *islice(sources, _MOST_SOURCES)):
        for name in _SETS:
            yield from (reference for reference, _ in candidates(tree.attribute(one, name)))


def _link(tree: Tree, node: int) -> str:
    for _ in range(_OUTWARD):
        node = tree.parents[node]
        if node < 0:
            break
        if tree.tags[node] == "a":
            return tree.attribute(node, "href")
    return ""


def _target(address: str) -> str:
    return _NOT_IN_A_TARGET.sub(lambda found: f"%{ord(found.group()):02X}", address)
