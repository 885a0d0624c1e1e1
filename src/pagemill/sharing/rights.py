"""Licences and refusals that pages state: signals for those who want to use them.

A licence is told as its address: that of a ``rel=license`` link, of Dublin Core or of
schema.org; else one of Creative Commons that the page links to. A refusal is told by its name.
What a page does not say is not guessed.

Source:
    HTML Living Standard, 4.6.6.8 (rel=license); W3C Community Group report TDM Reservation
    Protocol, 2024 (tdm-reservation in HTTP header and meta element); robots values ``noai``,
    ``noimageai`` (as deviantart.com introduced them, 2022), ``noindex`` and ``noarchive``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pagemill.html.tree import Tree
from pagemill.html.url import linked

_CREATIVE_COMMONS = re.compile(r"https?://creativecommons\.org/(?:licenses|publicdomain)/")
_SCHEMA = re.compile(r'"license"\s*:\s*"(https?:[^"\s]{1,500})"')
_REFUSING = ("noai", "noimageai", "noindex", "noarchive", "none")
_DIRECTIVE = re.compile(r"[a-z]+")


class Rights(NamedTuple):
    """What a page states.

    Attributes:
        licence: address of the licence, or ``""``.
        opt_out: names of the refusals, sorted.
    """

    licence: str
    opt_out: tuple[str, ...]


def rights(tree: Tree, url: str, headers: Iterable[tuple[str, str]]) -> Rights:
    """What a page and the header of its answer state."""
    return Rights(_licence(tree, url), tuple(sorted(set(_refusals(tree, headers)))))


def _licence(tree: Tree, url: str) -> str:
    named: list[str] = []
    commons: list[str] = []
    for node in tree.find("a", "area", "link"):
        href = linked(url, tree.attribute(node, "href")) or ""
        if "license" in tree.attribute(node, "rel").lower().split() and href:
            named.append(href)
        elif _CREATIVE_COMMONS.match(href):
            commons.append(href)
    for node in tree.find("meta"):
        name = (tree.attribute(node, "name") or tree.attribute(node, "property")).lower()
        if name in {"dc.rights.license", "dcterms.license", "license"}:
            named.append(tree.attribute(node, "content"))
    for node in tree.find("script"):
        if "ld+json" in tree.attribute(node, "type"):
            named += _SCHEMA.findall(tree.text(node).replace("\\/", "/"))
    return next((one for one in (*named, *commons) if one), "")


def _refusals(tree: Tree, headers: Iterable[tuple[str, str]]) -> Iterable[str]:
    for name, value in headers:
        if name.lower() == "x-robots-tag":
            yield from _refusing(value)
        if name.lower() == "tdm-reservation" and value.strip() == "1":
            yield "tdm-reservation"
    for node in tree.find("meta"):
        name, content = tree.attribute(node, "name").lower(), tree.attribute(node, "content")
        if name in {"robots", "googlebot", "ccbot", "gptbot"}:
            yield from _refusing(content)
        if name == "tdm-reservation" and content.strip() == "1":
            yield "tdm-reservation"


def _refusing(value: str) -> Iterable[str]:
    said = _DIRECTIVE.findall(value.lower())
    return [one for one in _REFUSING if one in said]
