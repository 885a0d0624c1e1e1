"""E-books in EPUB: the chapters in their reading order, which are pages already.

Source:
    EPUB 3.3, sections 4 and 5: the container and the package document.
"""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from zipfile import ZipFile

from pagemill.convert.formats.markup import page
from pagemill.convert.formats.trees import Element, about_of, local, parsed
from pagemill.errors import DocumentError
from pagemill.media import types
from pagemill.media.containers import member, safe_zip

_CONTAINER = "META-INF/container.xml"
_BODY = re.compile(r"<(?:\w+:)?body\b[^>]*>(.*)</(?:\w+:)?body\s*>", re.DOTALL | re.IGNORECASE)
_DECLARED = re.compile(rb"""<\?xml[^>]*encoding=["']([\w.-]+)["']""")
_NO_TEXT = re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_CLOSED = re.compile(r"<(?!br|hr|img|input|wbr|col|area)(\w+)([^<>]*?)/>", re.IGNORECASE)


class EbookConverter:
    """EPUB, version 2 and 3."""

    name = "ebook"
    version = "1"
    media_types = (types.EPUB,)

    def convert(self, payload: bytes, media_type: str) -> str:
        """All chapters one after another."""
        del media_type
        with safe_zip(payload) as found:
            if b"EncryptedData" in member(found, "META-INF/encryption.xml") and _is_locked(
                found
            ):
                raise DocumentError("encrypted", "its chapters are")
            place = _package_place(found)
            package = parsed(member(found, place), place, may_declare=True)
            chapters = [_chapter(found, name) for name in _spine(package, dirname(place))]
        body = "\n".join(chapters)
        metadata = next((one for one in package if local(one) == "metadata"), None)
        return page(about_of(metadata), body)


def _is_locked(found: ZipFile) -> bool:
    """Whether chapters are encrypted, and not only fonts as many books have it."""
    stated = member(found, "META-INF/encryption.xml")
    return re.search(rb"URI=[\"'][^\"']+\.x?html?[\"']", stated) is not None


def _package_place(found: ZipFile) -> str:
    container = parsed(member(found, _CONTAINER), _CONTAINER, may_declare=True)
    for element in container.iter():
        if local(element) == "rootfile" and element.get("full-path"):
            return element.get("full-path", "")
    raise DocumentError("broken document", "the container names no package")


def _spine(package: Element, folder: str) -> list[str]:
    """Names of the chapters' files."""
    places: dict[str, str] = {}
    for item in package.iter():
        if local(item) == "item":
            places[item.get("id", "")] = unquote(item.get("href", ""))
    order = [one.get("idref", "") for one in package.iter() if local(one) == "itemref"]
    return [normpath(join(folder, places[one])) for one in order if places.get(one)]


def _chapter(found: ZipFile, name: str) -> str:
    data = member(found, name)
    declared = _DECLARED.match(data[:200].lstrip(b"\xef\xbb\xbf"))
    try:
        html = data.decode(declared[1].decode() if declared else "utf-8", "replace")
    except LookupError:
        html = data.decode("utf-8", "replace")
    body = _BODY.search(html)
    # In XHTML an empty element may close itself; an HTML parser would leave it open.
    return _CLOSED.sub(r"<\1\2></\1>", _NO_TEXT.sub("", body[1])) if body else ""
