"""RocksDB as the store of a tablet: sorted files, a log that is replayed, compaction, zstd.

Families are column families. They are flushed together, so a log that was cut anywhere opens
to a state that was whole: all changes up to some one, and none behind it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rocksdict import (
    AccessType,
    DBCompressionType,
    DBRecoveryMode,
    Options,
    Rdict,
    WriteBatch,
    WriteOptions,
)

from pagemill.errors import SurroundingsError
from pagemill.pages.family import Family
from pagemill.pages.store import Put

_WRITE_BUFFER = 16 << 20
_KEPT_LOGS = 1
_WRITTEN_BY_READERS = frozenset(("LOCK", "LOG", "rocksdict-config.json"))


class RocksStore:
    """A folder of RocksDB.

    Args:
        folder: made if absent.
        reading: open for reading only; another process may be writing.

    Raises:
        SurroundingsError: the folder cannot be opened.
    """

    def __init__(self, folder: Path, *, reading: bool = False) -> None:
        self._folder = folder
        is_closed = reading and folder.is_dir() and not os.access(folder, os.W_OK)
        self._links = _links_to(folder) if is_closed else None
        place = self._links.name if self._links else str(folder)
        access = AccessType.read_only() if reading else AccessType.read_write()
        families = {str(family): _options() for family in Family}
        try:
            self._db = Rdict(place, _options(), column_families=families, access_type=access)
            self._families = {one: self._db.get_column_family(str(one)) for one in Family}
            self._handles = {one: self._db.get_column_family_handle(str(one)) for one in Family}
        except Exception as error:
            if self._links:
                self._links.cleanup()
            raise _failed(folder, error) from error
        self._safely = WriteOptions()
        self._safely.sync = True

    def get(self, family: Family, key: bytes) -> bytes | None:
        """The value of a key, or None."""
        found: bytes | None = self._families[family].get(key)
        return found

    def scan(self, family: Family, start: bytes, stop: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Keys in order from ``start`` to before ``stop``."""
        cursor = self._families[family].iter()
        cursor.seek(start)
        while cursor.valid():
            key: bytes = cursor.key()
            if key >= stop:
                return
            yield key, cursor.value()
            cursor.next()

    def write(self, puts: Iterable[Put]) -> None:
        """Make all changes or none, safe on the disk."""
        batch = WriteBatch(raw_mode=True)
        for family, key, value in puts:
            if value is None:
                batch.delete(key, self._handles[family])
            else:
                batch.put(key, value, self._handles[family])
        try:
            self._db.write(batch, self._safely)
        except Exception as error:
            raise _failed(self._folder, error) from error

    def flush(self) -> None:
        """Bring the log into sorted files."""
        try:
            for family in self._families.values():
                family.flush()
        except Exception as error:
            raise _failed(self._folder, error) from error

    def compact(self) -> None:
        """Merge all sorted files."""
        self.flush()
        for family in self._families.values():
            family.compact_range(None, None)

    def close(self) -> None:
        """Let the folder go: RocksDB keeps it until the last handle is gone."""
        self._handles.clear()
        self._families.clear()
        # Whoever took this tablet over may have removed the folder; all is safe already.
        with contextlib.suppress(Exception):
            self._db.close()
        del self._db
        if self._links:
            self._links.cleanup()


def _links_to(folder: Path) -> TemporaryDirectory[str]:
    """A folder of links to files that may not be written beside: even a reader writes a log."""
    links = TemporaryDirectory(prefix="pagemill-pages-", ignore_cleanup_errors=True)
    for path in folder.iterdir():
        if path.name not in _WRITTEN_BY_READERS:
            (Path(links.name) / path.name).symlink_to(path.resolve())
    return links


def _options() -> Options:
    options = Options(raw_mode=True)
    options.create_if_missing(True)  # noqa: FBT003 - a foreign signature
    options.create_missing_column_families(True)  # noqa: FBT003
    options.set_atomic_flush(True)
    options.set_wal_recovery_mode(DBRecoveryMode.point_in_time())
    options.set_compression_type(DBCompressionType.zstd())
    options.set_write_buffer_size(_WRITE_BUFFER)
    options.set_keep_log_file_num(_KEPT_LOGS)
    return options


def _failed(folder: Path, error: Exception) -> SurroundingsError:
    why = str(error).replace(f"{folder}/", "")  # it is said before, and the store says it twice
    return SurroundingsError(
        f"{folder}: the table of pages failed ({why}); make room or give access and repeat "
        f"the command, or delete the folder 'pages': the next build makes it again"
    )
