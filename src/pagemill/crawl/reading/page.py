"""What a crawl needs to know of a page: where it leads, and whether it is worth anything.

Source: the robots meta element and ``X-Robots-Tag`` as documented by the search engines that
introduced them; the three classes of the deep web after Croft, Metzler, Strohman, chapter 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from pagemill import native
from pagemill.html.links import base_url
from pagemill.html.tree import Tree
from pagemill.html.url import linked

_REFRESH: Final = re.compile(
    r"\s*[\d.]+\s*(?:[;,]|\s)\s*(?:url\s*=\s*)?['\"]?\s*([^'\"]+)", re.IGNORECASE
)
_DIGITS: Final = re.compile(r"\d+")
_NOT_TEXT: Final = ("script", "style", "noscript", "template", "title")
_FOLLOWED: Final = frozenset(("canonical", "next", "prev", "alternate"))
_MOST_RESOLVED: Final = 50_000
_LITTLE_TEXT: Final = 230
_FEW_WORDS: Final = 40
_A_FEW_LINES: Final = 1_000
_OTHER: Final = {"file": "file:///", "imap": "imap://", "imaps": "imaps://"}
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
        requisites: absolute addresses of what it is shown with, where they are asked for.
        text: what it shows, one blank between words.
        hub: of a feed, the hub that tells of its news, or ``""``.
        topic: address under which that hub knows it, or ``""``.
    """

    links: tuple[str, ...]
    directives: Directives
    fingerprint: bytes
    depth: Depth
    words: frozenset[str] = frozenset()
    news: tuple[News, ...] = ()
    least: float = 0.0
    requisites: tuple[str, ...] = ()
    text: str = ""
    hub: str = ""
    topic: str = ""


def page(tree: Tree, url: str, robots_tags: tuple[str, ...], agent: str) -> Page:
    """Read a page.

    Args:
        tree: its tag tree.
        url: where it was found.
        robots_tags: values of its ``X-Robots-Tag`` header fields.
        agent: product token of the crawler; directives for others do not count.
    """
    asked = _directives(tree, robots_tags, agent)
    text, telling = shown(tree)
    followed = links(tree, url) if asked.follow else ()
    depth = _depth(tree, text, followed)
    return Page(followed, asked, _fingerprint(text), depth, telling, text=text)


def shown(tree: Tree) -> tuple[str, frozenset[str]]:
    """What a page shows: its text, one blank between words, and its words but for dates."""
    if native.shown is not None and tree.page is not None:
        return native.shown(tree.page, _NOT_TEXT)
    words = _text(tree).split()
    return " ".join(words), _telling(frozenset(words))


def links(tree: Tree, url: str) -> tuple[str, ...]:
    """Addresses to go on with, each once, those of links before those of other elements."""
    base = base_url(tree, url)
    origin = "/".join(base.split("/", 3)[:3])

    def resolve(href: str) -> str | None:
        return _resolved(base, origin, href)

    if native.outgoing is not None and tree.page is not None:
        found = native.outgoing(tree.page, base, resolve)
    else:
        found = list(filter(None, map(resolve, _references(tree))))
    found += filter(None, [resolve(href) for href in _elsewhere(tree) if href])
    here = url.partition("#")[0] + "#"
    # Folders and mailboxes are pages of links; a page of the web leads to none of them.
    scheme = url.partition("://")[0]
    usable = _OTHER.get(scheme, _WEB)
    return tuple(
        dict.fromkeys(
            [one for one in found if one.startswith(usable) and not one.startswith(here)]
        )
    )


def _references(tree: Tree) -> dict[str, None]:
    """What links refer to, each spelling once: those of a menu stand there twice or more."""
    found: dict[str, None] = {}
    for node in (*tree.nodes("a"), *tree.nodes("area")):
        href = tree.attribute(node, "href")
        if not href or href in found or href[0] == "#":
            continue
        rel = tree.attribute(node, "rel")
        if rel and "nofollow" in rel.lower().split():
            continue
        found[href] = None
    return found


def _elsewhere(tree: Tree) -> Iterator[str]:
    """References that stand in other elements than links."""
    for node in tree.find("frame", "iframe"):
        yield tree.attribute(node, "src")
    for node in tree.nodes("meta"):
        if tree.attribute(node, "http-equiv").lower() == "refresh":
            target = _REFRESH.match(tree.attribute(node, "content"))
            if target:
                yield target[1]
    for node in tree.nodes("link"):
        rel = tree.attribute(node, "rel").lower().split()
        if not _FOLLOWED.isdisjoint(rel):
            yield tree.attribute(node, "href")


def _resolved(base: str, origin: str, href: str) -> str | None:
    """Absolute address of a reference.

    What does not depend on the page itself is looked up: most links of a site stand on all its
    pages.
    """
    if href.startswith(_WEB):
        return _linked("", href)
    if href[0] == "/" and base.startswith(_WEB):
        return _linked(origin, href)
    return linked(base, href)


_linked = lru_cache(_MOST_RESOLVED)(linked)


def stated(tags: tuple[str, ...], agent: str) -> Directives:
    """What ``X-Robots-Tag`` header fields ask for, of whatever kind the answer is."""
    return _meaning(set[str]().union(*(_of_tag(tag, agent) for tag in tags)))


def _directives(tree: Tree, tags: tuple[str, ...], agent: str) -> Directives:
    said = set[str]().union(*(_of_tag(tag, agent) for tag in tags))
    for node in tree.find("meta"):
        if tree.attribute(node, "name").strip().lower() in ("robots", agent.lower()):
            said |= set(re.split(r"[\s,]+", tree.attribute(node, "content").lower()))
    return _meaning(said)


def _meaning(said: set[str]) -> Directives:
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


def _text(tree: Tree) -> str:
    """What a page shows, each text node behind a blank."""
    body = next(iter(tree.nodes("body")), 0)
    texts = list(tree.texts[body:])
    for tag in _NOT_TEXT:
        for node in tree.nodes(tag):
            # What stands before the body, such as the title, is left out already.
            for place in range(max(node, body), tree.ends[node]):
                texts[place - body] = ""
    return " ".join(texts)


def _telling(words: frozenset[str]) -> frozenset[str]:
    """The words that tell pages apart: a calendar's days and years do not."""
    return frozenset([word for word in words if not (word.isdigit() and _is_date(word))])


def _is_date(number: str) -> bool:
    return len(number) < 3 or (len(number) == 4 and number[:2] in ("19", "20"))


def _fingerprint(text: str) -> bytes:
    # Most texts show within their first lines that they are long enough.
    if text.count(" ", 0, _A_FEW_LINES) < _FEW_WORDS and text.count(" ") < _FEW_WORDS:
        # An empty month of a calendar says nothing but its date.
        text = _DIGITS.sub("0", text)
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def _depth(tree: Tree, text: str, links: tuple[str, ...]) -> Depth:
    if len(text) > _LITTLE_TEXT:
        return Depth.OPEN
    inputs = [tree.attribute(node, "type").lower() for node in tree.nodes("input")]
    if "password" in inputs:
        return Depth.LOGIN
    if tree.nodes("form") and not links:
        return Depth.FORM
    if tree.nodes("script") and not links:
        return Depth.SCRIPT
    return Depth.OPEN
