"""WACZ: a ZIP file whose folder ``archive/`` holds WARC files."""

from __future__ import annotations

import errno
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from pagemill.archive.sources.cut_zip import StoredMember, Stretch, stored_members
from pagemill.archive.sources.source import Item, SourceOptions, UnreadableError
from pagemill.archive.sources.warc import items
from pagemill.errors import UsageError
from pagemill.model.capture import Damage

_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".warc.lz4", ".arc", ".arc.gz")
_LARGEST_MEMBER = 1 << 40
_LARGEST_RATIO = 200  # of a compressed member; plain WARC reaches about 10
BOUNDLESS = "decompresses without bounds"
ENTRY_FAULTS = (
    zipfile.BadZipFile,
    EOFError,
    RuntimeError,  # encrypted
    NotImplementedError,
    ValueError,
    zlib.error,
    lzma.LZMAError,
    OSError,  # a place where no file reaches, and how bz2 tells damage: see is_of_disk
)
"""What reading an entry of a ZIP file may raise."""


def is_of_disk(error: Exception) -> bool:
    """Whether the disk is at fault, and not what stands in the file."""
    return isinstance(error, OSError) and error.errno not in {None, errno.EINVAL}


def is_boundless(info: zipfile.ZipInfo) -> bool:
    """Whether an entry states that it unpacks to more than any archive does."""
    room = max(info.compress_size, 1 << 20) * _LARGEST_RATIO
    return info.file_size > min(room, _LARGEST_MEMBER)


def boundless(infos: Iterable[zipfile.ZipInfo], size: int) -> Iterator[bool]:
    """For each entry whether it may not be read, alone or with those before it.

    Entries may overlap in the file, so that each is small for what it takes and all together
    are not.

    Args:
        infos: the entries.
        size: bytes of the ZIP file.
    """
    room = max(size, 1 << 20) * _LARGEST_RATIO
    for info in infos:
        is_refused = is_boundless(info) or info.file_size > room
        room -= 0 if is_refused else info.file_size
        yield is_refused


class WaczSource:
    """A WACZ file; its cursor counts the bytes of its WARC files, one after the other.

    Everything but those WARC files is derived from them, so nothing else is read, and
    nothing is unpacked onto the disk.
    """

    kind = "wacz"

    def __init__(self, path: Path, options: SourceOptions) -> None:
        self.path = path
        self._options = options
        self._left: list[StoredMember] = []
        try:
            with zipfile.ZipFile(path) as bundle:
                self._members = sorted(
                    (info for info in bundle.infolist() if _is_warc(info.filename)),
                    key=lambda info: info.filename,
                )
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            self._members = []
            self._left = sorted(one for one in stored_members(path) if _is_warc(one.name))
            if self._left:
                return
            raise UnreadableError(
                f"{path}: a damaged ZIP file ({error}); fetch it again, or unpack what is "
                f"left and import its WARC files"
            ) from None
        if not self._members:
            raise UsageError(
                f"{path}: a ZIP file without archive/*.warc.gz, so no WACZ; unpack it and "
                f"import the folder"
            )

    def read(self, start: int = 0) -> Iterator[Item]:
        """The items of its WARC files, by their names."""
        if self._left:
            yield from self._without_directory(start)
            return
        with zipfile.ZipFile(self.path) as bundle:
            base = 0
            refused = boundless(self._members, self.path.stat().st_size)
            for info, is_refused in zip(self._members, refused, strict=True):
                behind = base + info.file_size
                if is_refused and start < behind:
                    name = f"{self.path}!{info.filename}"
                    yield Item(behind, Damage(file=name, offset=0, kind=BOUNDLESS))
                elif start < behind or info.file_size == 0:
                    yield from self._of_member(bundle, info, base, max(start - base, 0))
                base = behind

    def _without_directory(self, start: int) -> Iterator[Item]:
        """What is left of a ZIP file that was cut off, and that it was."""
        base = 0
        with self.path.open("rb") as stream:
            for one in self._left:
                yield from self._of_left(stream, one, base, max(start - base, 0))
                base += one.size
        if start <= base:
            end = self.path.stat().st_size
            missing = Damage(file=str(self.path), offset=end, kind="ZIP directory missing")
            yield Item(base + 1, missing)

    def _of_left(
        self, stream: BinaryIO, one: StoredMember, base: int, start: int
    ) -> Iterator[Item]:
        if start >= one.size:
            return
        inner = cast("BinaryIO", Stretch(stream, one.start, one.size))
        name = f"{self.path}!{one.name}"
        for item in items(inner, name, start=start, options=self._options, size=one.size):
            yield Item(base + item.cursor, item.found)

    def _of_member(
        self, bundle: zipfile.ZipFile, info: zipfile.ZipInfo, base: int, start: int
    ) -> Iterator[Item]:
        name = f"{self.path}!{info.filename}"
        behind = base + info.file_size
        try:
            with bundle.open(info) as stream:
                inner = cast("BinaryIO", stream)
                size = info.file_size
                for item in items(inner, name, start=start, options=self._options, size=size):
                    yield Item(base + item.cursor, item.found)
        except ENTRY_FAULTS as error:
            if is_of_disk(error):
                raise
            yield Item(behind, Damage(file=name, offset=0, kind="damaged ZIP entry"))


def _is_warc(name: str) -> bool:
    return name.startswith("archive/") and name.endswith(_ENDINGS)
