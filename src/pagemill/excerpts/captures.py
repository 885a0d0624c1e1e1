"""An archive that holds some captures of another: an index of its own over the same files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from pagemill.archive import cdx, store
from pagemill.archive.cdx import Row


def excerpted(folder: Path, target: Path, keep: Callable[[Row], bool]) -> int:
    """Make an archive of those captures of another for which ``keep`` is true.

    Its files are links to those of the other archive, so it takes no room for captures, and
    its index names no other capture. Requests and metadata beside captures are left out.

    Args:
        folder: the other archive.
        target: folder to make.
        keep: whether a capture belongs.

    Returns:
        Captures in the new archive.

    Raises:
        CollectionError: an index cannot be read.
    """
    target.mkdir(parents=True)
    found = 0
    for path in store.index_files(folder):
        kept = [row for row in store.index_rows(path) if keep(row)]
        if kept:
            name = store.warc_name(path)
            (target / name).symlink_to(os.path.relpath(folder / name, target))
            _write(target / path.name, kept)
        found += len(kept)
    return found


def _write(index: Path, rows: Sequence[Row]) -> None:
    lines = [f"{cdx.line(row)}\n" for row in rows]
    identities = sum(int(cdx.row_identity(row), 16) for row in rows)
    meta = {
        "bytes": sum(len(line.encode()) for line in lines),
        "captures": len(rows),
        "identities": f"{identities % (1 << 128):032x}",
    }
    head = f"{store.META_LINE}{json.dumps(meta, sort_keys=True)}\n"
    index.write_text(head + "".join(lines), encoding="utf-8")
