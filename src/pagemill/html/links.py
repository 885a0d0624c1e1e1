"""The addresses that a page points to, with what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pagemill.html.refresh import refresh
from pagemill.html.srcset import candidates
from pagemill.html.tree import Tree
from pagemill.html.url import linked

_NOT_FOLLOWED: Final = re.compile(
    r"\s*(?:javascript|data|mailto|tel|blob|about):", re.IGNORECASE
)
_WEB: Final = ("http://", "https://")
_MOST_PICTURES: Final = 5_000
_DIRECTIVE: Final = re.compile(r"\s*([a-z-]+)\s*(?::\s*([^,]*))?", re.IGNORECASE)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """A page that sends its reader on.

    Attributes:
        url: absolute address.
        seconds: how long the page stays; at 0 it is as good as a redirect.
    """

    url: str
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """The same page in another language or for another region.

    Attributes:
        url: absolute address.
        language: as declared, in lower case; ``x-default`` for the page that lets one choose.
    """

    url: str
    language: str


@dataclass(frozen=True, slots=True)
class _Place:
    """What the references of a page are resolved against."""

    base: str
    encoding: str

    def web(self, reference: str) -> str:
        """Absolute web address, or ``""``."""
        address = linked(self.base, reference, self.encoding)
        return address if address and address.startswith(_WEB) else ""


def base_url(tree: Tree, url: str, encoding: str = "utf-8") -> str:
    """Address that the references of a page are relative to.

    The first ``base`` element with an address counts, itself relative to the page's own.
    """
    for node in tree.find("base"):
        if "href" in tree.attributes[node]:
            base = linked(url, tree.attribute(node, "href"), encoding)
            return base if base and base.startswith(_WEB) else url
    return url


def outlinks(tree: Tree, url: str, encoding: str = "utf-8") -> list[Outlink]:
    """Links of a page in document order, those to a place on the page itself left out.

    Args:
        tree: the page.
        url: where the page was found; ``""`` finds only absolute links.
        encoding: of the page: queries are written in it.
    """
    place = _Place(base_url(tree, url, encoding), encoding)
    here = url.partition("#")[0]
    return list(_found(tree, place, here))


def _found(tree: Tree, place: _Place, here: str) -> Iterator[Outlink]:
    resolved: dict[str, str] = {}
    for node in tree.find("a", "area"):
        href = tree.attribute(node, "href")
        if not href or href.startswith("#") or _NOT_FOLLOWED.match(href):
            continue
        # The links of a menu stand on a page twice or more: each spelling is resolved once.
        if href not in resolved:
            resolved[href] = place.web(href)
        target = resolved[href]
        if not target or ("#" in target and target.partition("#")[0] == here):
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


def pictures(tree: Tree, url: str, encoding: str = "utf-8") -> list[str]:
    """Addresses of the pictures of a page in every size offered, each once, in order."""
    place = _Place(base_url(tree, url, encoding), encoding)
    references: list[str] = []
    for node in tree.find("img", "source", "link"):
        if tree.tags[node] == "link":
            references += [of for of, _ in candidates(tree.attribute(node, "imagesrcset"))]
            continue
        if tree.tags[node] == "img":
            references.append(tree.attribute(node, "src"))
        references += [of for of, _ in candidates(tree.attribute(node, "srcset"))]
        if len(references) > _MOST_PICTURES:
            break
    found = (place.web(reference) for reference in references if reference)
    return list(dict.fromkeys(address for address in found if address))


def refreshed(tree: Tree, url: str, encoding: str = "utf-8") -> Refresh | None:
    """Where the page sends its reader on to by a meta element, if it does."""
    place = _Place(base_url(tree, url, encoding), encoding)
    for node in tree.find("meta"):
        if tree.attribute(node, "http-equiv").strip().lower() != "refresh":
            continue
        stated = refresh(tree.attribute(node, "content"))
        address = place.web(stated[1]) if stated and stated[1] else url
        if stated and address:
            return Refresh(url=address, seconds=stated[0])
    return None


def translations(tree: Tree, url: str, encoding: str = "utf-8") -> list[Translation]:
    """The same page in other languages, as its links with ``hreflang`` declare."""
    place = _Place(base_url(tree, url, encoding), encoding)
    found: list[Translation] = []
    for node in tree.find("link"):
        language = tree.attribute(node, "hreflang").strip().lower()
        if language and "alternate" in tree.attribute(node, "rel").lower().split():
            address = place.web(tree.attribute(node, "href"))
            if address:
                found.append(Translation(url=address, language=language))
    return found


def frames(tree: Tree, url: str, encoding: str = "utf-8") -> list[str]:
    """Addresses of the frames of a page, each once, in document order."""
    place = _Place(base_url(tree, url, encoding), encoding)
    found = (place.web(tree.attribute(node, "src")) for node in tree.find("frame", "iframe"))
    return list(dict.fromkeys(address for address in found if address))


def robots(tree: Tree, agent: str = "") -> dict[str, str]:
    """What the page asks of robots: each directive, and what follows it after a colon.

    Args:
        tree: the page.
        agent: name of a robot whose own meta element counts beside that for all.

    Returns:
        Directives such as ``noindex`` in lower case, in order; ``none`` is told as ``noindex``
        and ``nofollow``, and ``all`` says nothing.
    """
    found: dict[str, str] = {}
    for node in tree.find("meta"):
        name = tree.attribute(node, "name").strip().lower()
        if name and name in ("robots", agent.lower()):
            found.update(directives(tree.attribute(node, "content")))
    return found


def directives(stated: str) -> dict[str, str]:
    """Directives of a robots meta element or ``X-Robots-Tag`` header, see :func:`robots`."""
    found: dict[str, str] = {}
    for part in stated[:2_000].split(","):
        match = _DIRECTIVE.match(part)
        name = match[1].lower() if match else ""
        for directive in ("noindex", "nofollow") if name == "none" else (name,):
            if match and directive not in ("", "all"):
                found[directive] = (match[2] or "").strip()
    return found
