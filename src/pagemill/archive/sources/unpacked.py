"""A compressed file as a stream of what it holds."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from pagemill.archive.codec import codec_of
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.member import BrokenMemberError, Member, Members

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_ALL = 1 << 62


class Unpacked(io.RawIOBase):
    """The lines of all members of a file as one stream, for buffering.

    Of a member that bears a checksum nothing is given unless the checksum holds, but what
    precedes a cut. So a member of more than a mebibyte is decoded twice.

    Reading raises ``BrokenMemberError`` at damage; :attr:`offset` is then where the damaged
    member starts, and after :meth:`resume` the stream goes on behind it. A buffer drops the
    line that was begun when the error came, so no line is made of two members that damage
    parts. :attr:`given` counts the bytes so far. The file is closed with the stream.

    Args:
        stream: seekable binary file.
        begins: tells of the first bytes of a member's content whether a line starts there
            that a file of this kind may have. A member that begins inside of a line is found
            after damage where it is sound to its end.
    """

    def __init__(self, stream: BinaryIO, begins: Callable[[bytes], bool]) -> None:
        super().__init__()
        self.offset: int = 0
        self.given: int = 0
        self._stream = stream
        file = FileBytes(stream)
        self._members = Members(file, codec_of(file.at(0, 8)), begins, b"\n")
        self._member: Member | None = None
        self._certain = 0
        self._piece = b""

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Fill ``buffer`` as far as one piece goes."""
        view = memoryview(buffer)
        while not self._piece:
            if self._member is None and not self._open():
                return 0
            if not self._piece:
                self._go_on()
        part, self._piece = self._piece[: len(view)], self._piece[len(view) :]
        view[: len(part)] = part
        self.given += len(part)
        return len(part)

    def resume(self) -> None:
        """After damage: go on at the next sound member, or at the end of the file."""
        self.offset = self._members.next_after(self.offset, self._member)
        self._member = None

    def close(self) -> None:
        """Close the file too."""
        self._stream.close()
        super().close()

    def _open(self) -> bool:
        """Begin the member at the present offset; whether there is one."""
        member = self._member = self._members.open(self.offset)
        if member is None:
            return False
        self._certain = _ALL
        self._piece = member.whole()
        if not self._piece and member.checked:
            self._certain = self._members.certain(self.offset)
        return True

    def _go_on(self) -> None:
        """Load the next piece of the member, or leave it at its end."""
        member = self._member
        piece = member.more() if member else b""
        # What is not certain is read all the same: its end tells what is wrong.
        self._piece = piece[: self._certain]
        self._certain -= len(self._piece)
        if member and not piece:
            self.offset, self._member = member.end(), None


def first_bytes(stream: BinaryIO) -> bytes:
    """Some bytes that the content begins with, believed without a checksum.

    Args:
        stream: seekable binary file, which may be the beginning of a longer one.

    Returns:
        At most about a mebibyte; ``b""`` where none can be had.
    """
    file = FileBytes(stream)
    members, offset, piece = Members(file, codec_of(file.at(0, 8))), 0, b""
    try:
        while not piece and (member := members.open(offset)) is not None:
            piece = member.more()
            offset = offset if piece else member.end()
    except BrokenMemberError:
        return b""
    return piece
