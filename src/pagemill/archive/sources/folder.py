"""Pages and documents as files of a folder, and folders that mirror a web site."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from pagemill.archive.address import address
from pagemill.archive.sources.source import Item, SourceOptions, modified_at
from pagemill.errors import DocumentError
from pagemill.media.sniff import file_type
from pagemill.media.types import DOCUMENTS, PAGES, by_ending
from pagemill.model.capture import Damage, Record, Reject

_MARKUP = re.compile(rb"<(?:!doctype\s+html|html[\s>]|head[\s>]|body[\s>])", re.IGNORECASE)
# What holds pages but is read only when it is named itself; to pass over it would be a loss.
_OTHER_SOURCE = re.compile(
    r"\.(?:wacz|parquet|(?:warc|wet|arc|cdxj?|jsonl|ndjson)(?:\.gz|\.zst|\.lz4)?)$",
    re.IGNORECASE,
)
_HOST = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?:[+:]\d+)?")
_INDEXES = ("index.html", "index.htm", "index.xhtml")
_SNIFFED = 1024


class FolderSource:
    """A folder of pages and documents, or a single one; its cursor counts files.

    Files are given in the order of their path, folder by folder. A link to another folder is
    not followed, nor one to a file outside. A file that is a source itself, such as a WARC, is
    rejected with a word that says to name it.
    """

    kind = "folder"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options
        self._root = (path if path.is_dir() else path.parent).resolve()

    def read(self, start: int = 0) -> Iterator[Item]:
        """A record, or a reject, for each file."""
        files = files_below(self._root) if self.path.is_dir() else iter([self.path.absolute()])
        for number, path in enumerate(files, start=1):
            if number > start:
                yield Item(number, self._found(path))

    def _found(self, path: Path) -> Record | Reject | Damage:
        try:
            url = self._address(path)
        except DocumentError as error:
            return Reject(url="", reason=error.reason, detail=f"{path!s}: {error.detail}")
        try:
            return self._record(path, url)
        except OSError as error:
            return Damage(file=_printable(path), offset=0, kind=error.strerror or "unreadable")

    def _record(self, path: Path, url: str) -> Record | Reject:
        if path.is_symlink() and not _target(path).is_relative_to(self._root):
            return Reject(url=url, reason="link out of the folder", detail=_printable(path))
        if path.is_dir() and not path.is_symlink():
            next(path.iterdir(), None)  # files_below gives a folder only where this fails
        if not path.is_file():
            return Reject(url=url, reason="not a page file", detail=_printable(path))
        return self._page(path, url)

    def _page(self, path: Path, url: str) -> Record | Reject:
        media_type = page_type(path)
        if not media_type and _OTHER_SOURCE.search(path.name):
            detail = f"{_printable(path)}: name it in the import"
            return Reject(url=url, reason="a source of its own", detail=detail)
        if not media_type:
            return Reject(url=url, reason="not a page file", detail=_printable(path))
        size = path.stat().st_size
        if size > self._options.record_limit:
            detail = f"{_printable(path)}: {size} bytes"
            return Reject(url=url, reason="over the limit", detail=detail)
        if not size:
            return Reject(url=url, reason="empty file", detail=_printable(path))
        return Record(
            url=url,
            fetched_at=modified_at(path),
            kind="resource",
            record_id="",
            content_type=media_type,
            block=path.read_bytes(),
        )

    def _address(self, path: Path) -> str:
        if not self._options.mirror:
            return "file://" + quote(_raw(path), safe="/~")
        host, *steps = path.relative_to(self._root).parts
        if not steps:
            raise DocumentError("not in a mirror", "a file beside the folders named by hosts")
        if not _HOST.fullmatch(host):
            raise DocumentError("not in a mirror", "below a folder whose name is no host")
        if steps[-1] in _INDEXES:
            steps[-1] = ""
        # A mirror keeps the query in the file's name, and the port in the host's.
        tail = quote(
            "/".join(steps).encode("utf-8", "surrogateescape"), safe="/?&=~%:@!$'()*+,;"
        )
        return address(f"http://{host.replace('+', ':')}/{tail}")


def files_below(root: Path) -> Iterator[Path]:
    """Every file below ``root``, sorted within each folder, hidden ones left out.

    A folder below it that cannot be read is given itself.

    Raises:
        OSError: ``root`` cannot be read.
    """
    for path in sorted(root.iterdir(), key=lambda entry: entry.name):
        if path.name.startswith("."):
            continue
        # Unlike the methods of Path these pass over what may not even be looked at.
        if os.path.islink(path) or not os.path.isdir(path):  # noqa: PTH112, PTH114
            yield path
            continue
        try:
            yield from files_below(path)
        except OSError:
            yield path


def page_type(path: Path) -> str:
    """Media type of a page or document, by what it shows or else by its ending; or ``""``."""
    claim = by_ending(path.name)
    shown = file_type(path, claim)
    if shown:
        return shown if shown in PAGES or shown in DOCUMENTS else ""
    if claim:  # a document that is broken or empty is none to pass over in silence
        return claim
    with path.open("rb") as stream:
        head = stream.read(_SNIFFED)
    return "text/html" if _MARKUP.search(head) and b"\0" not in head else ""


def _target(link: Path) -> Path:
    """Where a link leads in the end, even if nothing is there.

    Raises:
        OSError: it leads back to itself.
    """
    with contextlib.suppress(FileNotFoundError):
        link.stat()
    return link.resolve()


def _raw(path: Path) -> bytes:
    return str(path).encode("utf-8", "surrogateescape")


def _printable(path: Path) -> str:
    return _raw(path).decode("utf-8", "replace")
