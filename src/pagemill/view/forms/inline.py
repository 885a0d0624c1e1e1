"""The inside of a block: its characters with the inline markup that carries meaning."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks

Resolve = Callable[[str], str | None]
"""Makes the address of a link absolute; None where it is no web address."""

_INLINE = {
    "a": "a",
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "sub": "sub",
    "sup": "sup",
}
_MARKDOWN_MARKS = {"strong": "**", "em": "*"}
_REACH = 32
_BLANKS = re.compile(r"[\s\u200b\ufeff]+")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_NOT_IN_A_TARGET = re.compile(r"[()\s<>\\]")


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters below the same inline elements.

    Attributes:
        text: characters, white space collapsed.
        path: numbers of the inline elements around, outermost first.
    """

    text: str
    path: tuple[int, ...]


def pieces_of(tree: Tree, blocks: Blocks, number: int) -> list[Piece]:
    """A block's characters with white space collapsed, cut where inline markup changes."""
    first, last, element = blocks.first[number], blocks.last[number], blocks.element[number]
    if first == last and tree.parents[first] == element:
        text = tree.texts[first]
        plain = " ".join(text.split()) if text.isascii() else _BLANKS.sub(" ", text).strip(" ")
        return [Piece(plain, ())] if plain else []
    pieces: list[Piece] = []
    blank = True
    for node in range(first, last + 1):
        if not blocks.shown[node]:
            continue
        text = _BLANKS.sub(" ", tree.texts[node])
        if blank:
            text = text.lstrip(" ")
        if text:
            blank = text[-1] == " "
            pieces.append(Piece(text, _path(tree, node, element)))
    if pieces and blank:
        # The last piece ends in a blank; a piece of one blank alone vanishes.
        last_piece = pieces.pop()
        if rest := last_piece.text.rstrip(" "):
            pieces.append(Piece(rest, last_piece.path))
    return pieces


def _path(tree: Tree, node: int, element: int) -> tuple[int, ...]:
    path: list[int] = []
    for _ in range(_REACH):
        node = tree.parents[node]
        if node <= element:
            break
        if tree.tags[node] in _INLINE:
            path.append(node)
    return tuple(reversed(path))


class InlineMarkup:
    """Writes pieces as HTML and as Markdown.

    Args:
        tree: the page.
        resolve: makes link addresses absolute.
    """

    def __init__(self, tree: Tree, resolve: Resolve) -> None:
        self.tree = tree
        self.resolve = resolve

    def html(self, pieces: list[Piece]) -> str:
        """Clean HTML of a block's inside."""
        if len(pieces) == 1 and not pieces[0].path:
            return escape(pieces[0].text, quote=False)
        out: list[str] = []
        for node, run in _runs(pieces):
            if node < 0:
                out.append(escape(run[0].text, quote=False))
                continue
            inner = self.html(run)
            name = _INLINE[self.tree.tags[node]]
            href = self._href(node) if name == "a" else ""
            if name == "a" and not href:
                out.append(inner)
            elif href:
                out.append(f'<a href="{escape(href)}">{inner}</a>')
            else:
                out.append(f"<{name}>{inner}</{name}>")
        return "".join(out)

    def markdown(self, pieces: list[Piece]) -> str:
        """Markdown of a block's inside."""
        if len(pieces) == 1 and not pieces[0].path:
            return _SPECIAL.sub(r"\\\1", pieces[0].text)
        out: list[str] = []
        for node, run in _runs(pieces):
            if node < 0:
                out.append(_SPECIAL.sub(r"\\\1", run[0].text))
                continue
            name = _INLINE[self.tree.tags[node]]
            if name == "code":
                inner = "".join([piece.text for piece in run])
            else:
                inner = self.markdown(run)
            core = inner.strip(" ")
            # Marks must touch the words, or they are read as characters.
            before = " " if inner.startswith(" ") else ""
            after = " " if core and inner.endswith(" ") else ""
            out.append(f"{before}{self._marked(node, name, core)}{after}" if core else before)
        return "".join(out)

    def _marked(self, node: int, name: str, core: str) -> str:
        if name == "code":
            return _code_span(core)
        if name == "a":
            href = self._href(node)
            if not href:
                return core
            return f"[{core}]({_NOT_IN_A_TARGET.sub(_percent, href)})"
        mark = _MARKDOWN_MARKS.get(name, "")
        return f"{mark}{core}{mark}"

    def _href(self, node: int) -> str:
        href = self.tree.attribute(node, "href")
        return (self.resolve(href) or "") if href else ""


def _runs(pieces: list[Piece]) -> list[tuple[int, list[Piece]]]:
    """Neighbouring pieces below the same outermost element, that element taken off."""
    runs: list[tuple[int, list[Piece]]] = []
    for piece in pieces:
        top = piece.path[0] if piece.path else -1
        if top >= 0 and runs and runs[-1][0] == top:
            runs[-1][1].append(Piece(piece.text, piece.path[1:]))
        else:
            runs.append((top, [Piece(piece.text, piece.path[1:])]))
    return runs


def _code_span(text: str) -> str:
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _percent(found: re.Match[str]) -> str:
    return "".join([f"%{byte:02X}" for byte in found.group().encode()])
