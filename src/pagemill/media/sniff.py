"""Which type bytes are of, by looking at them; a claim decides between kinds of text only.

Binary formats open with a signature; a ZIP or OLE file is a container whose members tell what
it is. Between kinds of text no byte decides: Markdown is text to a reader, and XML sent as HTML
is shown as HTML. There, and where nothing is recognised, the claim stands.

Source:
    The signatures are those of the formats' own specifications; the order of the rules follows
    the WHATWG MIME Sniffing standard.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from pagemill.media import types
from pagemill.media.types import bare

if TYPE_CHECKING:
    from zipfile import ZipFile

_HEAD = 1_024
_SIGNATURES = (
    (b"{\\rtf", types.RTF),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
    (b"OggS", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\x00", "application/x-xz"),
    (b"\x28\xb5\x2f\xfd", "application/zstd"),
    (b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (b"Rar!\x1a\x07", "application/vnd.rar"),
    (b"\x7fELF", "application/x-executable"),
    (b"\x00asm", "application/wasm"),
    (b"%!PS", "application/postscript"),
)
_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav", b"AVI ": "video/x-msvideo"}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_STREAMS = (
    ("WordDocument", types.DOC),
    ("Workbook", types.XLS),
    ("Book", types.XLS),
    ("PowerPoint Document", types.PPT),
    ("EncryptedPackage", types.LOCKED_OFFICE),
    ("__properties_version1.0", "application/vnd.ms-outlook"),
)
_OLE_TYPES = frozenset({types.DOC, types.XLS, types.PPT})
_OOXML = (("word/", types.DOCX), ("xl/", types.XLSX), ("ppt/", types.PPTX))
# What stands before it is never tried another way: n comments could be read in 2^n ways.
_ROOT = re.compile(
    rb"\s*+(?>(?:<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>)\s*+)*+"
    rb"<(?:[\w.-]+:)?([\w.-]+)",
    re.DOTALL | re.IGNORECASE,
)
_HTML_ROOTS = frozenset(
    b"html head body meta script style div h1 h2 h3 center font br iframe frameset".split()
)
# Elements of HTML that other vocabularies have too: what begins as XML is not taken for HTML.
_SHARED_ROOTS = frozenset(
    b"title link p a b i table ul ol span article section main header nav form".split()
)
_FEEDS = {
    b"rss": "application/rss+xml",
    b"rdf": "application/rdf+xml",
    b"feed": "application/atom+xml",
    b"urlset": "application/x-sitemap+xml",
    b"sitemapindex": "application/x-sitemap+xml",
    b"svg": "image/svg+xml",
}
_HTML_START = re.compile(rb"\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):[ \t]?[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*")
_LONGEST_FIELDS = 16_384
_LARGEST_OLE = 256 << 20
_MAIL_FIELDS = frozenset(
    b"date subject message-id received return-path mime-version to reply-to".split()
)
_SEEN = types.DOCUMENTS - {types.MARKDOWN, types.XML, types.MAIL}
"""Documents that show what they are."""
_MARKDOWN_CLAIMS = ("text/markdown", "text/x-markdown")
_XML_CLAIMS = ("application/xml", "text/xml")


def media_type(payload: bytes, stated: str = "") -> str:
    """The type of a payload.

    Args:
        payload: the document, whole: containers have their directory at the end.
        stated: what the server or the name of the file says.

    Returns:
        A media type without parameters; where nothing is recognised, the claim, unless its
        truth could be seen.
    """
    claim = bare(stated)
    unseen = "application/octet-stream" if claim in _SEEN else claim
    return recognised(payload, stated) or unseen


def recognised(payload: bytes, stated: str = "") -> str:
    """Like :func:`media_type`, but ``""`` where the bytes show nothing."""
    head = payload[:_HEAD]
    if head[:3] == b"\xef\xbb\xbf":
        head = head[3:]
    first = head.lstrip()[:1]
    if first == b"<":
        return _markup(head, stated)
    return _binary(payload, head, stated) or _text(payload, head, stated)


def _markup(head: bytes, stated: str) -> str:
    """HTML or XML: what is sent as HTML is HTML, as in a browser."""
    claim = bare(stated)
    if claim in types.PAGES or _HTML_START.match(head):
        return "text/html" if claim != "text/plain" else ""
    root = _ROOT.match(head)
    name = root[1].lower() if root else b""
    if name in _FEEDS:
        return _FEEDS[name]
    is_xml = head.lstrip().startswith(b"<?xml") or claim in _XML_CLAIMS or "+xml" in claim
    if name in _HTML_ROOTS or (name in _SHARED_ROOTS and not is_xml):
        return "text/html"
    return types.XML if is_xml and name else ""


def _binary(payload: bytes, head: bytes, stated: str) -> str:
    if head.startswith(_ZIP):
        return _in_zip(payload)
    if head.startswith(_OLE):
        return _in_ole(payload, stated)
    for signature, found in _SIGNATURES:
        if head.startswith(signature):
            return found
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12], "application/octet-stream")
    if head[4:8] == b"ftyp":
        return "image/avif" if head[8:12] == b"avif" else "video/mp4"
    # Mailers and servers put a few bytes before a PDF; every reader accepts that.
    return types.PDF if b"%PDF-" in head else ""


def _text(payload: bytes, head: bytes, stated: str) -> str:
    claim = bare(stated)
    if claim in types.PAGES and claim != "text/plain":
        return ""
    if _BINARY.search(head):
        return ""
    if claim in _MARKDOWN_CLAIMS:
        return types.MARKDOWN
    return types.MAIL if _is_mail(payload, claim) else ""


def _is_mail(payload: bytes, claim: str) -> bool:
    """Whether a text opens with the header of a message: a sender and two fields more."""
    start = 0
    if payload.startswith(b"From "):
        start = payload.find(b"\n") + 1
    names: list[bytes] = []
    at = start
    while field := _FIELD.match(payload, at, start + _LONGEST_FIELDS):
        names.append(field[1].lower())
        at = field.end()
    known = len(_MAIL_FIELDS.intersection(names))
    return known >= 1 if claim == types.MAIL else b"from" in names and known >= 2


def file_type(path: Path, stated: str = "") -> str:
    """Like :func:`recognised` for a file, of which no more is read than is needed.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as stream:
        head = stream.read(_LONGEST_FIELDS)
        if head.startswith(_ZIP):
            return _in_zip(head, stream)
        if head.startswith(_OLE) and path.stat().st_size <= _LARGEST_OLE:
            head += stream.read()
    return recognised(head, stated)


def _in_zip(payload: bytes, stream: BinaryIO | None = None) -> str:
    """What a ZIP file is, by its members; a damaged one by the names that can be seen."""
    from zipfile import ZipFile  # noqa: PLC0415 - most payloads are none

    try:
        with ZipFile(stream or io.BytesIO(payload)) as found:
            names = found.namelist()
            declared = _declared(found, names)
    except Exception:  # noqa: BLE001 - a damaged container may fail its reader in any way
        names, declared = _names_seen(payload)
    if declared:
        return declared
    if "META-INF/container.xml" in names:
        return types.EPUB
    for folder, kind in _OOXML:
        if any(name.startswith(folder) for name in names):
            return kind
    if any(name.startswith("archive/") for name in names) and "datapackage.json" in names:
        return "application/wacz"
    return "application/zip"


def _declared(found: ZipFile, names: list[str]) -> str:
    """What the member ``mimetype`` of an OpenDocument file or e-book says."""
    if "mimetype" not in names or found.getinfo("mimetype").file_size > 200:
        return ""
    return _plain_kind(found.read("mimetype").decode("ascii", "replace"))


def _plain_kind(declared: str) -> str:
    kind = bare(declared).removesuffix("-template").removesuffix("-master")
    return kind if kind in types.DOCUMENTS else ""


def _names_seen(payload: bytes) -> tuple[list[str], str]:
    """Names in the local headers of a ZIP file without directory, and its declared type."""
    names: list[str] = []
    declared = ""
    at = payload.find(_ZIP[0])
    while at >= 0 and len(names) < 64:
        length = int.from_bytes(payload[at + 26 : at + 28], "little")
        extra = int.from_bytes(payload[at + 28 : at + 30], "little")
        names.append(payload[at + 30 : at + 30 + length].decode("utf-8", "replace"))
        if names == ["mimetype"]:
            start = at + 30 + length + extra
            declared = _plain_kind(
                payload[start : start + 60].partition(b"PK")[0].decode("ascii", "replace")
            )
        at = payload.find(_ZIP[0], at + 30)
    return names, declared


def _in_ole(payload: bytes, stated: str) -> str:
    """What an OLE file is: the stream whose name stands first in its directory.

    Where the directory is cut off, a claim that fits is the best there is.
    """
    places: list[tuple[int, str]] = []
    for name, kind in _OLE_STREAMS:
        at = payload.find(name.encode("utf-16-le") + b"\x00\x00")
        if at >= 0 and at % 128 == 0:
            places.append((at, kind))
    if places:
        return min(places)[1]
    claim = bare(stated)
    return claim if claim in _OLE_TYPES else "application/x-ole-storage"
