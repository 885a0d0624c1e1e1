"""Stretches of files that lie elsewhere: in a folder, on a web server, in an object store.

One call reads one stretch, so that a capture costs one seek or one request, however large
the file is that it stands in.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import stat
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote, urlsplit

from pagemill.errors import SurroundingsError, UsageError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TIMEOUT_S = 60.0
LONGEST_S = 600.0
"""Seconds in which a whole answer must have come, however steadily its bytes drip."""

TRIES = 4
OUTSIDE = "outside of the archive's folder"

_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_SIZE = re.compile(r"[0-9]{1,18}")
_RANGE = re.compile(r"\s*bytes\s+([0-9]{1,18})-", re.IGNORECASE)
_PIECE = 1 << 20
_LONGEST_PASSED = 1 << 30
_AGENT = "pagemill (reads ranges of archives)"


class Ranges(Protocol):
    """Files of which stretches can be read."""

    def read(self, name: str, offset: int, length: int) -> bytes:
        """At most ``length`` bytes of the file ``name`` from ``offset`` on.

        Raises:
            SurroundingsError: the file is not there, or the store does not answer.
        """
        ...

    def size(self, name: str) -> int:
        """Bytes of the file ``name``.

        Raises:
            SurroundingsError: as for :meth:`read`.
        """
        ...


def is_remote(place: str) -> bool:
    """Whether ``place`` is an address of another machine's files."""
    return "://" in place[:12]


def open_ranges(base: str) -> Ranges:
    """The files below ``base``: a folder, an http(s) address, or one that fsspec knows.

    Raises:
        UsageError: the address needs a package that is not installed.
    """
    if not is_remote(base):
        return FolderRanges(Path(base))
    if urlsplit(base).scheme in {"http", "https"}:
        return HttpRanges(base)
    return StoreRanges(base)


class FolderRanges:
    """Files of a folder, and of nothing beside it, whatever an index says."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str, offset: int, length: int) -> bytes:
        """Read by one seek."""
        path = self._path(name)
        try:
            with path.open("rb", buffering=0) as stream:
                stream.seek(offset)
                return stream.read(length)
        except OSError as error:
            raise _missing(path, error.strerror or str(error)) from error

    def size(self, name: str) -> int:
        """Size on disk."""
        return self._path(name).stat().st_size

    def _path(self, name: str) -> Path:
        """The regular file that a name stands for."""
        path = Path(os.path.abspath(self._root / name))  # noqa: PTH100 - links stay as they are
        if not path.is_relative_to(os.path.abspath(self._root)):  # noqa: PTH100
            raise _missing(path, OUTSIDE)
        try:
            is_file = stat.S_ISREG(path.stat().st_mode)
        except OSError as error:
            raise _missing(path, error.strerror or str(error)) from error
        except ValueError as error:  # a name that no file can have
            raise _missing(path, str(error)) from error
        if not is_file:  # to open a pipe means to wait for whoever writes it
            raise _missing(path, "no regular file")
        return path


class HttpRanges:
    """Files of a web server that answers requests for ranges.

    Args:
        base: address that names are appended to.
        wait: called with the seconds to wait before a server that was busy is asked again.
        longest_s: seconds in which a whole answer must have come.
    """

    def __init__(
        self,
        base: str,
        wait: Callable[[float], None] = time.sleep,
        longest_s: float = LONGEST_S,
    ) -> None:
        self._base = base.rstrip("/") + "/"
        self._wait = wait
        self._opener = urllib.request.build_opener(_Http(longest_s), _Https(longest_s))

    def read(self, name: str, offset: int, length: int) -> bytes:
        """Read by one request; a busy server is asked again, later and later."""
        if length <= 0:
            return b""
        status, _, body = self._answer(name, offset, length)
        return b"" if status == 416 else body

    def size(self, name: str) -> int:
        """What the server says that the file has."""
        status, headers, _ = self._answer(name, 0, 1)
        total = headers.get("Content-Range", "").rpartition("/")[2]
        length = total if status in {206, 416} else headers.get("Content-Length", "")
        if not _SIZE.fullmatch(length):
            raise _missing(self._url(name), "the server does not tell its size")
        return int(length)

    def _url(self, name: str) -> str:
        safe = "/%:=&?+,;@!$'()*~"
        return self._base + quote(name.lstrip("/"), safe=safe, errors="replace")

    def _answer(self, name: str, offset: int, length: int) -> tuple[int, Any, bytes]:
        url = self._url(name)
        wanted = f"bytes={offset}-{offset + length - 1}"
        request = urllib.request.Request(  # noqa: S310 - http and https only, by open_ranges
            url, headers={"Range": wanted, "User-Agent": _AGENT, "Accept-Encoding": "identity"}
        )
        why = ""
        for attempt in range(TRIES):
            if attempt:
                self._wait(2.0**attempt)
            try:
                return _asked(self._opener, request, offset, length)
            except urllib.error.HTTPError as error:
                if error.code == 416:
                    return 416, error.headers, b""
                why = f"the server answers {error.code}"
                if error.code not in _BUSY:
                    break
            except (OSError, HTTPException) as error:
                why = f"the server does not answer ({' '.join(str(error).split())})"
        raise _missing(url, why)


class _Hurried(io.RawIOBase):
    """The bytes of a connection, up to a moment at which all of them must have come."""

    def __init__(self, connection: io.RawIOBase, deadline: float) -> None:
        super().__init__()
        self._connection = connection
        self._deadline = deadline

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Whatever has come, unless it is too late."""
        if time.monotonic() > self._deadline:
            raise TimeoutError("its answer takes too long")
        read: int | None = self._connection.readinto(buffer)
        return read

    def close(self) -> None:
        """Close the connection too."""
        self._connection.close()
        super().close()


class _Timed(urllib.request.AbstractHTTPHandler):
    """Opens connections whose answers must have come within a time."""

    def __init__(self, longest_s: float) -> None:
        super().__init__()
        self._longest_s = longest_s

    def do_open(self, http_class: Any, req: Any, **arguments: Any) -> Any:
        """As it is opened otherwise, but for the limit."""
        deadline = time.monotonic() + self._longest_s

        def answer(connection: Any, **options: Any) -> HTTPResponse:
            made = HTTPResponse(connection, **options)
            made.fp = io.BufferedReader(_Hurried(made.fp.detach(), deadline))
            return made

        def connected(host: str, **options: Any) -> Any:
            connection = http_class(host, **options)
            connection.response_class = answer
            return connection

        return super().do_open(connected, req, **arguments)


class _Http(_Timed, urllib.request.HTTPHandler):
    pass


class _Https(_Timed, urllib.request.HTTPSHandler):
    pass


def _asked(
    opener: urllib.request.OpenerDirector,
    request: urllib.request.Request,
    offset: int,
    length: int,
) -> tuple[int, Any, bytes]:
    with opener.open(request, timeout=TIMEOUT_S) as answer:
        if answer.status == 206:
            if not _is_range(answer, offset):
                raise HTTPException("it sends another range than was asked for")
            return answer.status, answer.headers, _read(answer, length)
        # A server without ranges sends the whole file: its size is asked without reading it.
        if length == 1:
            return answer.status, answer.headers, b""
        if offset > _LONGEST_PASSED:
            raise HTTPException("it sends no ranges")
        while offset > 0 and (passed := answer.read(min(offset, _PIECE))):
            offset -= len(passed)
        return answer.status, answer.headers, b"" if offset else _read(answer, length)


def _is_range(answer: Any, offset: int) -> bool:
    """Whether an answer is one range from ``offset`` on, for all that it says of itself."""
    stated = answer.headers.get("Content-Range")
    if stated is None:
        return bool(answer.headers.get_content_type() != "multipart/byteranges")
    begin = _RANGE.match(stated)
    return begin is not None and int(begin[1]) == offset


def _read(answer: Any, length: int) -> bytes:
    """At most so many bytes; less than the server promised is no answer."""
    left: int | None = answer.length
    body: bytes = answer.read(length)
    if left is not None and len(body) < min(left, length):
        raise IncompleteRead(body, left - len(body))
    return body


class StoreRanges:
    """Files of an object store, such as ``s3://bucket/prefix``, through fsspec.

    Args:
        base: address that names are appended to.
        options: for the file system, such as ``endpoint_url`` or ``anon``.
    """

    def __init__(self, base: str, **options: Any) -> None:
        scheme = urlsplit(base).scheme
        try:
            fsspec: Any = importlib.import_module("fsspec")
            self._files: Any = fsspec.filesystem(scheme, **options)
        except (ImportError, ValueError) as error:
            raise UsageError(
                f"{base}: not readable ({error}); install it with pip install "
                f"'pagemill[remote]', or use an https address of the same store"
            ) from None
        self._base = base.rstrip("/") + "/"

    def read(self, name: str, offset: int, length: int) -> bytes:
        """Read by one request."""
        path = self._base + name
        if length <= 0:
            return b""
        try:
            return bytes(self._files.cat_file(path, start=offset, end=offset + length))
        except Exception as error:
            raise _missing(path, str(error)) from error

    def size(self, name: str) -> int:
        """What the store says that the file has."""
        path = self._base + name
        try:
            return int(self._files.size(path))
        except Exception as error:
            raise _missing(path, str(error)) from error


def _missing(place: Path | str, why: str) -> SurroundingsError:
    return SurroundingsError(
        f"{place}: {why}; check the address, then repeat the command: what was stored is safe"
    )
