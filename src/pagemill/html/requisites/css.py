"""What a stylesheet refers to: pictures, fonts and further stylesheets.

Comments and strings are passed over as such, so that what only looks like a reference is none.

Source: CSS Syntax Module Level 3, section 4 (comments, strings, urls, escapes); CSS Cascading
and Inheritance Level 4, section 2 (``@import``); CSS Images Module Level 4 (``image-set``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_STRING: Final = r"\"(?:[^\"\\\n]|\\(?:.|\n))*+\"?|'(?:[^'\\\n]|\\(?:.|\n))*+'?"
_TOKEN: Final = re.compile(
    r"/\*.*?(?:\*/|\Z)"
    r"|@namespace\b[^;{]*+"
    rf"|url\(\s*+(?:(?P<quoted>{_STRING})|(?P<bare>(?:[^\"'()\\\s]|\\(?:.|\n))*+))"
    rf"|@import\s+(?P<sheet>{_STRING})"
    r"|image-set\((?P<set>(?:[^()]|\([^()]*+\))*+)"
    rf"|{_STRING}",
    re.IGNORECASE | re.DOTALL,
)
_OFFERED: Final = re.compile(
    rf"(?:type|format)\([^()]*+\)|(?P<of>url\([^()]*+\)|{_STRING})", re.IGNORECASE | re.DOTALL
)
_ESCAPE: Final = re.compile(r"\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|(\n)|(.))", re.IGNORECASE)
_ELEMENT: Final = re.compile(
    r"<style(?:[\s/][^>]*+)?>(.*?)(?:</style|\Z)", re.IGNORECASE | re.DOTALL
)
_LONGEST: Final = 4_000_000
_LAST_CHARACTER: Final = 0x10FFFF


def references(text: str) -> list[str]:
    """What a stylesheet refers to, as written but for escapes, each once, in order.

    Args:
        text: a stylesheet, or the value of a ``style`` attribute.

    Example:
        >>> references('@import "a.css"; p { background: url(b.png) } /* url(c.png) */')
        ['a.css', 'b.png']
    """
    return list(dict.fromkeys(_found(text[:_LONGEST])))


def elements(html: str) -> Iterator[str]:
    """The stylesheets that stand in a page's ``style`` elements."""
    for found in _ELEMENT.finditer(html):
        yield found[1]


def _found(text: str) -> Iterator[str]:
    for token in _TOKEN.finditer(text):
        written = token["quoted"] or token["bare"] or token["sheet"]
        references = [written] if written else _offered(token["set"] or "")
        for one in references:
            read = _read(one)
            if read and not read.startswith(("#", "data:")):
                yield read


def _offered(text: str) -> list[str]:
    """The pictures of a set, from which a browser chooses one."""
    found = [one["of"] for one in _OFFERED.finditer(text) if one["of"]]
    return [one[4:-1].strip() if one[-1] == ")" else one for one in found]


def _read(written: str) -> str:
    """A string or a bare reference, quotation marks and escapes taken off."""
    if written[0] in "\"'":
        mark = written[0]
        written = written[1:].removesuffix(mark)
    return _ESCAPE.sub(_meant, written).strip()


def _meant(escape: re.Match[str]) -> str:
    if escape[1]:
        number = int(escape[1], 16)
        is_character = 0 < number <= _LAST_CHARACTER and not 0xD800 <= number < 0xE000
        return chr(number) if is_character else "\ufffd"
    return escape[3] or ""
