"""Files of this machine and of network shares as answers: folders are pages of links.

Only what lies below the folders that were named is read, links of the file system resolved,
and nothing that rules as in ``.gitignore`` leave out. An answer says in header fields of its
own who owns a file and who may read it: the archive keeps that, and searching can go by it.
A mailbox is a page of links too, to its messages (:mod:`pagemill.crawl.fetching.mailbox`).
"""

from __future__ import annotations

import asyncio
import mimetypes
import os
import stat
import time
from collections.abc import Sequence
from email.utils import formatdate
from hashlib import blake2b
from html import escape
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from pagemill.crawl.fetching.changes import Changes
from pagemill.crawl.fetching.fetch import Answer, Failure, Outcome, Request
from pagemill.crawl.fetching.file_rights import around, rights_of
from pagemill.crawl.fetching.ignoring import Ignoring
from pagemill.crawl.fetching.mailbox import (
    MEDIA_TYPE,
    Mailboxes,
    apart,
    is_mailbox,
    letters,
    listing,
)
from pagemill.model.files.rights import ACCESS, MODE, OWNER, WITHIN, listed

_MOST_NAMES = 100_000
_PAGE = "text/html; charset=utf-8"


class FileFetcher:
    """Reads files and folders.

    Args:
        roots: folders that may be read, with all below them.
        limit: bytes that a file may have.
        ignored: patterns as in ``.gitignore`` of what is left out below each of them.
    """

    schemes = frozenset(("file",))

    def __init__(
        self, roots: Sequence[Path], *, limit: int = 32 << 20, ignored: Sequence[str] = ()
    ) -> None:
        self._roots = [root.resolve() for root in roots]
        self._limit = limit
        self._ignoring = Ignoring(self._roots, ignored)
        self._mailboxes = Mailboxes()

    def changes(self, since: float) -> Changes:
        """What changes below the folders from an instant on, in seconds since 1970."""
        return Changes(self._roots, self._ignoring, since)

    async def fetch(self, request: Request) -> Outcome:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""
        began = time.monotonic()
        path = _path(request.url)
        if path is None:
            detail = request.url[:200]
            return Failure(reason="malformed address", detail=detail, is_lasting=True)
        try:
            return await asyncio.to_thread(self._read, request, path, began)
        except FileNotFoundError:
            return _answer(request, "404 Not Found", [], b"", began)
        except PermissionError:
            return _answer(request, "403 Forbidden", _stated(path), b"", began)
        except (OSError, ValueError) as error:
            took = time.monotonic() - began
            return Failure(reason="cannot be read", detail=str(error)[:200], took=took)

    async def close(self) -> None:
        """See :class:`pagemill.crawl.fetching.fetch.Fetcher`."""

    def _read(self, request: Request, name: str, began: float) -> Outcome:
        name, message = apart(name)
        path = Path(name).resolve()
        if not any(path == root or root in path.parents for root in self._roots):
            return Failure(reason="outside the folders", detail=name[:200], is_lasting=True)
        facts = path.stat()
        is_folder = stat.S_ISDIR(facts.st_mode)
        if self._ignoring.leaves_out(path, is_folder=is_folder):
            return Failure(reason="ignored by rule", detail=name[:200], is_lasting=True)
        if not is_folder and not stat.S_ISREG(facts.st_mode):
            return Failure(reason="no file", detail=name[:200], is_lasting=True)
        tag = f'"{facts.st_mtime_ns:x}-{facts.st_size:x}"'
        if is_mailbox(path):
            body, kind, tag, size = self._of_mailbox(request, path, message, tag)
        elif message:
            raise FileNotFoundError(name)
        elif is_folder:
            body, kind, size = self._listing(path), _PAGE, 0
        else:
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            size = facts.st_size
            is_read = request.method != "HEAD" and size <= self._limit
            body = path.read_bytes() if is_read else b""
        if size > self._limit:
            detail = f"file of {size} bytes, {self._limit} are allowed"
            return Failure(reason="answer too large", detail=detail, is_lasting=True)
        changed = formatdate(facts.st_mtime, usegmt=True)
        fields = [
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Last-Modified", changed),
            ("ETag", tag),
            *_fields(path, facts),
        ]
        known = dict(request.headers)
        if known.get("If-None-Match", tag) == tag and (
            "If-None-Match" in known or known.get("If-Modified-Since") == changed
        ):
            return _answer(request, "304 Not Modified", fields[2:], b"", began)
        return _answer(request, "200 OK", fields, body, began)

    def _of_mailbox(
        self, request: Request, path: Path, message: str, tag: str
    ) -> tuple[bytes, str, str, int]:
        """Body, media type, tag and size of a mailbox or of one of its messages."""
        places = self._mailboxes.places(path)
        if not message:
            if path.is_dir():
                tag = f'"{max(one.stat().st_mtime_ns for one in letters(path)):x}"'
            return listing(path.name, request.url.partition("#")[0], places), _PAGE, tag, 0
        place = places.get(message)
        if place is None:
            raise FileNotFoundError(message)
        size = place.end - place.begin
        body = self._mailboxes.message(place) if size <= self._limit else b""
        digest = blake2b(body, digest_size=8).hexdigest()
        return body, MEDIA_TYPE, f'"{digest}"', size

    def _listing(self, folder: Path) -> bytes:
        """A folder as a page of links, in the order of names."""
        with os.scandir(folder) as found:
            names = sorted((one.name, one.is_dir()) for one in found)
        lines = [f"<!doctype html><title>{escape(folder.name)}</title><ul>"]
        for name, is_folder in names[:_MOST_NAMES]:
            if self._ignoring.leaves_out(folder / name, is_folder=is_folder):
                continue
            mark = "/" if is_folder else ""
            address = f"{quote(str(folder / name), errors='surrogatepass')}{mark}"
            lines.append(f'<li><a href="file://{escape(address)}">{escape(name)}</a>')
        return "\n".join(lines).encode("utf-8", "replace")


def _fields(path: Path, facts: os.stat_result) -> list[tuple[str, str]]:
    """Header fields that say who may read a file."""
    own = rights_of(path, facts)
    found = [(OWNER, f"{own.owner}:{own.group}"), (MODE, f"{own.mode:04o}")]
    if own.entries:
        found.append((ACCESS, listed(own.entries)))
    if passed := around(path):
        found.append((WITHIN, "; ".join(map(str, passed))))
    return found


def _stated(name: str) -> list[tuple[str, str]]:
    """The same of a file that cannot be read, as far as it is told."""
    path = Path(name)
    try:
        return _fields(path, path.stat())
    except OSError:
        return []


def _path(url: str) -> str | None:
    """The path that an address states; None where it states none on this machine."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    is_here = parts.scheme == "file" and parts.netloc in ("", "localhost")
    return unquote(parts.path) if is_here and parts.path.startswith("/") else None


def _answer(
    request: Request, status: str, fields: list[tuple[str, str]], body: bytes, began: float
) -> Answer:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields)]
    return Answer(
        status=int(status[:3]),
        headers=tuple(fields),
        head=("\r\n".join(lines) + "\r\n\r\n").encode(),
        body=b"" if request.method == "HEAD" else body,
        request_head=b"",
        address="",
        took=time.monotonic() - began,
    )
