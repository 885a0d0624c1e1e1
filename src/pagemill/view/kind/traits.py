"""Traits of a page: some hundreds of whole numbers about what it is made of, for the trees.

Most are means over blocks of what is measured of each block anyway: over all and over the inner
ones, outside navigation, footer and the like, each block alike and each word alike. Which
blocks are content has no part in them. Shares are thousandths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import compress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagemill import native
from pagemill.html.tree import Tree
from pagemill.view.kind.address import suggestions
from pagemill.view.metadata import Metadata
from pagemill.view.purify import measures, noise
from pagemill.view.purify.blocks import Blocks
from pagemill.view.purify.content import Choice

EDGE: Final = (
    noise.NAVIGATION
    | noise.HEADER
    | noise.FOOTER
    | noise.ASIDE
    | noise.HIDDEN
    | noise.NOSCRIPT
    | noise.DIALOG
    | noise.CONSENT
)
"""Marks of blocks that stand at the edge of a page."""

MOST: Final = 32_000
_TAGS: Final = (
    *("img", "h1", "h2", "h3", "li", "table", "td", "pre", "code", "form", "input", "button"),
    *("option", "iframe", "article", "section", "time", "blockquote", "figure", "svg"),
    *("label", "strong", "br", "script"),
)
_PAGE: Final = (
    *("page words", "page prose", "page blocks", "page link share", "page prose share"),
    *("longest prose", "page paragraphs", "page images", "page first headings", "page p"),
)
_BLOCK: Final = (
    *("link words", "link share", "characters", "capital share", "heading", "is ended"),
    *("copies", "navigation", "footer", "aside", "form", "main", "article", "noise name"),
    *("content name", "remark name", "control", "caption", "author name", "related name"),
    *("share name", "promotion name", "menu name", "goods name", "in table"),
    *("words within 1", "prose share within 1", "images before", "section words"),
    *("section blocks", "section link share", "copies of style", "words of style"),
    *("link share of style", "copies of shape", "blocks at 1", "words at 1"),
    *("link share at 1", "headings at 1", "blocks at 2", "words at 2", "headings at 2"),
)
_WEIGHTINGS: Final = ("blocks", "words", "inner blocks", "inner words")
_MEANS: Final = [f"{name} by {weights}" for weights in _WEIGHTINGS for name in _BLOCK]
# Who speaks to whom tells a forum from a shop; pages of other languages do without.
_WORDS: Final = (" I ", " we ", " our ", " your ", " the ", " you ", " was ", " it ")
_MONEY: Final = ("€", "£", "¥", "￥", "₹")
_READ: Final = 4_000
_READ_BLOCKS: Final = 150
_LINKS: Final = 40


def traits(
    tree: Tree,
    blocks: Blocks,
    choice: Choice,
    declared: Metadata,
    url: str,
) -> NDArray[np.int16]:
    """One row of numbers, in the order of :func:`names`.

    Args:
        tree: the page.
        blocks: its blocks.
        choice: marks of noise, and what was measured of each block.
        declared: what the page says about itself.
        url: where it was found, or ``""``.
    """
    values = list(suggestions(url, declared.kinds).values())
    values += [len(declared.authors), len(declared.published), len(declared.body)]
    values += made_of(tree)
    values += link_shares(tree, url)
    values += signs(tree, blocks, choice.marks)
    row = np.zeros((1, len(names())), np.int16)
    row[0, : len(values)] = [min(value, MOST) for value in values]
    if choice.rows is not None:
        inner = (np.array(choice.marks, np.int64) & EDGE) == 0
        row[0, len(values) :] = _measures(blocks, inner, choice.rows)
    return row


@cache
def names() -> tuple[str, ...]:
    """Names of the numbers, which are the same for all pages."""
    return (
        *suggestions("", ()),
        *("authors", "published", "body"),
        *(f"tags {tag}" for tag in _TAGS),
        *("links", "links below share", "links outside share"),
        *("questions", "exclamations", "commas", "colons", "digits", "capitals"),
        *("beyond ascii", "money", "money share", *(f"word{word}".rstrip() for word in _WORDS)),
        *_PAGE,
        *("inner share", "teasers", "teaser share", "teaser spread"),
        *_MEANS,
    )


@cache
def _columns() -> tuple[list[int], NDArray[np.int16]]:
    """Numbers of the columns of a page and of a block among those that are measured."""
    known = {name: number for number, name in enumerate(measures.names())}
    of_block = np.array([known[name] for name in _BLOCK], np.int16)
    return [known[name] for name in _PAGE], of_block


def _share(part: int | np.int64, whole: int | np.int64) -> int:
    return int(part) * 1000 // max(1, int(whole))


def _measures(
    blocks: Blocks, inner: NDArray[np.bool_], rows: NDArray[np.int16]
) -> NDArray[np.int64]:
    of_page, of_block = _columns()
    words, links = np.array(blocks.words, np.int64), np.array(blocks.link_words)
    places = np.flatnonzero(inner & (links == words) & (words >= 3))
    sizes = [len(words), int(words.sum()), int(inner.sum()), int(words[inner].sum())]
    sums = weighed_sums(rows, of_block, words, inner)
    sums *= 10
    sums //= np.maximum(sizes, 1)[:, np.newaxis]
    counts = [
        _share(sizes[3], sizes[1]),
        len(places),
        _share(words[places].sum(), sizes[3]),
        _share(places[-1] - places[0], len(words)) if len(places) else 0,
    ]
    return np.minimum(np.concatenate((rows[0, of_page], counts, sums.ravel())), MOST)


def weighed_sums(
    rows: NDArray[np.int16],
    chosen: NDArray[np.int16],
    words: NDArray[np.int64],
    inner: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Sums of columns over blocks: each alike, each word alike, and both of the inner ones.

    Args:
        rows: a row a block.
        chosen: numbers of the columns.
        words: words of each block.
        inner: whether each block counts as an inner one.

    Returns:
        Four rows, with a sum for each column.
    """
    if native.weighed is None:
        return weighed_sums_in_python(rows, chosen, words, inner)
    found = native.weighed(rows.tobytes(), chosen.tobytes(), words.tobytes(), inner.tobytes())
    return np.frombuffer(found, np.int64).reshape(4, len(chosen)).copy()


def weighed_sums_in_python(
    rows: NDArray[np.int16],
    chosen: NDArray[np.int16],
    words: NDArray[np.int64],
    inner: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """The same sums by no compiled loop."""
    weights = np.stack([np.ones_like(words), words, inner, words * inner])
    # A product of matrices would start threads, which cost more than all the rest.
    found: NDArray[np.int64] = np.einsum("wb,bm->wm", weights, rows[:, chosen], dtype=np.int64)
    return found


def made_of(tree: Tree) -> list[int]:
    """How many elements of a page have each of some tags."""
    if tree.page is not None:
        return tree.page.makeup(_TAGS)
    return [len(tree.nodes(tag)) for tag in _TAGS]


def link_shares(tree: Tree, url: str) -> list[int]:
    """Links, and shares of those to below the page's own address and to other sites."""
    own = url.partition("?")[0].rstrip("/")
    _, scheme, rest = own.partition("//")
    path = rest[rest.find("/") :] if "/" in rest else "\n"
    inside = (own + "/", path + "/") if scheme else ("\n",)
    site = own[: len(own) - len(path)] if "/" in rest else own
    found = None if tree.page is None else tree.page.aims(inside, site)
    return _link_shares(tree, inside, site) if found is None else found


def _link_shares(tree: Tree, inside: tuple[str, ...], site: str) -> list[int]:
    count = below = outside = 0
    nodes = tree.nodes("a")
    for node in nodes[:: 1 + len(nodes) // _LINKS]:
        href = tree.attribute(node, "href")
        if href and href[0] != "#":
            count += 1
            if href.startswith(inside):
                below += 1
            elif href.startswith("http") and not href.startswith(site):
                outside += 1
    return [len(nodes), _share(below, count), _share(outside, count)]


def signs(tree: Tree, blocks: Blocks, marks: list[int]) -> list[int]:
    """Signs and a few words of the inner text, for each thousand of its bytes or blanks."""
    if tree.page is not None:
        return tree.page.signs(marks, EDGE, _WORDS, _MONEY)
    inner = [not mark & EDGE for mark in marks]
    return _signs(list(compress(blocks.text, inner)))


def _signs(texts: Sequence[str]) -> list[int]:
    text = " ".join(texts[:_READ_BLOCKS])[:_READ]
    letters = text.encode("utf-8", "replace")
    size = len(letters)
    found = [_share(10 * letters.count(sign), size) for sign in (b"?", b"!", b",", b":")]
    counts = np.bincount(np.frombuffer(letters, np.uint8), minlength=128)
    beyond = size - int(counts[:128].sum())
    money = int(counts[36]) + sum([text.count(sign) for sign in _MONEY if beyond])
    blanks = int(counts[32] + counts[10])
    return [
        *found,
        _share(counts[48:58].sum(), size),
        _share(counts[65:91].sum(), size),
        _share(beyond, size),
        money,
        _share(money, len(texts)),
        *[_share(10 * text.count(word), blanks) for word in _WORDS],
    ]
