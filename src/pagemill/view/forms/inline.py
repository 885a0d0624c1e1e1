"""The inside of a block in all three forms: its characters, with inline markup that means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from pagemill.html.tree import Tree
from pagemill.view.purify.blocks import Blocks

Resolve = Callable[[str], str | None]
"""Makes the address of a link absolute; None where it is no web address."""

INLINE: Final = {
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
"""Inline elements that mean something, by the name that clean HTML has for them."""

_MARKDOWN_MARKS = {"strong": "**", "em": "*"}
_REACH = 32
_SPECIAL = re.compile(r"([\\`*_\[\]<>|]|&(?=#?[0-9A-Za-z]{1,32};))")
_TO_ESCAPE = re.compile(r"[\\`*_\[\]<>|&]")
_NOT_IN_A_TARGET = re.compile(r"[()\s<>\\]")

Line: TypeAlias = tuple[str, str, str]
"""The inside of one block as text, as Markdown and as HTML."""

Piece: TypeAlias = tuple[str, tuple[int, ...]]
"""Characters, and the inline elements around them by number, outermost first."""

NO_LINE: Final[Line] = ("", "", "")


class InlineMarkup:
    """Writes the inside of blocks.

    Args:
        tree: the page.
        blocks: its blocks.
        resolve: makes link addresses absolute.
    """

    def __init__(self, tree: Tree, blocks: Blocks, resolve: Resolve) -> None:
        self.tree = tree
        self.blocks = blocks
        self.resolve = resolve

    def lines(self, numbers: Sequence[int]) -> list[Line]:
        """Blocks with white space collapsed, in all forms; empty where nothing is left."""
        return [self._of_pieces(self._pieces(number)) for number in numbers]

    def _pieces(self, number: int) -> list[Piece]:
        """Text nodes of a block without the blanks that a browser would not show."""
        tree, blocks = self.tree, self.blocks
        texts, parents, shown = tree.texts, tree.parents, blocks.shown
        element = blocks.element[number]
        pieces: list[Piece] = []
        blank = True
        for node in range(blocks.first[number], blocks.last[number] + 1):
            if not shown[node]:
                continue
            text = _collapsed(texts[node])
            if blank:
                text = text.lstrip(" ")
            if text:
                blank = text[-1] == " "
                path = () if parents[node] == element else _path(tree, node, element)
                pieces.append((text, path))
        if pieces and blank:
            # The last piece ends in a blank; a piece of one blank alone vanishes.
            text, path = pieces.pop()
            if rest := text.rstrip(" "):
                pieces.append((rest, path))
        return pieces

    def _of_pieces(self, pieces: list[Piece]) -> Line:
        if not pieces:
            return NO_LINE
        nest = _Nest(self)
        for path, run in groupby(pieces, itemgetter(1)):
            if path != nest.path:
                nest.move(path)
            nest.add("".join([text for text, _ in run]))
        if nest.path:
            nest.move(())
        text = pieces[0][0] if len(pieces) == 1 else "".join([text for text, _ in pieces])
        return text, "".join(nest.markdown[0]), "".join(nest.html[0])

    def href(self, node: int) -> str:
        """Absolute address of a link, or ``""``."""
        href = self.tree.attributes[node].get("href")
        return (self.resolve(href) or "") if href else ""


class _Nest:
    """Inline elements that are open, with what has been written inside each."""

    def __init__(self, inline: InlineMarkup) -> None:
        self.inline = inline
        self.path: tuple[int, ...] = ()
        self.names: list[str] = []
        self.markdown: list[list[str]] = [[]]
        self.html: list[list[str]] = [[]]

    def move(self, path: tuple[int, ...]) -> None:
        """Close and open elements until these are open."""
        common = 0
        for old, new in zip(self.path, path, strict=False):
            if old != new:
                break
            common += 1
        for node in reversed(self.path[common:]):
            self._close(node)
        for node in path[common:]:
            self.names.append(INLINE[self.inline.tree.tags[node]])
            self.markdown.append([])
            self.html.append([])
        self.path = path

    def add(self, text: str) -> None:
        """Characters inside the innermost element."""
        if _TO_ESCAPE.search(text) is None:
            self.html[-1].append(text)
            self.markdown[-1].append(text)
            return
        self.html[-1].append(escape(text, quote=False))
        is_code = "code" in self.names
        self.markdown[-1].append(text if is_code else escaped(text))

    def _close(self, node: int) -> None:
        name = self.names.pop()
        html, inner = "".join(self.html.pop()), "".join(self.markdown.pop())
        href = self.inline.href(node) if name == "a" else ""
        if href:
            html = f'<a href="{escape(href)}">{html}</a>'
        elif name != "a":
            html = f"<{name}>{html}</{name}>"
        self.html[-1].append(html)
        if "code" not in self.names:
            inner = _marked(inner, name, href)
        self.markdown[-1].append(inner)


def escaped(text: str) -> str:
    """Characters as Markdown shows them: no marks, no character references."""
    return _SPECIAL.sub(r"\\\1", text)


def _marked(inner: str, name: str, href: str) -> str:
    """Markdown of an inline element."""
    core = inner.strip(" ")
    if not core:
        return " " if inner else ""
    if name == "code":
        marked = _code_span(core)
    elif href:
        marked = f"[{core}]({_NOT_IN_A_TARGET.sub(_percent, href)})"
    else:
        mark = _MARKDOWN_MARKS.get(name, "")
        marked = f"{mark}{core}{mark}"
    if len(core) == len(inner):
        return marked
    # Marks must touch the words, or they are read as characters.
    before = " " if inner[0] == " " else ""
    after = " " if inner[-1] == " " else ""
    return f"{before}{marked}{after}"


def _collapsed(text: str) -> str:
    """Text with each run of white space, of no width too, as one blank."""
    if not text.isascii() and ("\u200b" in text or "\ufeff" in text):
        text = text.replace("\u200b", " ").replace("\ufeff", " ")
    inner = " ".join(text.split())
    if len(inner) == len(text):
        return inner
    if not inner:
        return " " if text else ""
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return f"{before}{inner}{after}"


def _path(tree: Tree, node: int, element: int) -> tuple[int, ...]:
    tags, parents = tree.tags, tree.parents
    path: list[int] = []
    for _ in range(_REACH):
        node = parents[node]
        if node <= element:
            break
        if tags[node] in INLINE:
            path.append(node)
    path.reverse()
    return tuple(path)


def _code_span(text: str) -> str:
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def _percent(found: re.Match[str]) -> str:
    return "".join([f"%{byte:02X}" for byte in found.group().encode()])
