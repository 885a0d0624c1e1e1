"""Which converter reads a type: those of pagemill, then those that others installed.

Built-ins stand in a literal tuple. Plug-ins are found by the entry point
``pagemill.converters`` and loaded only when there is something that no built-in reads, or when
a list of all is asked for. Two converters that claim one type are an error naming both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, entry_points, version

from pagemill.convert.converter import Converter
from pagemill.convert.formats.ebook import EbookConverter
from pagemill.convert.formats.mail import MailConverter
from pagemill.convert.formats.markdown import MarkdownConverter
from pagemill.convert.formats.office import LockedOffice, OfficeConverter
from pagemill.convert.formats.opendocument import OpenDocumentConverter
from pagemill.convert.formats.pdf import PdfConverter
from pagemill.convert.formats.slides import SlidesConverter
from pagemill.convert.formats.word import WordConverter
from pagemill.convert.formats.word97 import Word97Converter
from pagemill.convert.formats.xmltext import XmlConverter
from pagemill.errors import DocumentError, SurroundingsError

GROUP = "pagemill.converters"
EXTRA = "documents"


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A converter of pagemill.

    Attributes:
        converter: what converts.
        library: the distribution that it stands on, or ``""``: it comes with the extra.
    """

    converter: Converter
    library: str = ""

    @property
    def identity(self) -> str:
        """Name and version, with the library's; ``""`` where that is not installed."""
        own = f"{self.converter.name} {self.converter.version}"
        if not self.library:
            return own
        found = _installed_version(self.library)
        return f"{own} ({self.library} {found})" if found else ""


BUILT_IN = (
    BuiltIn(PdfConverter(), "pypdfium2"),
    BuiltIn(WordConverter()),
    BuiltIn(SlidesConverter()),
    BuiltIn(OpenDocumentConverter()),
    BuiltIn(EbookConverter()),
    BuiltIn(OfficeConverter(), "kreuzberg"),
    BuiltIn(Word97Converter(), "olefile"),
    BuiltIn(LockedOffice()),
    BuiltIn(MarkdownConverter(), "markdown-it-py"),
    BuiltIn(XmlConverter()),
    BuiltIn(MailConverter()),
)


@dataclass(frozen=True, slots=True)
class Known:
    """A converter that is ready, with what is written down as what did the work."""

    converter: Converter
    identity: str


@cache
def _installed_version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def converter_for(media_type: str) -> Known:
    """The converter that reads a type.

    Raises:
        DocumentError: there is none, or one whose library is missing; it says which extra.
        SurroundingsError: a plug-in is at fault.
    """
    for built_in in BUILT_IN:
        if media_type in built_in.converter.media_types:
            identity = built_in.identity
            if not identity:
                raise DocumentError(f"needs pagemill[{EXTRA}]", media_type)
            return Known(built_in.converter, identity)
    for plug_in in plug_ins():
        if media_type in plug_in.converter.media_types:
            return plug_in
    raise DocumentError(f"media type {media_type[:60]}")


def reads(media_type: str) -> bool:
    """Whether any converter, installed in full or not, is for a type."""
    known = any(media_type in one.converter.media_types for one in BUILT_IN)
    return known or any(media_type in one.converter.media_types for one in plug_ins())


def identities() -> tuple[str, ...]:
    """Names and versions of all converters that are ready; plug-ins included."""
    built_in = [one.identity for one in BUILT_IN if one.identity]
    return (*built_in, *(one.identity for one in plug_ins()))


@cache
def plug_ins() -> tuple[Known, ...]:
    """The converters that other distributions installed, in the order of their names.

    Raises:
        SurroundingsError: one cannot be loaded, breaks the contract, or claims a type that
            another one reads.
    """
    taken = {
        media_type: one.converter.name
        for one in BUILT_IN
        for media_type in one.converter.media_types
    }
    found: list[Known] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        source = f"{entry.name} of {entry.dist.name if entry.dist else 'an unknown package'}"
        converter = _loaded(entry.load, source)
        for media_type in converter.media_types:
            if media_type in taken:
                raise SurroundingsError(
                    f"converter {source}: claims {media_type}, which {taken[media_type]} "
                    f"reads already; uninstall one of them"
                )
            taken[media_type] = source
        found.append(Known(converter, f"{converter.name} {converter.version}"))
    return tuple(found)


def _loaded(load: object, source: str) -> Converter:
    try:
        made = load() if callable(load) else load
        converter = made() if isinstance(made, type) else made
    except Exception as error:  # noqa: BLE001 - it is not our code
        raise SurroundingsError(
            f"converter {source}: cannot be loaded ({type(error).__name__}: {error}); mend or "
            f"uninstall it"
        ) from None
    if not isinstance(converter, Converter):
        raise SurroundingsError(
            f"converter {source}: has no name, version, media_types and convert; mend or "
            f"uninstall it"
        )
    return converter
