"""XML trees from hostile bytes, and what OpenDocument and Office files say of themselves."""

from __future__ import annotations

from typing import TypeGuard
from xml.etree import ElementTree as ET

from pagemill.convert.formats.markup import About
from pagemill.errors import DocumentError

Element = ET.Element

_DC = "{http://purl.org/dc/elements/1.1/}"
_PRELUDE = 2_048


def parsed(data: bytes, what: str, *, may_declare: bool = False) -> Element:
    """The root of an XML file.

    The parser neither fetches anything nor lets declared entities multiply without bound.

    Args:
        data: the file.
        what: how messages call it.
        may_declare: whether a document type may be declared; parts of office files have none,
            so that one with a declaration was made to do harm.

    Raises:
        DocumentError: it is no XML, or declares what it must not.
    """
    if not may_declare and b"<!DOCTYPE" in data[:_PRELUDE]:
        raise DocumentError("bomb", f"{what} declares a document type")
    try:
        return ET.fromstring(data)  # noqa: S314 - bounded by expat itself, and by the sandbox
    except (ET.ParseError, ValueError, LookupError) as error:
        reason = "bomb" if "amplification" in str(error) else "broken document"
        raise DocumentError(reason, f"{what}: {error}") from None


def local(element: Element) -> str:
    """Name of an element without its namespace; ``""`` for a comment or instruction."""
    return element.tag.rpartition("}")[2] if is_named(element.tag) else ""


def is_named(tag: object) -> TypeGuard[str]:
    """Whether a tag is a name: those of comments and instructions are functions."""
    return isinstance(tag, str)


def about_of(core: Element | None, language: str = "") -> About:
    """Title, author, date and the like from a part with Dublin Core elements."""
    found: dict[str, str] = {}
    for element in () if core is None else core.iter():
        words = " ".join((element.text or "").split())
        is_core = is_named(element.tag) and element.tag.startswith(_DC)
        if words:
            found.setdefault(f"dc:{local(element)}" if is_core else local(element), words)
    return About(
        title=found.get("dc:title", ""),
        author=found.get("initial-creator", "") or found.get("dc:creator", ""),
        date=found.get("creation-date") or found.get("created") or found.get("dc:date", ""),
        language=found.get("dc:language", "") or language,
        description=found.get("dc:description", ""),
        keywords=found.get("keyword", "") or found.get("keywords", ""),
    )
