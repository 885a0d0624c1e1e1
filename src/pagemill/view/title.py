"""The title of a page, formed from the places that agree: h1, title element, metadata.

No single place can be trusted: the title element carries the site's name, the h1 may be the
logo, Open Graph may hold a slogan. What two places say independently is the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pagemill.html.tree import Tree
from pagemill.html.url import host
from pagemill.view.metadata import Metadata

_LONGEST: Final = 300
_LONGEST_STATED: Final = 200  # what is longer is a summary in the wrong place
_ENOUGH_SHARED: Final = 0.5
# Signs that stand between a page's title and the name of its site or section.
_SEPARATOR: Final = re.compile(
    r"\s+[|\-–—−·•»«›:~/]+\s+|\s*[|｜»«]\s*|\s+::\s+|\s*[_—]+\s*|:\s+"
)
_FIRM: Final = re.compile(r"\s+[|\-–—−·•»«›~/]+\s+|\s*[|｜»«]\s*|\s+::\s+")
# What forums write before the title of every thread.
_PHRASE: Final = re.compile(r"^\s*View topic\s*[-–:]\s*", re.IGNORECASE)
_LETTERS: Final = re.compile(r"[^\W_]+")


def page_title(tree: Tree, declared: Metadata, url: str) -> str:
    """Title of the page without the name of its site; ``""`` where nothing can serve.

    Args:
        tree: the page.
        declared: its metadata.
        url: where it was found, or ``""``; its host tells how the site may be called.
    """
    sites = _site_keys(declared, url)
    headings = list(_headings(tree, sites))
    stated = [
        text
        for text in (*declared.titles, declared.title_element, *declared.headlines)
        if text and len(text) <= _LONGEST_STATED
    ]
    places = [_place(heading, stated, sites) for heading in headings]
    for wanted in ("whole", "part"):
        agreed = [text for text, place in zip(headings, places, strict=True) if place == wanted]
        if agreed and wanted == "part" and (other := _other_piece(agreed, stated)):
            return other
        if agreed:
            return min(agreed, key=lambda text: (_begins(text, stated), -len(text)))
    own = [text for text, place in zip(headings, places, strict=True) if place != "site"]
    if own and _shared(own[0], stated) >= _ENOUGH_SHARED:
        return _restored(own[0], stated, sites)
    return _by_statements(stated, sites) or (own or stated or headings or [""])[0]


def _place(heading: str, stated: Sequence[str], sites: frozenset[str]) -> str:
    """How declared titles repeat a heading: as a ``whole``, a ``part``, the ``site``, or not.

    What stands at the end of a declared title, after something longer that is no site's
    name, is the name of the site, put into a heading of its own.
    """
    key = _key(heading)
    if any(key == _key(text) for text in stated):
        return "whole"
    found = ""
    for text in stated:
        piece = next((piece for piece in _pieces(text) if key == _key(piece)), None)
        if piece is None:
            continue
        before = text[: text.find(piece)]
        if len(before) <= len(heading) or _names_site(before, sites):
            return "part"
        found = "site"
    return found


def _restored(heading: str, stated: Sequence[str], sites: frozenset[str]) -> str:
    """The heading, or a title declared twice that has all its letters and one more.

    A number that a style sheet draws, or an apostrophe that was lost, is missing in the tree.
    """
    stripped = [_without_site(text, sites) for text in stated]
    keys = [_key(text) for text in stripped]
    short = _key(heading)
    for text, key in zip(stripped, keys, strict=True):
        if len(key) == len(short) + 1 and keys.count(key) > 1:
            at = next((at for at, sign in enumerate(short) if sign != key[at]), len(short))
            if key[at + 1 :] == short[at:]:
                return text
    return heading


def _other_piece(headings: Sequence[str], stated: Sequence[str]) -> str:
    """Title that stands whole where no heading does, beside a heading in another place.

    Such a heading is the name of the site: ``Notes on lamps`` over ``Notes on lamps: Oil``.
    """
    keys = {_key(text) for text in headings}
    for text in stated:
        key = _key(text)
        for other in stated:
            if any(_key(other) == known + key and len(key) > len(known) > 0 for known in keys):
                return text
    return ""


def _begins(heading: str, stated: Sequence[str]) -> int:
    """How far into a declared title the heading begins: the site's name stands at its end.

    Or before a colon at its beginning.
    """
    places = [(at, text) for text in stated if (at := text.find(heading)) >= 0]
    return min(
        (_LONGEST if text[at + len(heading) :].startswith(":") else at for at, text in places),
        default=0,
    )


def _shared(heading: str, stated: Sequence[str]) -> float:
    """Part of a heading's words that the declared titles use too."""
    own = {word.casefold() for word in _LETTERS.findall(heading)}
    theirs = {word.casefold() for text in stated for word in _LETTERS.findall(text)}
    return len(own & theirs) / len(own) if own else 0.0


def _by_statements(stated: Sequence[str], sites: frozenset[str]) -> str:
    """Title that most declared titles agree on once the site's name is off."""
    stripped = [text for text in (_without_site(text, sites) for text in stated) if text]
    stripped = [text for text in stripped if _key(text) not in sites]
    keys = [_key(text) for text in stripped]
    for text, key in zip(stripped, keys, strict=True):
        if keys.count(key) > 1:
            return _without_tail(text)
    firsts = [_key(_FIRM.split(text)[0]) for text in stripped]
    for text, first in zip(stripped, firsts, strict=True):
        if first and firsts.count(first) > 1:
            return _FIRM.split(text)[0]
    return _without_tail(stripped[0]) if stripped else ""


def _headings(tree: Tree, sites: frozenset[str]) -> Iterator[str]:
    """Texts of the h1 elements that are not the site's name."""
    for node in tree.find("h1"):
        for line in (tree.text(node), *_lines(tree, node)):
            text = _without_site(line.rstrip("¶# "), sites)
            if text and len(text) <= _LONGEST and _key(text) not in sites:
                yield text


def _lines(tree: Tree, node: int) -> list[str]:
    """Texts of the elements that a heading consists of, where it is more than one."""
    inner = [child for child in range(node + 1, tree.ends[node]) if tree.parents[child] == node]
    if len(inner) < 2:
        return []
    return [text for child in inner if " " in (text := tree.text(child))]


def _pieces(text: str) -> Iterator[str]:
    """Runs of the parts of a declared title: all that may be the title alone."""
    marks = list(_SEPARATOR.finditer(text))[:8]
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(text)]
    for first, start in enumerate(starts):
        for end in ends[first:]:
            yield text[start:end]


def _without_site(text: str, sites: frozenset[str]) -> str:
    """Declared title without the parts that name the site.

    A known name is cut off at either end; else the last part behind a firm separator is,
    where it is much shorter than the rest.
    """
    marks = list(_FIRM.finditer(text))
    while marks and _names_site(text[marks[-1].end() :], sites):
        text = text[: marks[-1].start()]
        marks.pop()
    while marks and _names_site(text[: marks[0].start()], sites):
        text = text[marks[0].end() :]
        marks = list(_FIRM.finditer(text))
    first, _, rest = text.partition(" ")
    if rest and "." in first and _key(first) in sites:
        text = rest
    return _PHRASE.sub("", text).strip()


def _without_tail(text: str) -> str:
    """Declared title without its last parts, where the first alone can be the title."""
    mark = _FIRM.search(text)
    if mark is None:
        return text
    lead, tail = text[: mark.start()], text[mark.end() :]
    if tail[:1].islower():
        return text
    following = _FIRM.search(tail)
    tail = tail[: following.start()] if following else tail
    return lead if len(lead) >= len(tail) and len(lead.split()) >= 3 else text


def _names_site(part: str, sites: frozenset[str]) -> bool:
    """Whether a part is the site's name, or one begins with most of the other."""
    key = _key(part)
    initials = "".join(
        word[0] for word in _LETTERS.findall(part) if word[0].isupper()
    ).casefold()
    return (
        not key
        or any(key == site or _is_mostly(key, site) for site in sites)
        or (len(initials) > 2 and initials in sites)
    )


def _is_mostly(left: str, right: str) -> bool:
    shorter, longer = sorted((left, right), key=len)
    return len(shorter) > 3 and 2 * len(shorter) >= len(longer) and longer.startswith(shorter)


def _site_keys(declared: Metadata, url: str) -> frozenset[str]:
    keys = {_key(name) for name in declared.site_names}
    name = host(url) if url else ""
    if name:
        labels = name.removeprefix("www.").split(".")
        keys.update((_key(name.removeprefix("www.")), *(_key(label) for label in labels[:-1])))
    return frozenset(keys - {""})


def _key(text: str) -> str:
    """Letters and digits only, in one case: what makes two titles equal."""
    return "".join(_LETTERS.findall(text)).casefold()
