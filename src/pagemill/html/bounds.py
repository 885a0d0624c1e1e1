"""Refuses sources that no parser reads in bounded time, before one tries.

A parser walks up the open elements at many tags, compares each attribute of an element with
its others, and each option of a list of choices with its others. A source that makes it do so
without bounds is hostile or broken. To count here takes time in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pagemill import native
from pagemill.errors import DocumentError

_FINE: Final = 0
_UNSURE: Final = 3

MAX_CHARACTERS: Final = 64_000_000
MAX_DEPTH: Final = 4_000
MAX_ATTRIBUTES: Final = 10_000
"""Most attributes of one element, as they stand in the source."""
MAX_OPTIONS: Final = 10_000
"""Most options between one ``select`` and the next."""

# Below this many tags even the worst nesting parses in well under a second, and a scan of
# the source would cost more than it saves.
_UNSUSPICIOUS_TAGS: Final = 20_000

_SOURCE_TAG: Final = re.compile(r"<(/?)([a-zA-Z][^\s/>]{0,30})[^>]*?(/?)>")
_CLOSED_BY_ITSELF: Final = frozenset(
    re.findall(
        r"\w+",
        "area base br col embed hr img input link meta param source track wbr p li dt dd tr td "
        "th thead tbody tfoot option optgroup html head body rt rp",
    )
)
_END_TAGS_STOP_HERE: Final = frozenset(
    re.findall(r"\w+", "table caption template marquee object applet svg math")
)
# What a tag means to the compiled loop: the numbers are those of its source.
_TRAITS: Final[dict[str, int]] = {
    **dict.fromkeys(_CLOSED_BY_ITSELF, 1),
    **dict.fromkeys(_END_TAGS_STOP_HERE, 2),
    "option": 1 + 4,
    "select": 8,
}
_MARKUP: Final = re.compile(r"<(?:(?P<comment>!--)|(?P<tag>[a-zA-Z][^\s/>]*))")
_ATTRIBUTE: Final = re.compile(
    r"""[\s/]*(?:(?P<end>>)|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|))?)"""
)
_RAW: Final = frozenset(
    ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
)


def check_cost(html: str) -> None:
    """Pass a source that can be parsed in bounded time.

    Raises:
        DocumentError: it cannot: it is too large, nested too deeply, or an element has too many
            attributes or options.
    """
    if len(html) > MAX_CHARACTERS:
        raise DocumentError("page too large", f"{len(html)} characters, limit {MAX_CHARACTERS}")
    if html.count("<") > _UNSUSPICIOUS_TAGS and nesting(html) != _FINE:
        check_nesting(html)
    if _has_long_stretch(html):
        _check_attributes(html)


def is_cheap(source: str | bytes) -> bool:
    """Whether the compiled parser certainly reads a source in bounded time.

    It counts the attributes of an element by itself.
    """
    if len(source) > MAX_CHARACTERS:
        return False
    tags = native.brackets(source) if native.brackets is not None else None
    if tags is None:
        tags = source.count(b"<") if isinstance(source, bytes) else source.count("<")
    return tags <= _UNSUSPICIOUS_TAGS or nesting(source) == _FINE


def nesting(
    source: str | bytes, max_depth: int = MAX_DEPTH, max_options: int = MAX_OPTIONS
) -> int:
    """What the compiled loop thinks: 0, 1 nested too deeply, 2 too many options, 3 not sure."""
    if native.nesting is None:
        return _UNSURE
    return native.nesting(source, _TRAITS, max_depth, max_options)


def check_nesting(
    html: str, max_depth: int = MAX_DEPTH, max_options: int = MAX_OPTIONS
) -> None:
    """Pass a source whose elements are not nested too deeply, by no compiled loop.

    The estimate follows end tags as the standard does.

    Raises:
        DocumentError: it is nested too deeply, or there are too many options in a list.
    """
    stack: list[str] = []
    opened: dict[str, int] = {}
    options = 0
    # Behind the last ">" there is no tag, and looking for its end at each "<" would not end.
    for found in _SOURCE_TAG.finditer(html, 0, html.rfind(">") + 1):
        closing, name, empty = found.groups()
        name = name.lower()
        if name in ("option", "select") and not closing:
            options = options + 1 if name == "option" else 0
            if options > max_options:
                raise DocumentError("too many options", f"more than {max_options} in a list")
        if name in _CLOSED_BY_ITSELF or empty:
            continue
        if not closing:
            stack.append(name)
            opened[name] = opened.get(name, 0) + 1
            if len(stack) > max_depth:
                raise DocumentError("nested too deeply", f"more than {max_depth} open elements")
        elif opened.get(name):
            _close(name, stack, opened)


def _close(name: str, stack: list[str], opened: dict[str, int]) -> None:
    at = len(stack) - 1
    while stack[at] != name:
        if stack[at] in _END_TAGS_STOP_HERE and name not in _END_TAGS_STOP_HERE:
            return
        at -= 1
    for closed in stack[at:]:
        opened[closed] -= 1
    del stack[at:]


def _has_long_stretch(html: str) -> bool:
    """Whether somewhere no tag ends for as long as too many attributes would take at least."""
    size = MAX_ATTRIBUTES
    return any(
        html.find(">", start, start + size) < 0
        for start in range(0, len(html) - size + 1, size)
    )


def _check_attributes(html: str) -> None:
    for start in _tags(html):
        count, at = 0, start
        while (found := _ATTRIBUTE.match(html, at)) and not found["end"]:
            at = found.end()
            count += 1
            if count > MAX_ATTRIBUTES:
                detail = f"more than {MAX_ATTRIBUTES} in one element"
                raise DocumentError("too many attributes", detail)


def _tags(html: str) -> Iterator[int]:
    """Where the attributes of each tag would begin that is long enough to have too many.

    What stands in comments and in elements whose text is no markup is passed over.
    """
    at = 0
    while found := _MARKUP.search(html, at):
        at = found.end()
        if found["comment"]:
            at = html.find("-->", at)
            if at < 0:
                return
            continue
        end = html.find(">", at)
        if end < 0:
            yield at
            return
        if end - at > MAX_ATTRIBUTES:
            yield at
        name = found["tag"].lower()
        at = end
        if name in _RAW:
            closed = re.compile(f"</{name}", re.IGNORECASE).search(html, end)
            if closed is None:
                return
            at = closed.start()
