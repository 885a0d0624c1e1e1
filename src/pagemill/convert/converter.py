"""The contract that every converter keeps, and what comes of a conversion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@runtime_checkable
class Converter(Protocol):
    """Turns documents of certain media types into tagged HTML."""

    @property
    def name(self) -> str:
        """Short and unique, such as ``"pdf"``."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the output for the same input may."""
        ...

    @property
    def media_types(self) -> tuple[str, ...]:
        """What it reads, without parameters, in lower case."""
        ...

    def convert(self, payload: bytes, media_type: str) -> str:
        """The document as a whole HTML page.

        Headings are ``h1`` to ``h6``; lists, tables, emphasis and links are kept as their
        elements. What the document says of itself stands in the head: ``title``,
        ``meta name="author"``, ``meta name="date"``, ``html lang``.

        Args:
            payload: the document.
            media_type: which of ``media_types`` it was found to be.

        Raises:
            DocumentError: the document is broken, encrypted or beyond limits.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A document as a page.

    Attributes:
        html: the page.
        media_type: what the document was found to be.
        converter: name and version of what made the page of it.
    """

    html: str
    media_type: str
    converter: str


def check_converter(converter: Converter, payload: bytes, media_type: str) -> str:
    """Hold a converter against the contract with one document: what tests of plug-ins call.

    Returns:
        The HTML.

    Raises:
        AssertionError: what it says of itself, or what it returns, breaks the contract.
    """
    for part in (converter.name, converter.version):
        if not part or part != " ".join(part.split()):
            raise AssertionError(f"name and version must be words, not {part!r}")
    for known in converter.media_types:
        if known != known.strip().lower() or "/" not in known or ";" in known:
            raise AssertionError(f"{known!r} is no media type in lower case")
    if media_type not in converter.media_types:
        raise AssertionError(f"{converter.name} does not read {media_type}")
    html = converter.convert(payload, media_type)
    if "<body" not in html:
        raise AssertionError(f"{converter.name} gave no whole page")
    if converter.convert(payload, media_type) != html:
        raise AssertionError(f"{converter.name} gives different pages for the same document")
    return html
