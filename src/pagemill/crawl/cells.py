"""An ordered table of bytes on disk that survives a kill at any moment.

The one module of the crawler that knows the store (RocksDB through rocksdict). What is written
in one step is there as a whole or not at all; the store's log reaches the operating system with
every step, so a killed process loses none, and the disk whenever ``sync`` is called.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Self, cast

from rocksdict import (
    AccessType,
    BlockBasedOptions,
    Cache,
    DBCompressionType,
    Options,
    Rdict,
    ReadOptions,
    WriteBatch,
)

from pagemill.errors import SurroundingsError

_CACHE_BYTES: Final = 64 << 20
_BUFFER_BYTES: Final = 32 << 20
_BLOOM_BITS: Final = 10
_MEMORY_BLOOM: Final = 0.02
_OPEN_FILES: Final = 256
_WALKED: Final = 1_024


def _options() -> Options:
    options = Options(raw_mode=True)
    options.create_if_missing(create_if_missing=True)
    options.set_compression_type(DBCompressionType.zstd())
    options.set_write_buffer_size(_BUFFER_BYTES)
    options.set_max_open_files(_OPEN_FILES)
    # Most keys asked for are new: that is told without a search of what is not on disk yet.
    options.set_memtable_whole_key_filtering(whole_key_filter=True)
    options.set_memtable_prefix_bloom_ratio(_MEMORY_BLOOM)
    options.set_allow_concurrent_memtable_write(allow=False)
    options.set_keep_log_file_num(2)
    blocks = BlockBasedOptions()
    blocks.set_bloom_filter(_BLOOM_BITS, block_based=False)
    blocks.set_block_cache(Cache(_CACHE_BYTES))
    blocks.set_cache_index_and_filter_blocks(True)
    options.set_block_based_table_factory(blocks)
    return options


class Cells:
    """The table.

    Args:
        folder: where it lies; made if absent.
        read_only: whether to look only, which is possible while another process writes.

    Raises:
        SurroundingsError: it is in use by another process, or its folder cannot be used.
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        access = AccessType.read_only() if read_only else AccessType.read_write()
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            # A table that is there would be opened by the options noted in it, which know
            # neither of the cache nor of the filters, unless its family of columns is named.
            self._rows = Rdict(
                str(folder), _options(), {"default": _options()}, access_type=access
            )
        except Exception as error:  # noqa: BLE001 - the library knows but one kind
            raise SurroundingsError(
                f"{folder}: the crawl's table cannot be opened: {error}; end the crawl that "
                "uses it, or see that the folder can be written"
            ) from None

    def get(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """Value of each key, None where there is none."""
        return cast("list[bytes | None]", self._rows.get(list(keys))) if keys else []

    def write(self, puts: Mapping[bytes, bytes], deletes: Iterable[bytes] = ()) -> None:
        """Put and delete in one step; a key in both is put."""
        batch = WriteBatch(raw_mode=True)
        for key in deletes:
            batch.delete(key)
        for key, value in puts.items():
            batch.put(key, value)
        self._rows.write(batch)

    def scan(self, start: bytes, stop: bytes, most: int) -> list[tuple[bytes, bytes]]:
        """Keys and values from ``start`` on and before ``stop``, in order.

        Args:
            start: the first key that counts.
            stop: the first key that does not.
            most: how many to return at most.
        """
        options = ReadOptions()
        options.set_iterate_upper_bound(stop)
        found: list[tuple[bytes, bytes]] = []
        walk = self._rows.iter(options)
        walk.seek(start)
        while len(found) < most and walk.valid():
            found.append((walk.key(), walk.value()))
            walk.next()
        return found

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Every key that begins so, with its value, in order; it may be deleted meanwhile."""
        start = prefix
        while rows := self.scan(start, prefix + b"\xff" * 64, _WALKED):
            yield from rows
            start = rows[-1][0] + b"\0"

    def compact(self) -> None:
        """Write all files anew, so that none holds what was deleted or overwritten."""
        self._rows.flush(wait=True)
        self._rows.compact_range(None, None)

    def sync(self) -> None:
        """Have the disk hold all that was written."""
        self._rows.flush_wal(sync=True)

    def close(self) -> None:
        """Let go of the table."""
        self._rows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
