"""Texts that a reader saw on a page and that its DocView lacks, read from the archive again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import CollectionError, DocumentError
from pagemill.model.ledger import LedgerLine
from pagemill.tables import Captures, DocTerms
from pagemill.view.stage import captured_ledger

_KEY = ("url", "fetched_at", "block_digest")


def dropped_texts(layout: Layout) -> Callable[[DocTerms], list[str]]:
    """A function that gives for each row what was dropped; ``""`` where that is not known.

    Cost:
        Each page is read from the archive and purified once more.
    """

    def found(views: DocTerms) -> list[str]:
        keys = parquet.rows(views).keys(_KEY)
        captures = manifest.live_parts(layout, Captures.name)
        hashes = (int(one) for one in views.url_hash)
        return [
            _dropped(layout, captures, url_hash, key)
            for url_hash, key in zip(hashes, keys, strict=True)
        ]

    return found


def seen_and_dropped(lines: Iterable[LedgerLine]) -> str:
    """The texts of a ledger that stand in a content block and were not kept."""
    gone = (" ".join(one.text.split()) for one in lines if one.block >= 0 and not one.kept)
    return "\n".join(filter(None, gone))


def _dropped(
    layout: Layout, captures: list[Path], url_hash: int, key: tuple[object, ...]
) -> str:
    rows = parquet.rows(parquet.lookup(Captures, captures, url_hash))
    for row, known in enumerate(rows.keys(_KEY)):
        if known != key:
            continue
        [place] = rows.take([row]).keys(("warc_file", "warc_offset", "warc_length"))
        with suppress(CollectionError, DocumentError):
            capture = store.read_capture(layout.archive, store.Pointer(*place))
            return seen_and_dropped(captured_ledger(capture))
    return ""
