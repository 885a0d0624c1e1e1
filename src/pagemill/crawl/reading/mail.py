"""Where a message leads: the links of its text, less those that do something when followed.

Messages are sent to somebody, and so are the addresses in them: one ends a subscription,
another confirms an order, without being asked twice. Whatever a message names as the way out of
its list, and every address or link text that speaks of such a thing, is left alone.

Source: RFC 5322, RFC 2045 to 2047 (messages), RFC 2369 (``List-Unsubscribe``), RFC 5064
    (``Archived-At``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pagemill.errors import DocumentError
from pagemill.html.tree import Tree, parsed
from pagemill.html.url import linked

if TYPE_CHECKING:
    from email.message import EmailMessage

MEDIA_TYPE: Final = "message/rfc822"
_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'\\^`{|}]+")
_BEHIND: Final = ".,;:!?)]*_"
_BETWEEN: Final = re.compile(r"<(https?://[^>\s]+)>")
_LEAVES: Final = (
    r"un-?subscri|opt-?out|confirm|verif(?:y|ied|ication)|activat|abbestell|abmeld|d[eé]sabonn|"
    r"d[eé]sinscri|darse-?de-?baja"
)
_LINE: Final = re.compile(rf"(?<![a-z])(?:{_LEAVES})", re.IGNORECASE)
_ACTS: Final = re.compile(
    rf"(?<![a-z])(?:{_LEAVES}|opt-?in|validate|reset|passw|token=|log-?(?:in|out|off)\b|"
    r"sign-?(?:in|up|out)\b|preferences|settings|cancel|delete|remove|accept\b|declin|approv|"
    r"reject|rsvp|vote\b|pay\b|checkout)",
    re.IGNORECASE,
)
_MOST_PARTS: Final = 200


def links(payload: bytes) -> tuple[str, ...]:
    """Addresses of the web that a message leads to, each once, in its order.

    Args:
        payload: the message.
    """
    from email import policy  # noqa: PLC0415 - few crawls meet a message
    from email.message import EmailMessage  # noqa: PLC0415
    from email.parser import BytesParser  # noqa: PLC0415

    message = BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(payload)
    left_out = set(_stated(message, "List-Unsubscribe"))
    found = [*_stated(message, "Archived-At"), *_in_text(message)]
    usable = (linked("", one) for one in found if one not in left_out)
    return tuple(dict.fromkeys(one for one in usable if one))


def _stated(message: EmailMessage, name: str) -> list[str]:
    """Addresses of a header field."""
    try:
        return _BETWEEN.findall(str(message.get(name, "")))
    except (ValueError, IndexError, AttributeError, TypeError):  # headers may be anything
        return []


def _in_text(message: EmailMessage) -> Iterator[str]:
    for number, part in enumerate(message.walk()):
        if number >= _MOST_PARTS:
            return
        if part.is_multipart() or part.get_content_disposition() == "attachment":
            continue
        kind = part.get_content_type()
        if kind == "text/html":
            yield from _of_html(_content(part))
        elif kind == "text/plain":
            yield from _of_plain(_content(part))


def _content(part: EmailMessage) -> str:
    try:
        return str(part.get_content())
    except (LookupError, ValueError, AttributeError, KeyError):
        data = part.get_payload(decode=True)
        return data.decode("utf-8", "replace") if isinstance(data, bytes) else ""


def _of_html(text: str) -> Iterator[str]:
    try:
        tree = parsed(text)
    except DocumentError:
        return
    for node in tree.nodes("a"):
        address = tree.attribute(node, "href").strip()
        is_web = address.lower().startswith(("http://", "https://"))
        if is_web and not _ACTS.search(f"{address} {_label(tree, node)}"):
            yield address


def _label(tree: Tree, node: int) -> str:
    return tree.text(node)[:200]


def _of_plain(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if _LINE.search(line):
            continue  # what a line says of its address stands before it or behind it
        for one in _ADDRESS.findall(line):
            if not _ACTS.search(one):
                yield one.rstrip(_BEHIND)
