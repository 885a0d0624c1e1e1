"""A compressed file as a stream of what it holds."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO

from pagemill.archive.codec import codec_of
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import Member, Members

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


class Unpacked(io.RawIOBase):
    """The content of all members of a file as one stream, for buffering.

    Reading raises ``BrokenMemberError`` at damage; :attr:`offset` is then where the damaged
    member starts. The file is closed with the stream.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self.offset: int = 0
        self._stream = stream
        file = FileBytes(stream)
        self._members = Members(file, codec_of(file.at(0, 8)))
        self._member: Member | None = None
        self._piece = b""

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill ``buffer`` as far as one piece goes."""
        view = memoryview(buffer)
        while not self._piece:
            if self._member is None:
                self._member = self._members.open(self.offset)
            if self._member is None:
                return 0
            self._piece = self._member.more()
            if not self._piece:
                self.offset, self._member = self._member.end(), None
        part, self._piece = self._piece[: len(view)], self._piece[len(view) :]
        view[: len(part)] = part
        return len(part)

    def close(self) -> None:
        """Close the file too."""
        self._stream.close()
        super().close()
