"""The addresses that a page points to, with what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pagemill.html.tree import Tree
from pagemill.html.url import linked

_NOT_FOLLOWED: Final = re.compile(
    r"\s*(?:javascript|data|mailto|tel|blob|about):", re.IGNORECASE
)
_WEB: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlink:
    """One link of a page.

    Attributes:
        url: absolute http or https address, fragment included.
        text: anchor text, white space collapsed; of an image link its alternative text.
        rel: relation words in lower case, in order (``nofollow``, ``tag``, ...).
        node: number of the element in the tree.
    """

    url: str
    text: str
    rel: tuple[str, ...]
    node: int


def base_url(tree: Tree, url: str) -> str:
    """Address that the references of a page are relative to.

    The first ``base`` element with an address counts, itself relative to the page's own.
    """
    for node in tree.find("base"):
        href = tree.attribute(node, "href")
        if href:
            base = linked(url, href)
            return base if base and base.startswith(_WEB) else url
    return url


def outlinks(tree: Tree, url: str) -> list[Outlink]:
    """Links of a page in document order, those to a place on the page itself left out.

    Args:
        tree: the page.
        url: where the page was found; ``""`` finds only absolute links.
    """
    base = base_url(tree, url)
    here = url.partition("#")[0]
    resolved: dict[str, str | None] = {}
    return list(_found(tree, base, here, resolved))


def _found(
    tree: Tree, base: str, here: str, resolved: dict[str, str | None]
) -> Iterator[Outlink]:
    for node in tree.find("a", "area"):
        href = tree.attribute(node, "href")
        if not href or href.startswith("#") or _NOT_FOLLOWED.match(href):
            continue
        # The links of a menu stand on a page twice or more: each spelling is resolved once.
        if href not in resolved:
            resolved[href] = linked(base, href)
        target = resolved[href]
        if target is None or not target.startswith(_WEB):
            continue
        if "#" in target and target.partition("#")[0] == here:
            continue
        rel = tuple(tree.attribute(node, "rel").lower().split())
        yield Outlink(url=target, text=_anchor_text(tree, node), rel=rel, node=node)


def _anchor_text(tree: Tree, node: int) -> str:
    text = tree.text(node)
    if text:
        return text
    for image in tree.find("img", "area", within=node):
        text = " ".join(tree.attribute(image, "alt").split())
        if text:
            return text
    return " ".join(
        (tree.attribute(node, "title") or tree.attribute(node, "aria-label")).split()
    )
