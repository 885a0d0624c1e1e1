"""How much of a gzip member is certain whose end is missing.

A whole member whose last bits changed reads as one that was cut: the decoder misses the end and
runs over it. Its last four bytes say how much it should hold, though, while those of a member
that was cut say anything. So a size that fits what was decoded speaks against a cut. Once in
some ten thousand times it does so wrongly, and then what is right is not believed.

Source:
    RFC 1952, section 2.3.1: CRC32 and ISIZE.
"""

from __future__ import annotations

from zlib import crc32

from pagemill.archive.codec import gzip_decoder
from pagemill.archive.file_bytes import FileBytes

# By how many bytes a decoder that ran over the end may err about the size: some symbols, or all
# that zeros stand for.
_NEAR, _NEAR_ZEROS = 1 << 15, 1 << 22
_ZEROS = bytes(8)
_PIECE, _SLICE = 1 << 20, 1 << 14


class Content:
    """Size and checksum of what was decoded, as they stand at the end of a gzip member."""

    def __init__(self) -> None:
        self.size = 0
        self._checksum = 0

    def add(self, piece: bytes) -> None:
        """Take in the next bytes of content."""
        self.size += len(piece)
        self._checksum = crc32(piece, self._checksum)

    def ends_with(self, tail: bytes) -> bool:
        """Whether a file ends as this content demands, but for up to four bytes.

        Args:
            tail: its last eight bytes.
        """
        size = self.size & 0xFFFFFFFF
        end = self._checksum.to_bytes(4, "little") + size.to_bytes(4, "little")
        return any(tail.endswith(end[:known]) for known in range(4, 8))


def certain_before_cut(file: FileBytes, offset: int, content: Content) -> int:
    """How many bytes of the content of the file's last member are what was written.

    Args:
        file: ends within the member.
        offset: where the member begins.
        content: what was decoded of it.
    """
    tail = file.at(max(file.size - 8, 0), 8)
    stated = int.from_bytes(tail[-4:], "little")
    # So little content would not have been packed into so much.
    if content.ends_with(tail) or 0 < stated < (file.size - offset) // 2:
        return content.size
    if stated:
        has_zeros = _ZEROS in file.at(max(offset, file.size - _SLICE), _SLICE)
        near = _NEAR_ZEROS if has_zeros else _NEAR
        return 0 if abs(stated - content.size) <= near else content.size
    return _size_before_zeros(file, offset)


def _size_before_zeros(file: FileBytes, offset: int) -> int:
    """How much is decoded from before the zeros at the end, which may replace the true end."""
    end = file.size
    while end > offset and not file.at(end - 1, 1)[0]:
        end -= 1
    decoder, size = gzip_decoder(), 0
    while offset < end or decoder.unconsumed_tail:
        feed = decoder.unconsumed_tail
        if not feed:
            feed = file.at(offset, min(end - offset, _SLICE))
            offset += len(feed)
        size += len(decoder.decompress(feed, _PIECE))
    return size
