"""Microdata: the things that a page describes by attributes of its elements.

They come out in the shape that JSON-LD has, so that both are read by the same code.

Source: WHATWG HTML, section 5 "Microdata".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pagemill.html.tree import Tree
from pagemill.view.jsonld import Json, Thing

_MOST_THINGS: Final = 2_000
_LONGEST: Final = 2_000
_MOST_NODES: Final = 400
_BY_TAG: Final[Mapping[str, str]] = {
    "meta": "content",
    "time": "datetime",
    "data": "value",
    "meter": "value",
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "audio": "src",
    "video": "src",
    "source": "src",
    "embed": "src",
    "iframe": "src",
    "track": "src",
    "object": "data",
}


def marked_nodes(tree: Tree) -> list[int]:
    """Elements that are an item, a property of one, or both."""
    return sorted({*tree.having("itemscope"), *tree.having("itemprop")})


def items(tree: Tree, marked: Sequence[int]) -> list[Thing]:
    """The items of a page that belong to no other; those that do are values of these.

    Args:
        tree: the page.
        marked: its elements as :func:`marked_nodes` finds them.
    """
    found: dict[int, dict[str, Json]] = {}
    around: list[int] = []
    inner: set[int] = set()
    for node in marked:
        while around and node >= tree.ends[around[-1]]:
            around.pop()
        own = tree.attributes[node]
        is_item = "itemscope" in own
        if is_item and len(found) < _MOST_THINGS:
            found[node] = {"@type": _types(own.get("itemtype", ""))}
        if around and around[-1] in found and own.get("itemprop"):
            value: Json = found.get(node) if is_item else value_of(tree, node)
            _add(found[around[-1]], own["itemprop"], value)
            inner.add(node)
        if is_item:
            around.append(node)
    return [found[node] for node in found if node not in inner]


def value_of(tree: Tree, node: int) -> str:
    """What an element says as a property, white space collapsed, cut to a sane length."""
    attributes = tree.attributes[node]
    # An element of any kind may carry its value so: against the standard, but widespread.
    value = attributes.get("content") or attributes.get("datetime")
    if not value and (name := _BY_TAG.get(tree.tags[node])) and tree.tags[node] != "a":
        value = attributes.get(name)
    if not value:
        value = "".join(tree.texts[node : min(tree.ends[node], node + _MOST_NODES)])
    return " ".join(value[:_LONGEST].split())


def _types(stated: str) -> Json:
    return [name.rpartition("/")[2].rpartition("#")[2] for name in stated.split()[:10]]


def _add(thing: dict[str, Json], names: str, value: Json) -> None:
    for name in names.split()[:10]:
        key = name.rpartition("/")[2]
        known = thing.get(key)
        if known is None:
            thing[key] = value
        elif isinstance(known, list):
            known.append(value)
        else:
            thing[key] = [known, value]
