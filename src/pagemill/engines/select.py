"""Picks elements of a page by CSS selectors: for pages whose layout somebody has described."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from pagemill.errors import UsageError


def selected(html: str, selector: str) -> list[str]:
    """The HTML of every element that a selector names, in document order.

    Raises:
        UsageError: it is no selector.

    Example:
        >>> selected("<ul><li>a<li class=x>b</ul>", "li.x")
        ['<li class="x">b</li>']
    """
    return [node.html or "" for node in _found(html, selector)]


def value(html: str, selector: str) -> str:
    """The text of the first element that a selector names, or with ``@name`` its attribute.

    Returns:
        ``""`` where there is none.

    Example:
        >>> value('<p><a href="/x"> link </a></p>', "p a")
        'link'
        >>> value('<a href="/x">l</a>', "a@href")
        '/x'
    """
    plain, _, attribute = selector.partition("@")
    for node in _found(html, plain.strip()):
        if attribute:
            return (node.attributes.get(attribute.strip()) or "").strip()
        return node.text(separator=" ").strip()
    return ""


def _found(html: str, selector: str) -> list[LexborNode]:
    try:
        return LexborHTMLParser(html).css(selector)
    except (SelectolaxError, ValueError) as error:
        raise UsageError(f"{selector!r} is no CSS selector: {error}") from error
