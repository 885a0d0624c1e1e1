"""Find captures through a clustered index, as Common Crawl publishes one for each crawl.

A clustered index is CDXJ, sorted, cut into gzip members of some thousand lines. A second
file, ``cluster.idx``, has a line for each member: the key that it begins with, and the file,
offset and length of the member. So a look-up bisects ``cluster.idx`` by small ranges, loads
the members that the key can be in, and needs nothing of the rest.

Source:
    The ZipNum format of pywb; the layout of index.commoncrawl.org.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from pagemill.archive.cdx import Place, place
from pagemill.archive.codec import GzipFault, gzip_decoder
from pagemill.archive.sources.ranges import Ranges
from pagemill.errors import CollectionError, DocumentError, UsageError

CLUSTERS = "cluster.idx"

_STEP = 1 << 14
_LONGEST = 1 << 24
_LONGEST_LINE = 1 << 20
_LARGEST = 1 << 28  # of the lines in a member
_NUMBER = re.compile(r"[0-9]{1,18}")
_WWW = re.compile(r"^www\d*\.")


class Wanted(NamedTuple):
    """Which captures are wanted: a range of keys, the last one not included."""

    first: str
    last: str

    def holds(self, key: str) -> bool:
        """Whether a key lies in the range."""
        return self.first <= key < self.last


def wanted(pattern: str) -> Wanted:
    """The keys that a pattern stands for.

    Args:
        pattern: an address; one that ends in ``*`` for all that begin so; or ``*.host`` for
            a host and all below it.

    Raises:
        UsageError: it names no host.

    Example:
        >>> wanted("example.org/a/*")
        Wanted(first='org,example)/a/', last='org,example)/a0')
    """
    if pattern.startswith("*."):
        host = _host(pattern[2:].rstrip("/*"), pattern)
        return Wanted(host + ")", host + "-")  # "-" is what follows ","
    exact = not pattern.endswith("*")
    try:
        key = search_key(pattern.rstrip("*"), keep_slash=not exact)
    except DocumentError as error:
        raise UsageError(f"{pattern}: no address; write HOST/PATH* or *.HOST") from error
    if key.startswith(")"):
        raise UsageError(f"{pattern}: names no host; write HOST/PATH*, *.HOST or an address")
    return Wanted(key, key + "\x00" if exact else _after(key))


def search_key(url: str, *, keep_slash: bool = False) -> str:
    """The key under which indexes that fold similar addresses keep ``url``.

    Scheme, ``www.``, letter case, the order of the query and a last slash do not count.

    Raises:
        DocumentError: it is no address.
    """
    try:
        parts = urlsplit((url if "://" in url else f"http://{url}").lower())
        port = f":{parts.port}" if parts.port not in {None, 80, 443} else ""
    except ValueError as error:
        raise DocumentError("not a web address", str(error)) from None
    host = _WWW.sub("", parts.hostname or "")
    path = parts.path or "/"
    if not keep_slash and len(path) > 1:
        path = path.rstrip("/") or "/"
    query = "&".join(sorted(parts.query.split("&")))
    return ",".join(reversed(host.split("."))) + port + ")" + path + (query and f"?{query}")


class Clusters:
    """A clustered index.

    Args:
        files: where ``cluster.idx`` and the files that it names lie.
    """

    def __init__(self, files: Ranges) -> None:
        self._files = files
        self._size = files.size(CLUSTERS)

    def places(self, keys: Wanted) -> Iterator[Place]:
        """The captures in a range of keys, in the order of the index.

        Raises:
            CollectionError: the index is damaged.
            SurroundingsError: it cannot be read.
        """
        for number, member in enumerate(self._members(keys)):
            for line in self._lines(member):
                key = line.partition(" ")[0]
                if key >= keys.last:
                    return
                found = place(line) if keys.holds(key) else None
                if found is not None:
                    yield found
            if number > _LONGEST:
                return

    def _members(self, keys: Wanted) -> Iterator[list[str]]:
        """The lines of ``cluster.idx`` for members that may hold such keys."""
        at = self._before(keys.first)
        before: list[str] | None = None
        for line in self._from(at):
            fields = line.split("\t")
            if len(fields) < 4:
                raise CollectionError(f"{CLUSTERS}: no such line: {line[:80]!r}")
            key = fields[0].partition(" ")[0]
            # A member also holds what lies between its first key and that of the next.
            if key >= keys.first and before is not None:
                yield before
            before = fields
            if key >= keys.last:
                return
        if before is not None:
            yield before

    def _before(self, key: str) -> int:
        """Offset of a line that begins before ``key``, or of the first line."""
        low, high = 0, self._size
        while high - low > _STEP:
            middle = (low + high) // 2
            head = self._files.read(CLUSTERS, middle, 4096)
            start = head.find(b"\n") + 1
            line = head[start:].partition(b"\n")[0].decode("utf-8", "replace")
            if start and line.split("\t")[0].partition(" ")[0] < key:
                low = middle + start
            else:
                high = middle
        return low

    def _from(self, at: int) -> Iterator[str]:
        rest = b""
        while at < self._size:
            chunk = self._files.read(CLUSTERS, at, _STEP)
            if not chunk:
                return
            at += len(chunk)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line.decode("utf-8", "replace")
            if len(rest) > _LONGEST_LINE:
                raise CollectionError(f"{CLUSTERS}: a line without end; the index is damaged")
        if rest:
            yield rest.decode("utf-8", "replace")

    def _lines(self, member: list[str]) -> list[str]:
        name, offset, length = member[1], member[2], member[3]
        are_numbers = _NUMBER.fullmatch(offset) and _NUMBER.fullmatch(length)
        if not are_numbers or int(length) >= _LONGEST:
            raise CollectionError(f"{CLUSTERS}: no such place: {member[:4]}")
        data = self._files.read(name, int(offset), int(length))
        try:
            content = gzip_decoder().decompress(data, _LARGEST)
            return content.decode("utf-8", "replace").splitlines()
        except GzipFault as error:
            raise CollectionError(
                f"{name}: byte {offset}: {error}; the index is damaged"
            ) from None


def _after(key: str) -> str:
    return key[:-1] + chr(ord(key[-1]) + 1)


def _host(host: str, pattern: str) -> str:
    if not host or "/" in host:
        raise UsageError(f"{pattern}: names no host; write *.HOST")
    return ",".join(reversed(host.lower().split(".")))
