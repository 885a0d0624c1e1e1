# pyright: basic
"""The compression libraries behind one small typed door.

Those for Zstandard and brotli are loaded when the first such bytes come: most never do.
"""

from __future__ import annotations

from typing import Protocol, cast

from isal import igzip_lib, isal_zlib

GZIP_MAGIC = b"\x1f\x8b\x08"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
DICTIONARY_MAGIC = b"\x5d\x2a\x4d\x18"

_LEAST_ROOM, _MOST_ROOM = 1 << 14, 1 << 24

GzipFault = cast("type[Exception]", igzip_lib.IsalError)  # its stub says too little


class ZstdFault(Exception):  # noqa: N818 - named as its siblings
    """Damaged Zstandard data."""


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


def gzipped(data: bytes, level: int) -> bytes:
    """``data`` as one gzip member without time stamp."""
    return isal_zlib.compress(data, level, 31)


def gunzipped(data: bytes) -> bytes:
    """The content of one gzip member; raises :data:`GzipFault`."""
    # A member ends with the size of its content: room for it at once, but not for any claim.
    room = min(int.from_bytes(data[-4:], "little"), _MOST_ROOM)
    return isal_zlib.decompress(data, 31, max(room, _LEAST_ROOM))


def zstd_dictionary(data: bytes) -> Dictionary:
    """A dictionary from its bytes."""
    import zstandard  # noqa: PLC0415

    return cast("Dictionary", zstandard.ZstdCompressionDict(data))


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
    """``gzip``, ``zstd`` or ``plain``, by the first bytes of a file."""
    if head.startswith(GZIP_MAGIC[:2]):
        return "gzip"
    if head.startswith(ZSTD_MAGIC) or is_skippable(head[:4]):
        return "zstd"
    return "plain"


def is_skippable(magic: bytes) -> bool:
    """Whether a Zstandard frame starts that holds no data."""
    return magic[1:] == DICTIONARY_MAGIC[1:] and 0x50 <= magic[0] <= 0x5F
