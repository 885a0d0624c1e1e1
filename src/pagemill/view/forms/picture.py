"""An image of the content in Markdown and HTML, with the link around it."""

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


def picture(tree: Tree, node: int, resolve: Resolve, caption: str = "") -> tuple[str, str]:
    """An image as Markdown and as HTML; both empty where it has no address on the web.

    A caption that is no part of the text becomes its title, as both forms know it.

    Args:
        tree: the page.
        node: an ``img``.
        resolve: makes addresses absolute; None where one is no web address.
        caption: its caption where no block of the content has it; ``""`` for none.
    """
    stated = (tree.attribute(node, name) for name in _SOURCES)
    source = next(filter(None, (resolve(one) for one in stated if one)), None)
    if source is None:
        return "", ""
    name = " ".join(tree.attribute(node, "alt").split())
    spelled = _SPECIAL.sub(r"\\\1", name)
    said, title = "", ""
    if caption and caption != name:
        quoted = _SPECIAL.sub(r"\\\1", caption).replace('"', '\\"')
        said, title = f' "{quoted}"', f' title="{escape(caption)}"'
    markdown = f"![{spelled}]({_target(source)}{said})"
    html = f'<img src="{escape(source)}" alt="{escape(name)}"{title}>'
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
