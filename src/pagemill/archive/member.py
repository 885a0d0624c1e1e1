"""The members of an archive file: stretches that are decompressed on their own.

A ``.warc.gz`` is a row of gzip members, a ``.warc.zst`` of Zstandard frames, a ``.warc.lz4``
of LZ4 frames, and a plain file is treated as a single member. Each is read forward in pieces
of bounded size, so neither a huge member nor a decompression bomb fills the memory. After
damage the next sound member is looked for from the byte behind the start of the damaged one,
because a flipped bit can carry the decoder across the members that follow.

Source:
    RFC 1952 (gzip), RFC 8878 (Zstandard), IIPC "Zstandard Compression for WARC Files 1.0", the
    LZ4 Frame Format.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pagemill.archive.codec import (
    DICTIONARY_MAGIC,
    GZIP_MAGIC,
    LZ4_MAGIC,
    ZSTD_MAGIC,
    Dictionary,
    GzipDecoder,
    GzipFault,
    Lz4Decoder,
    Lz4Fault,
    Readable,
    ZstdFault,
    ZstdFrames,
    gunzipped_whole,
    gzip_decoder,
    is_skippable,
    zstd_dictionary,
    zstd_reader,
)
from pagemill.archive.damage.cut import Content, certain_before_cut
from pagemill.archive.damage.frame import frame_at
from pagemill.archive.file_bytes import WINDOW, FileBytes, Forward

WARC_MAGIC = b"WARC/"
_FOLLOWING = b"\r\n\r\nWARC/"
PIECE = 1 << 20
TRIAL = 4096
HEAD = 512

_SLICE = 16_384
_LONGEST_KEPT = 1 << 23
_LARGEST_DICTIONARY = 1 << 24
_BLOCK_COST = 1 << 12
_LONGEST_BLOCK = 5 << 20  # of an LZ4 frame, with its header
_LZ4_CHECKSUMS = 0b10100  # flags of a frame: of its blocks, of its content
_ALL = 1 << 62
_PATIENCE = 1 << 30


class BrokenMemberError(Exception):
    """A member cannot be read to its end; ``kind`` says why in a few fixed words."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


class Member(Protocol):
    """One member being read forward.

    ``checked`` says that a checksum over its content has been held once it is read to the
    end; ``over`` that nothing is left, where that is known before :meth:`more` is asked;
    ``given`` counts the bytes that :meth:`more` gave.
    """

    offset: int
    checked: bool
    over: bool
    given: int

    def whole(self) -> bytes:
        """All content of a sound member at once, or ``b""`` where that cannot be had.

        To be asked first, or not at all.
        """
        return b""

    def compressed(self) -> bytes:
        """The gzip member as it stands in the file, once read; ``b""`` where it is none."""
        return b""

    def more(self) -> bytes:
        """The next decompressed bytes, at most about a mebibyte; ``b""`` at the end.

        Raises:
            BrokenMemberError: the member is damaged; what was given before is unverified.
        """
        ...

    def end(self) -> int:
        """Offset of the first byte behind the member, once :meth:`more` gave ``b""``.

        Behind what was looked at, once it raised.
        """
        ...

    def cost(self) -> int:
        """What reading it has cost so far: bytes that were looked at or given."""
        return self.end() - self.offset + self.given


class PlainMember(Member):
    """A file, or its rest, without compression."""

    checked = False
    over = False
    given = 0

    def __init__(self, file: FileBytes, offset: int) -> None:
        self.offset = offset
        self._file = file
        self._next = offset

    def more(self) -> bytes:
        """The next stretch of the file."""
        piece = self._file.at(self._next, WINDOW)
        self._next += len(piece)
        self.over = self._next >= self._file.size
        return piece

    def end(self) -> int:
        """The end of the file."""
        return self._file.size


class GzipMember(Member):
    """One gzip member."""

    checked = True
    over = False
    given = 0

    def __init__(self, file: FileBytes, offset: int) -> None:
        self.offset = offset
        self._file = file
        self._next = offset
        self._decoder: GzipDecoder | None = None
        self._fed: list[bytes] = []

    def more(self) -> bytes:
        """The next decompressed bytes."""
        if self.over:
            return b""
        decoder = self._decoder = self._decoder or gzip_decoder()
        while not decoder.eof:
            feed = decoder.unconsumed_tail
            if not feed:
                feed = self._file.at(self._next, _SLICE)
                self._next += len(feed)
                self._keep(feed)
            if not feed:
                raise BrokenMemberError("cut off")
            try:
                piece = decoder.decompress(feed, PIECE)
            except GzipFault as error:
                raise BrokenMemberError(_fault(str(error))) from None
            if piece:
                self.over = decoder.eof
                self.given += len(piece)
                return piece
        return b""

    def end(self) -> int:
        """Where the compressed bytes end."""
        return self._next - (len(self._decoder.unused_data) if self._decoder else 0)

    def whole(self) -> bytes:
        """All at once, where what lies before the next member's mark is a sound member."""
        data = self._file.up_to(GZIP_MAGIC, self.offset, WINDOW)
        whole = gunzipped_whole(data, PIECE)
        if whole:
            self._next += len(data)
            self._fed.append(data)
            self.over = True
        return whole or b""

    def compressed(self) -> bytes:
        """The member as it stands in the file, once read to its end; ``b""`` if it is huge."""
        length = self.end() - self.offset
        if len(self._fed) == 1:
            return self._fed[0][:length]  # no copy where it fits
        return b"".join(self._fed)[:length] if length <= _LONGEST_KEPT else b""

    def _keep(self, feed: bytes) -> None:
        if self._next - self.offset > _LONGEST_KEPT + _SLICE:
            self._fed.clear()
        else:
            self._fed.append(feed)


class Lz4Member(Member):
    """One LZ4 frame."""

    over = False
    given = 0

    def __init__(self, file: FileBytes, offset: int) -> None:
        self.offset = offset
        self.checked = bool(int.from_bytes(file.at(offset + 4, 1), "little") & _LZ4_CHECKSUMS)
        self._file = file
        self._next = offset
        self._decoder = Lz4Decoder()

    def more(self) -> bytes:
        """The next decompressed bytes."""
        decoder = self._decoder
        while not decoder.eof:
            feed = self._file.at(self._next, _SLICE) if decoder.needs_input else b""
            if decoder.needs_input and not feed:
                raise BrokenMemberError("cut off")
            self._next += len(feed)
            try:
                piece = decoder.decompress(feed, PIECE)
            except Lz4Fault as error:
                raise BrokenMemberError(_fault(str(error))) from None
            if piece:
                self.over = decoder.eof
                self.given += len(piece)
                return piece
        return b""

    def end(self) -> int:
        """Where the compressed bytes end."""
        return self._next - len(self._decoder.unused_data)


class ZstdMember(Member):
    """One Zstandard frame."""

    over = False
    given = 0

    def __init__(
        self,
        file: FileBytes,
        offset: int,
        dictionary: Dictionary | None,
        frames: ZstdFrames,
    ) -> None:
        self.offset = offset
        frame = frame_at(file, offset)
        if frame.fault and not file.at(offset, 4) == ZSTD_MAGIC:
            raise BrokenMemberError(frame.fault)
        # What stands before a fault is given first.
        self._fault, self._end = frame.fault, frame.end
        self._stop = file.size if frame.fault else frame.end
        self._blocks = frame.blocks
        self.checked = bool(int.from_bytes(file.at(offset + 4, 1), "little") & 4)
        self._file = file
        self._dictionary = dictionary
        self._frames = frames
        self._reader: Readable | None = None

    def more(self) -> bytes:
        """The next decompressed bytes."""
        if self.over:
            return b""
        if self._reader is None:
            stretch = Forward(self._file, self.offset, self._stop)
            self._reader = zstd_reader(stretch, self._dictionary)
        try:
            piece = self._reader.read(PIECE)
        except ZstdFault:
            raise BrokenMemberError(self._fault or "damaged data") from None
        if self._fault and not piece:
            raise BrokenMemberError(self._fault)
        self.given += len(piece)
        return piece

    def end(self) -> int:
        """Where the frame ends."""
        return self._end

    def cost(self) -> int:
        """Bytes, and a page for each block that was gone over to find the end."""
        return super().cost() + self._blocks * _BLOCK_COST

    def whole(self) -> bytes:
        """All at once, where the frame is sound and says how much it holds."""
        length = self._end - self.offset
        if self._fault or length > WINDOW:
            return b""
        found = self._frames.whole(self._file.at(self.offset, length), PIECE)
        self.over = found is not None
        return found or b""


def begins_warc(content: bytes) -> bool:
    """Whether a WARC record may start here, line ends aside."""
    return content.lstrip(b"\r\n").startswith(WARC_MAGIC)


class Members:
    """How the members of one file are opened and found again after damage.

    Args:
        file: the file.
        codec: what :func:`pagemill.archive.codec.codec_of` says of it.
        begins: tells of the first bytes of a member's content whether a record starts there.
        following: what stands where a record follows another one.
    """

    def __init__(
        self,
        file: FileBytes,
        codec: str,
        begins: Callable[[bytes], bool] = begins_warc,
        following: bytes = _FOLLOWING,
    ) -> None:
        self.file = file
        self.codec = codec
        self.begins = begins
        self._following = following
        self._dictionary = _dictionary(file) if codec == "zstd" else None
        self._frames = ZstdFrames(self._dictionary) if codec == "zstd" else None
        self._surveyed = (-1, 0)
        self._patience = _PATIENCE + 4 * file.size

    def open(self, offset: int) -> Member | None:
        """The member at ``offset``, or None at the end of the file.

        Raises:
            BrokenMemberError: no member starts there.
        """
        if self.codec == "zstd":
            offset = _behind_skippable(self.file, offset)
            if offset > self.file.size:
                raise BrokenMemberError("cut off")
        if offset >= self.file.size:
            return None
        if self.codec == "plain":
            return PlainMember(self.file, offset)
        if self.codec == "gzip":
            if not self.file.at(offset, 3) == GZIP_MAGIC:
                raise BrokenMemberError("no gzip member")
            return GzipMember(self.file, offset)
        if self.codec == "lz4":
            if not self.file.at(offset, 4) == LZ4_MAGIC:
                raise BrokenMemberError("no lz4 frame")
            return Lz4Member(self.file, offset)
        frames = self._frames or ZstdFrames(self._dictionary)
        return ZstdMember(self.file, offset, self._dictionary, frames)

    def next_after(self, offset: int, broken: Member | None = None) -> int:
        """Start of the next member behind ``offset`` that begins with a record, or the end.

        Looked for from the next byte on. A file may be made of thousands of members, though,
        that begin with a record and lead into the same bomb or end: where patience with such
        is lost, the search goes on behind all that was looked at.

        Args:
            offset: where a damaged member begins.
            broken: that member, as far as it was read.
        """
        start = offset + 1
        if broken is not None and not self._bear(broken):
            start = max(start, broken.end())
        magic = {"gzip": GZIP_MAGIC, "lz4": LZ4_MAGIC}.get(self.codec, ZSTD_MAGIC)
        while (found := self.file.find(magic, start)) >= 0 and not self._sound(found):
            start = found + 1
        return found if found >= 0 else self.file.size

    def _bear(self, member: Member) -> bool:
        """Count what it cost to read a member in vain; whether patience is left."""
        self._patience -= min(member.cost(), self._patience)
        return self._patience > 0

    def certain(self, offset: int) -> int:
        """Up to which byte the content of the member at ``offset`` is what was written.

        All of it where its checksum holds, and what stands before a cut. Once a checksum has
        failed nobody can say which bytes before it are right, so none is. For members whose
        end bears a checksum; the last answer is kept.
        """
        if self._surveyed[0] != offset:
            self._surveyed = (offset, self._survey(offset))
        return self._surveyed[1]

    def _survey(self, offset: int) -> int:
        content = Content()
        try:
            member = self.open(offset)
            while member is not None and (piece := member.more()):
                content.add(piece)
        except BrokenMemberError as broken:
            # A member follows: a flipped bit led the decoder over the end of this one.
            if broken.kind != "cut off" or self.next_after(offset) < self.file.size:
                return 0
            if self.codec == "gzip":
                return certain_before_cut(self.file, offset, content)
            return content.size
        return _ALL

    def _sound(self, offset: int) -> bool:
        try:
            return self.begins(self._head(offset)) or self._goes_on(offset)
        except (GzipFault, Lz4Fault, ZstdFault):
            return False

    def _goes_on(self, offset: int) -> bool:
        """Whether a sound member begins inside a record that others follow.

        Files that were packed again in stretches of a fixed size are made of such members.
        What looks like one and is none costs patience, and so does all that must be read to
        find that out.
        """
        if self._patience <= 0:
            return False
        is_met, tail, member = False, b"", None
        try:
            member = self.open(offset)
            while member and member.given < self._patience and (piece := member.more()):
                is_met = is_met or self._following in tail + piece
                tail = piece[-len(self._following) :]
        except BrokenMemberError:
            is_met = False
        if member is None or (is_met and member.given < self._patience):
            return is_met
        self._bear(member)
        return False

    def _head(self, offset: int) -> bytes:
        """The first bytes of what a member holds, should one start there."""
        if self.codec == "zstd":
            rest = Forward(self.file, offset, self.file.size)
            return zstd_reader(rest, self._dictionary).read(HEAD)
        if self.codec == "lz4":
            return self._lz4_head(offset)
        trial = self.file.at(offset, TRIAL)
        return gzip_decoder().decompress(trial, HEAD)

    def _lz4_head(self, offset: int) -> bytes:
        """The first bytes of a frame, whose blocks are decoded whole."""
        decoder, head, fed = Lz4Decoder(), b"", 0
        longest = _LONGEST_BLOCK if self._patience else 1
        while not head and fed < longest and (feed := self.file.at(offset + fed, _SLICE)):
            head = decoder.decompress(feed, HEAD)
            fed += len(feed)
        if not head:
            self._patience -= min(fed, self._patience)
        return head


def _fault(message: str) -> str:
    return "wrong checksum" if "hecksum" in message else "damaged data"


def _behind_skippable(file: FileBytes, offset: int) -> int:
    while is_skippable((head := file.at(offset, 8))[:4]) and len(head) == 8:
        offset += 8 + int.from_bytes(head[4:], "little")
    return offset


def _dictionary(file: FileBytes) -> Dictionary | None:
    """The dictionary in the first frame, which may be compressed itself."""
    head = file.at(0, 8)
    if not head.startswith(DICTIONARY_MAGIC) or len(head) < 8:
        return None
    data = file.at(8, min(int.from_bytes(head[4:], "little"), _LARGEST_DICTIONARY))
    try:
        if data.startswith(ZSTD_MAGIC):
            data = zstd_reader(data).read(_LARGEST_DICTIONARY)
        return zstd_dictionary(data)
    except ZstdFault:
        return None


class Flow:
    """The decompressed bytes from one member on, seen through a buffer.

    Attributes:
        member: the member that is read at present.
        buffer: decompressed bytes; those before ``at`` are done with.
        ended: nothing comes after the buffer, unless :meth:`join` finds more.
        fault: why the member could not be read to its end, else ``""``.
    """

    def __init__(self, members: Members, member: Member, first: bytes = b"") -> None:
        self._members = members
        self._begun = member
        self.member = member
        self.buffer = first
        self.at = 0
        self.ended = bool(first) and member.over
        self.fault = ""
        self._passed = 0

    def ensure(self, length: int) -> int:
        """Load until ``length`` bytes lie ahead, or all there are; how many do."""
        ahead = len(self.buffer) - self.at
        if ahead >= length or self.ended:
            return ahead
        pieces: list[bytes] = []
        try:
            while ahead < length and not self.ended:
                piece = self.member.more()
                self.ended = not piece or self.member.over
                if piece:
                    ahead += len(piece)
                    pieces.append(piece)
        except BrokenMemberError as broken:
            self.fault, self.ended = broken.kind, True
        if pieces:
            self._extend(pieces)
        return ahead

    def _extend(self, pieces: list[bytes]) -> None:
        if self.at < len(self.buffer):
            pieces.insert(0, self.buffer[self.at :])
        self._passed += self.at
        self.buffer, self.at = pieces[0] if len(pieces) == 1 else b"".join(pieces), 0

    def is_certain(self, length: int) -> bool:
        """Whether a checksum stands behind the next ``length`` bytes, or they precede a cut.

        Never where members bear no checksum.
        """
        if not self.member.checked or self.fault not in {"", "cut off"}:
            return False
        if self.ended and not self.fault:
            return True
        certain = self._members.certain(self.member.offset)
        return self._passed + self.at + length <= certain

    @property
    def is_untouched(self) -> bool:
        """Whether the present place is the very start of the member."""
        return self.at == self._passed == 0 and self.member is self._begun

    def compressed(self) -> bytes:
        """The gzip member that was read to its end; ``b""`` where it is none."""
        return self.member.compressed() if self.ended and not self.fault else b""

    def offset(self) -> int:
        """Where in the file the present place is; its member's start if compressed."""
        if self._members.codec == "plain":
            return self.member.offset + self._passed + self.at
        return self.member.offset

    def resume(self) -> int:
        """From where reading can be taken up again without losing what lies ahead."""
        if self._members.codec == "plain":
            return self.offset()
        if self.ended and not self.fault and self.at >= len(self.buffer):
            return self.member.end()
        return self.member.offset

    def join(self) -> bool:
        """Go on into the next member, when a record runs over the border of two members.

        That happens in files that were compressed again in blocks of a fixed size.
        """
        if self._members.codec == "plain" or self.fault or not self.ended:
            return False
        try:
            following = self._members.open(self.member.end())
            piece = following.more() if following else b""
        except BrokenMemberError:
            return False
        if following is None or self._members.begins(piece):
            return False
        self._passed = self.at - len(self.buffer)  # counted from the start of the new member
        self.buffer, self.at = self.buffer[self.at :] + piece, 0
        self.member, self.ended = following, following.over
        return True

    def skip(self, length: int) -> bool:
        """Go ``length`` bytes ahead without loading them; whether so many there were."""
        if self._members.codec == "plain":
            target = self.offset() + length
            if target > self._members.file.size:
                return False
            self.member = PlainMember(self._members.file, target)
            self.buffer, self.at, self._passed, self.ended = b"", 0, 0, False
            return True
        while length > (ahead := len(self.buffer) - self.at):
            length -= ahead
            self.at = len(self.buffer)
            if self.ensure(1) == 0:
                return False
        self.at += length
        return True
