"""What a crawl needs to know of a page: where it leads, and whether it is worth anything.

Source: the robots meta element and ``X-Robots-Tag`` as documented by the search engines that
introduced them; the three classes of the deep web after Croft, Metzler, Strohman, chapter 3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import Final

from pagemill.html.links import base_url, outlinks
from pagemill.html.tree import TEXT, Tree
from pagemill.html.url import linked

_REFRESH: Final = re.compile(
    r"\s*[\d.]+\s*(?:[;,]|\s)\s*(?:url\s*=\s*)?['\"]?\s*([^'\"]+)", re.IGNORECASE
)
_DIGITS: Final = re.compile(r"\d+")
_NOT_TEXT: Final = frozenset(("script", "style", "noscript", "template", "title"))
_LITTLE_TEXT: Final = 200
_FEW_WORDS: Final = 40
_WEB: Final = ("http://", "https://")


class Depth(Enum):
    """Why a page shows little: the classes of the deep web."""

    OPEN = ""
    LOGIN = "login"
    FORM = "form only"
    SCRIPT = "script only"


@dataclass(frozen=True, slots=True)
class Directives:
    """What a page asks of crawlers.

    Attributes:
        follow: whether its links may be followed.
        archive: whether it may be kept.
        index: whether it may be shown in search results.
    """

    follow: bool = True
    archive: bool = True
    index: bool = True


@dataclass(frozen=True, slots=True)
class News:
    """What a sitemap says of the changes of a page.

    Attributes:
        url: its address.
        at: instant of its last change, seconds since 1970; 0 where none is stated.
        rate: changes per day; 0 where none are stated.
    """

    url: str
    at: float
    rate: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a crawl sees it.

    Attributes:
        links: absolute addresses to go on with, each once, in document order.
        directives: what it asks for.
        fingerprint: 8 bytes that stand for its visible text, of a short one with its numbers
            taken out; equal for pages that say the same.
        depth: why it shows little, if it does.
        words: the words of that text, days and years left out.
        news: what it says of the changes of other pages.
        least: seconds for which it asks not to be fetched again.
    """

    links: tuple[str, ...]
    directives: Directives
    fingerprint: bytes
    depth: Depth
    words: frozenset[str] = frozenset()
    news: tuple[News, ...] = ()
    least: float = 0.0


def page(tree: Tree, url: str, robots_tags: tuple[str, ...], agent: str) -> Page:
    """Read a page.

    Args:
        tree: its tag tree.
        url: where it was found.
        robots_tags: values of its ``X-Robots-Tag`` header fields.
        agent: product token of the crawler; directives for others do not count.
    """
    asked = _directives(tree, robots_tags, agent)
    words = _words(tree)
    followed = _links(tree, url) if asked.follow else ()
    depth = _depth(tree, words, followed)
    return Page(followed, asked, _fingerprint(words), depth, _telling(words))


def _links(tree: Tree, url: str) -> tuple[str, ...]:
    found = dict.fromkeys(
        [link.url for link in outlinks(tree, url) if "nofollow" not in link.rel]
    )
    base = base_url(tree, url)
    for node in tree.find("frame", "iframe"):
        _add(found, base, tree.attribute(node, "src"))
    for node in tree.find("meta"):
        if tree.attribute(node, "http-equiv").lower() == "refresh":
            target = _REFRESH.match(tree.attribute(node, "content"))
            if target:
                _add(found, base, target[1])
    for node in tree.find("link"):
        rel = tree.attribute(node, "rel").lower().split()
        if not {"canonical", "next", "prev", "alternate"}.isdisjoint(rel):
            _add(found, base, tree.attribute(node, "href"))
    return tuple(found)


def _add(found: dict[str, None], base: str, href: str) -> None:
    target = linked(base, href) if href else None
    if target and target.startswith(_WEB):
        found.setdefault(target)


def _directives(tree: Tree, tags: tuple[str, ...], agent: str) -> Directives:
    said: set[str] = set()
    for tag in tags:
        said |= _of_tag(tag, agent)
    for node in tree.find("meta"):
        if tree.attribute(node, "name").strip().lower() in ("robots", agent.lower()):
            said |= set(re.split(r"[\s,]+", tree.attribute(node, "content").lower()))
    return Directives(
        follow=said.isdisjoint(("nofollow", "none")),
        archive="noarchive" not in said,
        index=said.isdisjoint(("noindex", "none")),
    )


def _of_tag(tag: str, agent: str) -> set[str]:
    """Directives of one header field; it may begin with the crawler it is meant for."""
    meant, colon, rest = tag.partition(":")
    meant = meant.strip().lower()
    if colon and "," not in meant and meant not in ("unavailable_after", "max-snippet"):
        if meant != agent.lower():
            return set()
        tag = rest
    return set(re.split(r"[\s,]+", tag.strip().lower()))


def _words(tree: Tree) -> list[str]:
    hidden = 0
    found: list[str] = []
    for node, tag in enumerate(tree.tags):
        if node < hidden:
            continue
        if tag in _NOT_TEXT:
            hidden = tree.ends[node]
        elif tag == TEXT:
            found += tree.texts[node].split()
    return found


def _telling(words: list[str]) -> frozenset[str]:
    """The words that tell pages apart: a calendar's days and years do not."""
    return frozenset(word for word in frozenset(words) if not _is_date(word))


def _is_date(word: str) -> bool:
    return word.isdigit() and (len(word) < 3 or (len(word) == 4 and word[:2] in ("19", "20")))


def _fingerprint(words: list[str]) -> bytes:
    text = " ".join(words)
    if len(words) <= _FEW_WORDS:
        # An empty month of a calendar says nothing but its date.
        text = _DIGITS.sub("0", text)
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def _depth(tree: Tree, words: list[str], links: tuple[str, ...]) -> Depth:
    if sum(map(len, words)) > _LITTLE_TEXT:
        return Depth.OPEN
    inputs = [tree.attribute(node, "type").lower() for node in tree.find("input")]
    if "password" in inputs:
        return Depth.LOGIN
    if next(tree.find("form"), None) is not None and not links:
        return Depth.FORM
    if next(tree.find("script"), None) is not None and not links:
        return Depth.SCRIPT
    return Depth.OPEN
