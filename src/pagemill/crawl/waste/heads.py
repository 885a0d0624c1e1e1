"""Asking HEAD first, where the name of an address promises what would be refused in the end.

A request costs its host a turn, so HEAD is asked only for what is large by its name: archives,
images of disks, installers, sound and moving pictures. What the answer says in favour of an
address costs one turn more, what it says against it spares a body. Hosts differ in what their
HEAD is worth, so that is learned host by host: one that does not know it, whose HEAD says "not
there" of what GET gets, or which hides a length that GET then shows, is asked so no more, nor
is one that has spared nothing so many times in a row.

Source: RFC 9110, sections 9.3.2 (HEAD may leave fields out that GET would send) and 15.6.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from pagemill.crawl.cells import Cells
from pagemill.crawl.fetching.fetch import Answer, Outcome
from pagemill.crawl.frontier import Found
from pagemill.crawl.names import Names
from pagemill.crawl.politeness import SLOWED
from pagemill.crawl.reading.page import stated

MOST_IN_VAIN: Final = 8
"""Answers to HEAD in a row that spare nothing, after which a host is asked by GET alone."""

TOO_LARGE: Final = "answer too large"
NOT_KEPT: Final = "noarchive"
_HOST: Final = b"f"
_USELESS: Final = 255
_UNKNOWN_METHOD: Final = frozenset((405, 501))
_MOST_SAID: Final = 10_000
_LONGEST_NAME: Final = 8
_ARCHIVES: Final = (
    "zip zipx tar gz tgz bz2 tbz2 xz txz lz lz4 lzma zst tzst 7z rar cab ace arj z jar war ear "
    "deb rpm apk ipa msi exe dmg pkg appimage snap flatpak whl crate nupkg"
)
_DISKS: Final = "iso img vhd vhdx vmdk vdi ova ovf qcow2 wim raw toast"
_FILMS: Final = "mp4 m4v mkv webm avi mov wmv flv mpg mpeg m2ts vob ogv 3gp asf rm rmvb"
_SOUNDS: Final = "mp3 m4a aac flac wav ogg oga opus wma aif aiff ape mid"
_BULK: Final = "bin dump sqlite mdb pst parquet h5 hdf5 nc npz pbf warc arc wacz"
_LARGE: Final = frozenset(
    name for group in (_ARCHIVES, _DISKS, _FILMS, _SOUNDS, _BULK) for name in group.split()
)
_PACKED: Final = frozenset(("gz", "bz2", "xz", "zst", "z"))
_READ: Final = frozenset(("xml", "txt", "html", "htm", "rss", "atom", "json"))
_NO_PAGES: Final = ("video/", "audio/", "image/", "font/")
_NO_PAGE: Final = frozenset(
    f"application/{name}"
    for name in (
        *("zip", "gzip", "x-tar", "x-gtar", "x-bzip2", "x-xz", "zstd", "x-7z-compressed"),
        *("vnd.rar", "x-rar-compressed", "java-archive", "x-iso9660-image", "x-msdownload"),
        *("vnd.debian.binary-package", "x-rpm", "x-apple-diskimage"),
    )
)


@dataclass(frozen=True, slots=True)
class Against:
    """What an answer to HEAD says against an address.

    Attributes:
        reason: short fixed wording under which refusals are counted.
        detail: what was said.
    """

    reason: str
    detail: str


class Heads:
    """What the answers to HEAD of each host have been worth, on disk.

    Args:
        cells: where it lies.
        limit: bytes that one answer may have.
        agent: product token of the crawler, as ``X-Robots-Tag`` knows it.
    """

    def __init__(self, cells: Cells, limit: int, agent: str) -> None:
        self._cells = cells
        self._limit = limit
        self._agent = agent
        self._said: dict[bytes, int] = {}  # what HEAD answered and GET is to show, by address
        self.puts: dict[bytes, bytes] = {}
        """What is to be written with the next step of the crawl; the caller empties it."""

    def is_wanted(self, found: Found) -> bool:
        """Whether an address is asked for by HEAD first; at its first try only.

        Args:
            found: an address that was never fetched.
        """
        if found.tries or not found.url.startswith("http") or not is_large(found.url):
            return False
        return self._in_vain(found.host) < MOST_IN_VAIN

    def judge(self, found: Found, outcome: Outcome) -> Against | None:
        """What is against an address by the answer to HEAD; None where GET has to show it.

        Args:
            found: the address.
            outcome: what came of HEAD.
        """
        if not isinstance(outcome, Answer) or outcome.status in _UNKNOWN_METHOD:
            self._note(found.host, _USELESS)
            return None
        against = self._against(outcome) if outcome.status == HTTPStatus.OK else None
        if against is not None:
            self._note(found.host, 0)
            return against
        if outcome.status not in SLOWED:
            self._note(found.host, self._in_vain(found.host) + 1)
            if len(self._said) < _MOST_SAID:
                self._said[found.key] = outcome.status
        return None

    def compare(self, found: Found, outcome: Outcome) -> None:
        """Hold what GET came to against what HEAD had said of the same address, if anything.

        Args:
            found: the address.
            outcome: what came of GET.
        """
        said = self._said.pop(found.key, 0)
        if not said:
            return
        if isinstance(outcome, Answer):
            is_wrong = said >= HTTPStatus.BAD_REQUEST and outcome.status == HTTPStatus.OK
        else:
            is_wrong = outcome.reason == TOO_LARGE
        if is_wrong:
            self._note(found.host, _USELESS)

    def named(self, names: Names) -> Iterator[bytes]:
        """Keys of all that would be known of the hosts that are named."""
        for key, _ in self._cells.walk(_HOST):
            if names.host(key[1:].decode("utf-8", "replace")):
                yield key

    def _against(self, answer: Answer) -> Against | None:
        lengths = _values(answer, "content-length")
        length = next(iter(lengths), "")
        if len(set(lengths)) == 1 and length.isascii() and length.isdigit():
            size = int(length[:20])
            if size > self._limit:
                detail = f"{size:,} bytes by HEAD, at most {self._limit:,} are taken"
                return Against(TOO_LARGE, detail)
        kind = answer.header("content-type").partition(";")[0].strip().lower()
        is_page = not (kind.startswith(_NO_PAGES) or kind in _NO_PAGE)
        tags = _values(answer, "x-robots-tag")
        if is_page or stated(tags, self._agent).archive:
            return None
        return Against(NOT_KEPT, f"{kind} by HEAD")

    def _in_vain(self, host: str) -> int:
        key = _key(host)
        note = self.puts.get(key) or self._cells.get([key])[0]
        return note[0] if note else 0

    def _note(self, host: str, in_vain: int) -> None:
        if self._in_vain(host) != in_vain:
            self.puts[_key(host)] = bytes([min(in_vain, _USELESS)])


def is_large(url: str) -> bool:
    """Whether an address names what is mostly large and no page.

    Example:
        >>> is_large("http://a.example/disk.iso"), is_large("http://a.example/get?f=a.tar.xz")
        (True, True)
        >>> is_large("http://a.example/sitemap.xml.gz"), is_large("http://zip.example.zip/")
        (False, False)
    """
    name = url.partition("#")[0].rpartition("/")[2]
    path, _, query = name.partition("?")
    return _names_large(path) or _names_large(query)


def _names_large(name: str) -> bool:
    before, dot, last = name.rpartition(".")
    if not dot or not before or len(last) > _LONGEST_NAME:
        return False
    last = last.lower()
    if last in _PACKED and before.rpartition(".")[2].lower() in _READ:
        return False
    return last in _LARGE


def _values(answer: Answer, name: str) -> tuple[str, ...]:
    return tuple(value for key, value in answer.headers if key.lower() == name)


def _key(host: str) -> bytes:
    return _HOST + host.encode("utf-8", "replace")
