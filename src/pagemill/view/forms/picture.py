"""An image of an image page in Markdown and HTML, with the link around it."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.forms.inline import Resolve

_SOURCES: Final = ("src", "data-src", "data-original", "data-lazy-src")
"""Where an address stands; scripts that load images late put it elsewhere."""

_OUTWARD: Final = 4
_NOT_IN_A_TARGET: Final = re.compile(r"[()\s<>\\]")
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|])")


def picture(tree: Tree, node: int, resolve: Resolve) -> tuple[str, str]:
    """An image as Markdown and as HTML; both empty where it has no address on the web.

    Args:
        tree: the page.
        node: an ``img``.
        resolve: makes addresses absolute; None where one is no web address.
    """
    stated = (tree.attribute(node, name) for name in _SOURCES)
    source = next(filter(None, (resolve(one) for one in stated if one)), None)
    if source is None:
        return "", ""
    name = " ".join(tree.attribute(node, "alt").split())
    spelled = _SPECIAL.sub(r"\\\1", name)
    markdown = f"![{spelled}]({_target(source)})"
    html = f'<img src="{escape(source)}" alt="{escape(name)}">'
    link = _link(tree, node)
    target = resolve(link) if link else None
    if target is None:
        return markdown, html
    return f"[{markdown}]({_target(target)})", f'<a href="{escape(target)}">{html}</a>'


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
