# pyright: basic
"""The compression libraries behind one small typed door.

Those for Zstandard, LZ4 and brotli are loaded when the first such bytes come: most never do.
"""

from __future__ import annotations

from typing import Any, Protocol, cast

import deflate
from isal import igzip_lib, isal_zlib

from pagemill.archive.params import FAST, STRENGTHS

GZIP_MAGIC = b"\x1f\x8b\x08"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
LZ4_MAGIC = b"\x04\x22\x4d\x18"
DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"

_EMPTY_FRAME = ZSTD_MAGIC + b"\x20\x00\x01\x00\x00"

_LEVELS: dict[str, int] = dict(zip(STRENGTHS[1:], (2, 6), strict=True))
_LITTLE, _LITTLE_LEVELS = 1 << 14, {2: 1}  # where a level less costs 1 %, and of much data 3 %

_LEAST_ROOM, _MOST_ROOM = 1 << 14, 1 << 24
_MOST_GAIN = 1032  # bytes that one byte of DEFLATE can stand for

GzipFault = cast("type[Exception]", igzip_lib.IsalError)  # its stub says too little


class ZstdFault(Exception):  # noqa: N818 - named as its siblings
    """Damaged Zstandard data."""


class Lz4Fault(Exception):  # noqa: N818
    """Damaged LZ4 data."""


class BrotliFault(Exception):  # noqa: N818
    """Damaged brotli data."""


class Readable(Protocol):
    """Something that gives bytes."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes, ``b""`` at the end."""
        ...


class GzipDecoder(Protocol):
    """A decoder of one gzip member, like that of the standard library but faster."""

    eof: bool
    unconsumed_tail: bytes
    unused_data: bytes

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Decode ``data`` into at most ``max_length`` bytes."""
        ...


class Dictionary(Protocol):
    """A trained Zstandard dictionary."""

    def dict_id(self) -> int:
        """Its number."""
        ...


def gzip_decoder() -> GzipDecoder:
    """A decoder at the start of a member; raises :data:`GzipFault`."""
    return cast("GzipDecoder", isal_zlib.decompressobj(wbits=31))


def gzipped(data: bytes, strength: str = FAST) -> bytes:
    """``data`` as one gzip member without time stamp, pressed as hard as ``strength`` says."""
    if strength == FAST:
        return isal_zlib.compress(data, 2, 31)
    # Its output says neither level nor system, and has no time stamp either.
    level = _LEVELS[strength]
    if len(data) <= _LITTLE:
        level = _LITTLE_LEVELS.get(level, level)
    return bytes(deflate.gzip_compress(data, level))


def gunzipped(data: bytes) -> bytes:
    """The content of one gzip member; raises :data:`GzipFault`."""
    found = gunzipped_whole(data, _MOST_ROOM)
    if found is not None:
        return found
    # A member ends with the size of its content: room for it at once, but not for any claim.
    room = min(int.from_bytes(data[-4:], "little"), _MOST_ROOM)
    return isal_zlib.decompress(data, 31, max(room, _LEAST_ROOM))


def gunzipped_whole(data: bytes, limit: int) -> bytes | None:
    """The content of one sound gzip member that fills ``data``, in the quickest way; or None.

    None says nothing about the data: it may be damaged, several members, part of one, or have
    more than ``limit`` bytes of content.
    """
    size = int.from_bytes(data[-4:], "little")
    if not 0 < size <= min(limit, len(data) * _MOST_GAIN):
        return None
    if data.find(GZIP_MAGIC, 1) >= 0:  # of several that are alike, the end says nothing
        return None
    try:
        found = deflate.gzip_decompress(data, size)
    except deflate.DeflateError:
        return None
    # What follows a member is passed over by the library: it must be the end of this very one.
    checksum = int.from_bytes(data[-8:-4], "little")
    is_whole = len(found) == size and isal_zlib.crc32(found) == checksum
    return bytes(found) if is_whole else None


def zstd_dictionary(data: bytes) -> Dictionary:
    """A dictionary from its bytes; raises :data:`ZstdFault`."""
    import zstandard  # noqa: PLC0415

    dictionary = zstandard.ZstdCompressionDict(data)
    try:
        zstandard.ZstdDecompressor(dict_data=dictionary).decompress(_EMPTY_FRAME)
    except zstandard.ZstdError as error:
        raise ZstdFault(str(error)) from None
    return cast("Dictionary", dictionary)


class ZstdFrames:
    """Decodes whole frames at once, one after the other."""

    def __init__(self, dictionary: Dictionary | None) -> None:
        import zstandard  # noqa: PLC0415

        self._size_of: Any = zstandard.frame_content_size
        self._fault = zstandard.ZstdError
        self._decoder = zstandard.ZstdDecompressor(
            dict_data=cast("zstandard.ZstdCompressionDict | None", dictionary)
        )

    def whole(self, data: bytes, limit: int) -> bytes | None:
        """The content of one sound frame that says how long it is, at most ``limit``; or None.

        None says nothing about the data, as with :func:`gunzipped_whole`.
        """
        try:
            if not 0 < self._size_of(data) <= limit:
                return None
            return self._decoder.decompress(data)
        except self._fault:
            return None


def zstd_reader(
    source: Readable | bytes,
    dictionary: Dictionary | None = None,
    *,
    across_frames: bool = False,
) -> Readable:
    """The decoded bytes of ``source``; reading raises :data:`ZstdFault`."""
    import zstandard  # noqa: PLC0415

    decoder = zstandard.ZstdDecompressor(
        dict_data=cast("zstandard.ZstdCompressionDict | None", dictionary)
    )
    reader = decoder.stream_reader(
        source,  # type: ignore[arg-type]  # it needs read() only
        read_size=16_384,
        read_across_frames=across_frames,
    )
    return _ZstdReader(cast("Readable", reader), zstandard.ZstdError)


class _ZstdReader:
    """A reader whose faults are told as :data:`ZstdFault`."""

    def __init__(self, reader: Readable, fault: type[Exception]) -> None:
        self._reader = reader
        self._fault = fault

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes, ``b""`` at the end."""
        try:
            return self._reader.read(size)
        except self._fault as error:
            raise ZstdFault(str(error)) from None


class Lz4Decoder:
    """A decoder of one LZ4 frame; raises :data:`Lz4Fault`."""

    def __init__(self) -> None:
        import lz4.frame  # type: ignore[import-untyped]  # noqa: PLC0415

        self._decoder: Any = lz4.frame.LZ4FrameDecompressor()

    @property
    def eof(self) -> bool:
        """Whether the end of the frame was met."""
        return bool(self._decoder.eof)

    @property
    def needs_input(self) -> bool:
        """Whether more can be given only for more data."""
        return bool(self._decoder.needs_input)

    @property
    def unused_data(self) -> bytes:
        """What was fed from behind the frame."""
        return self._decoder.unused_data or b""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Decode ``data`` into at most ``max_length`` bytes."""
        try:
            found: bytes = self._decoder.decompress(data, max_length)
        except (RuntimeError, ValueError, EOFError) as error:
            raise Lz4Fault(str(error)) from None
        return found


class BrotliDecoder:
    """A brotli decoder that gives pieces of bounded size; raises :data:`BrotliFault`."""

    def __init__(self, data: bytes, piece: int) -> None:
        import brotli  # type: ignore[import-untyped]  # noqa: PLC0415

        self._fault = cast("type[Exception]", brotli.error)
        self._decoder = brotli.Decompressor()
        self._feed = data
        self._piece = piece

    def more(self) -> bytes:
        """The next piece, ``b""`` at the end."""
        while not self._decoder.is_finished():
            feed, self._feed = self._feed, b""
            try:
                part: bytes = self._decoder.process(feed, output_buffer_limit=self._piece)
            except self._fault as error:
                raise BrotliFault(str(error)) from None
            if part:
                return part
            if self._decoder.can_accept_more_data():
                return b""
        return b""


def codec_of(head: bytes) -> str:
    """``gzip``, ``zstd``, ``lz4`` or ``plain``, by the first bytes of a file."""
    if head.startswith(GZIP_MAGIC[:2]):
        return "gzip"
    if head.startswith(ZSTD_MAGIC) or is_skippable(head[:4]):
        return "zstd"
    if head.startswith(LZ4_MAGIC):
        return "lz4"
    return "plain"


def is_skippable(magic: bytes) -> bool:
    """Whether a Zstandard frame starts that holds no data."""
    return magic[1:] == DICTIONARY_MAGIC[1:] and 0x50 <= magic[0] <= 0x5F
