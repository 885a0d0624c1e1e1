"""Where the text of a page stood in its source.

A parser tells of no text node where it came from, and moves some: out of tables, out of what
was never closed. So a copy of the source is read in which each run of text has a mark at its
first visible character. Marks are characters, so the parser carries them along to wherever the
text goes; no rule of HTML looks at which visible character stands there. Whether that held is
seen, not believed: the marked tree, its marks taken out, has to be the page's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pagemill.errors import DocumentError
from pagemill.html.tree import TEXT, Tree, parsed

Place = tuple[int, int]
"""First character of a stretch of the source, and the first one after it."""

_TAG: Final = re.compile(r"</?[a-zA-Z]([^\t\n\f\r />]*)")
_OTHER: Final = re.compile(r"<[!?]|</[^a-zA-Z]")
_COMMENT: Final = re.compile(r"<!--(?:-?>|(?s:.*?)(?:--!?>|\Z))")
_ATTRIBUTE: Final = re.compile(
    r"""[\s/]*(?:(?P<end>>)|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|))?)"""
)
_RAW: Final = frozenset(
    ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
)
_BLANK: Final = (
    r"(?:[\t\n\f\r ]|&#0*(?:9|10|12|13|32)(?![0-9]);?"
    r"|&#[xX]0*(?:9|[aAcCdD]|20)(?![0-9a-fA-F]);?|&Tab;|&NewLine;)"
)
_WHITE: Final = "\t\n\f\r "
_LEADING: Final = re.compile(f"{_BLANK}*+")
_DIGITS: Final = 4_096
_MARK_PLANES: Final = (0xF_0000, 0x10_0000)


def places(tree: Tree, html: str) -> dict[int, Place]:
    """Find the text nodes of a page in its source.

    Args:
        tree: the page.
        html: the characters it was read from.

    Returns:
        By the number of a text node: from its first character that is no white space to its
        last, as characters of the source. Tags may lie between the two, references to
        characters are as they were written. Nodes of white space alone have no place; none has
        one where the page is too odd to be sure.
    """
    first = next((plane for plane in _MARK_PLANES if not _holds(html, plane)), 0)
    if not first:
        return {}
    runs = list(_runs(html))
    try:
        marked = parsed(_marked(html, runs, first))
    except DocumentError:  # the marks made it too large
        return {}
    mark = re.compile(f"([{chr(first)}-{chr(first + _DIGITS - 1)}]{{2}})")
    if marked.tags != tree.tags or marked.parents != tree.parents:
        return {}
    found: dict[int, Place] = {}
    for node in marked.nodes(TEXT):
        plain, *parts = mark.split(marked.texts[node])
        if plain + "".join(parts[1::2]) != tree.texts[node]:
            return {}
        if parts:
            own = [runs[_number(part, first)] for part in parts[::2]]
            found[node] = min(start for start, _ in own), max(end for _, end in own)
    return found


def _holds(html: str, plane: int) -> bool:
    inside = f"[{chr(plane)}-{chr(plane + _DIGITS - 1)}]"
    return not html.isascii() and re.search(inside, html) is not None


def _marked(html: str, runs: list[Place], first: int) -> str:
    parts: list[str] = []
    done = 0
    for number, (start, _) in enumerate(runs):
        high, low = divmod(number, _DIGITS)
        parts += html[done:start], chr(first + high), chr(first + low)
        done = start
    return "".join([*parts, html[done:]])


def _number(mark: str, first: int) -> int:
    return (ord(mark[0]) - first) * _DIGITS + ord(mark[1]) - first


def _runs(html: str) -> Iterator[Place]:
    """Runs of characters between markup, without the white space around them."""
    at = done = 0
    while (at := html.find("<", at)) >= 0:
        end = _markup_end(html, at)
        if end < 0:
            at += 1
            continue
        yield from _visible(html, done, at)
        tag = _TAG.match(html, at)
        at = done = end
        name = html[tag.start() + 1 : tag.end()].lower() if tag else ""
        if name in _RAW:
            closing = re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE).search(html, at)
            at = closing.start() if closing else len(html)
            yield from _visible(html, done, at)
            done = at
    yield from _visible(html, done, len(html))


def _markup_end(html: str, at: int) -> int:
    """Where the markup ends that begins here; -1 where none does."""
    tag = _TAG.match(html, at)
    if tag:
        end = tag.end()
        while part := _ATTRIBUTE.match(html, end):
            if part.end() == end:
                break
            end = part.end()
            if part["end"]:
                return end
        return len(html)
    if html.startswith("<!--", at):
        comment = _COMMENT.match(html, at)
        return comment.end() if comment else len(html)
    if _OTHER.match(html, at):
        return html.find(">", at) + 1 or len(html)
    return -1


def _visible(html: str, start: int, end: int) -> Iterator[Place]:
    leading = _LEADING.match(html, start, end)
    start = leading.end() if leading else start
    if start < end:
        yield start, start + len(html[start:end].rstrip(_WHITE))


def visible(text: str) -> Place:
    """Characters that hold no markup, without the white space around them."""
    start = len(text) - len(text.lstrip(_WHITE))
    return start, max(start, len(text.rstrip(_WHITE)))
