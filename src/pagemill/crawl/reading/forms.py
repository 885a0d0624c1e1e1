"""Addresses behind forms that offer few choices and ask nothing: the deep web by its own menus.

Only forms that are sent by GET, and whose fields are all given by the page, are filled in:
lists to choose from, boxes, hidden fields. A form with a field to write into is left alone, and
so is one that asks for a password or a file, or whose address says that sending it does
something (buy, delete, log out). Each choice is tried once alone, the others being as the page
has them; pairs of choices only while there is room.

Source: Madhavan, Ko, Kot, Ganapathy, Rasmussen, Halevy 2008, "Google's deep-web crawl" (GET
    forms alone, templates of few fields).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final
from urllib.parse import urlencode

from pagemill.html.links import base_url
from pagemill.html.tree import Tree
from pagemill.html.url import linked

MOST_OPTIONS: Final = 100
"""Options of one list; a longer one is no menu."""

_GIVEN: Final = frozenset(("hidden", "submit", "button", "image", "reset", "checkbox", "radio"))
_SENT: Final = frozenset(("hidden", "checkbox", "radio"))
_DOES: Final = re.compile(
    r"log-?(?:out|in|off)|sign-?(?:out|in|up)|delete|remove|buy|order|cart|basket|checkout|"
    r"pay|subscribe|unsubscribe|vote|send|post|upload|reset",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    values: tuple[str | None, ...]  # the first is what the page has; None sends nothing


def choices(tree: Tree, url: str, most: int) -> tuple[str, ...]:
    """Addresses that the forms of a page lead to, each once.

    Args:
        tree: the page.
        url: its address.
        most: how many of each form at most.

    Example:
        >>> from pagemill.html.tree import parsed
        >>> page = parsed('<form action="/f"><select name=y><option>1<option>2</select></form>')
        >>> choices(page, "http://a.example/", 10)
        ('http://a.example/f?y=1', 'http://a.example/f?y=2')
    """
    base = base_url(tree, url)
    found: dict[str, None] = {}
    for node in tree.nodes("form"):
        fields = _fields(tree, node)
        target = linked(base, tree.attribute(node, "action") or url)
        if fields is None or target is None or not target.startswith(("http://", "https://")):
            continue
        # A query of the action is replaced by that of the fields, as browsers do.
        plain = target.partition("#")[0].partition("?")[0]
        filled = (
            f"{plain}?{urlencode([pair for pair in pairs if pair[1] is not None])}"
            for pairs in _filled(fields)
        )
        found.update(dict.fromkeys(islice(filled, most)))
    return tuple(found)


def _fields(tree: Tree, form: int) -> list[_Field] | None:
    """What a form would send; None where it is not to be filled in."""
    if tree.attribute(form, "method").strip().lower() not in ("", "get"):
        return None
    if _DOES.search(f"{tree.attribute(form, 'action')} {tree.attribute(form, 'id')}"):
        return None
    if any(True for _ in tree.find("textarea", within=form)):
        return None
    inputs = list(tree.find("input", within=form))
    kinds = [tree.attribute(one, "type").strip().lower() or "text" for one in inputs]
    if not _GIVEN.issuperset(kinds):
        return None
    lists = [_list(tree, node) for node in tree.find("select", within=form)]
    if any(one is None for one in lists):
        return None
    fields = [one for one in lists if one is not None and one.name]
    fields += _boxes(tree, inputs, kinds)
    return fields if any(len(one.values) > 1 for one in fields) else None


def _list(tree: Tree, node: int) -> _Field | None:
    """A list to choose from; None for one that is too long."""
    options = list(tree.find("option", within=node))
    if len(options) > MOST_OPTIONS:
        return None
    with_value, chosen = set(tree.having("value")), set(tree.having("selected"))
    values = [
        tree.attribute(one, "value") if one in with_value else tree.text(one)
        for one in sorted(options, key=lambda one: one not in chosen)
    ]
    return _Field(tree.attribute(node, "name"), tuple(dict.fromkeys(values)))


def _boxes(tree: Tree, inputs: list[int], kinds: list[str]) -> Iterator[_Field]:
    checked = set(tree.having("checked"))
    radios: dict[str, list[str]] = {}
    for node, kind in zip(inputs, kinds, strict=True):
        name = tree.attribute(node, "name")
        value = tree.attribute(node, "value")
        if not name or kind not in _SENT:
            continue
        if kind == "hidden":
            yield _Field(name, (value,))
        elif kind == "checkbox":
            both = (value or "on", None)
            yield _Field(name, both if node in checked else both[::-1])
        else:
            own = radios.setdefault(name, [])
            own.insert(0 if node in checked else len(own), value or "on")
    for name, values in radios.items():
        yield _Field(name, tuple(dict.fromkeys(values)))


def _filled(fields: list[_Field]) -> Iterator[list[tuple[str, str | None]]]:
    """As the page has it, each choice alone, then pairs of choices."""
    usual = [one.values[0] if one.values else None for one in fields]

    def sent(changed: dict[int, str | None]) -> list[tuple[str, str | None]]:
        values = [changed.get(at, value) for at, value in enumerate(usual)]
        return [(one.name, value) for one, value in zip(fields, values, strict=True)]

    yield sent({})
    for at, one in enumerate(fields):
        for value in one.values[1:]:
            yield sent({at: value})
    for first, second in combinations(range(len(fields)), 2):
        others = fields[first].values[1:], fields[second].values[1:]
        for one_value, other_value in product(*others):
            yield sent({first: one_value, second: other_value})
