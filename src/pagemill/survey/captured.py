"""The capture that stands for a page: what its DocView was made of."""

from __future__ import annotations

from pagemill.archive import store
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.html.url import url_hash
from pagemill.model.capture import Capture
from pagemill.tables import Captures
from pagemill.view.standing import CURRENT


def captured(layout: Layout, url: str) -> Capture:
    """Read the current capture of a page.

    Args:
        layout: the collection.
        url: the page, in the form under which it is kept.

    Raises:
        UsageError: no capture stands for a page of this address.
        CollectionError: the archive or the table is damaged.
    """
    paths = manifest.live_parts(layout, Captures.name)
    found = parquet.lookup(Captures, paths, url_hash(url))
    for row, known in enumerate(found.url):
        if known == url and found.standing[row] == CURRENT:
            pointer = store.Pointer(
                found.warc_file[row],
                int(found.warc_offset[row]),
                int(found.warc_length[row]),
                found.block_digest[row],
            )
            return store.read_capture(layout.archive, pointer)
    raise UsageError(
        f"{url}: no capture stands for this page; "
        f"'pagemill explain {layout.root} {url}' says why"
    )
