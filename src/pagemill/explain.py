"""Explain: what each stage decided about one page, and why."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from pagemill.collection import forgotten, manifest, parquet
from pagemill.collection.forgotten import Refusals
from pagemill.collection.layout import Layout, parts
from pagemill.config import Config
from pagemill.errors import UsageError
from pagemill.html.url import url_hash
from pagemill.index import stage as index
from pagemill.model.report import Explanation, Step
from pagemill.tables import Captures, Clusters, DocViews, Pairs, Rejects, Sketches

_MOST_PAIRS = 5


def explain(layout: Layout, config: Config, url: str) -> Explanation:
    """Gather what every stage wrote down about a URL.

    Raises:
        UsageError: the collection knows nothing of it.
    """
    page = _Page(layout, config, url)
    steps = [
        *page.captures(),
        *page.docview(),
        *page.sketch(),
        *page.cluster(),
        *page.pairs(),
        *page.index(),
    ]
    if not steps and Refusals(forgotten.orders(layout.forgotten))(url):
        steps = [Step(stage="import", decision="refused", reason="it was forgotten by order")]
    if not steps:
        raise UsageError(
            f"{url}: {layout.root} knows nothing of this URL; URLs are taken as they stand in "
            f"the source: look one up with 'pagemill search', or run 'pagemill build' first"
        )
    return Explanation(url=url, steps=steps)


class _Page:
    """One URL in all tables."""

    def __init__(self, layout: Layout, config: Config, url: str) -> None:
        self._layout = layout
        self._config = config
        self._url = url
        self._hash = url_hash(url)
        self._live = manifest.current(layout)

    def _rows(self, table: type[object], home: str | None = None) -> list[dict[str, object]]:
        run = self._live.get(home or table.name)  # type: ignore[attr-defined]
        return []

    def captures(self) -> Iterator[Step]:
        """Each capture, with its place and standing."""
        run = self._live.get(Captures.name)
        if run is None:
            return
        found = parquet.lookup(Captures, parts(self._layout.table(Captures.name, run)), self._hash)
        for row, url in enumerate(found.url):
            if url == self._url:
                at = datetime.fromtimestamp(found.fetched_at[row].astype(int) / 1e6, UTC)
                yield Step(
                    stage="captures",
                    decision=found.standing[row],
                    reason=(
                        f"captured {at:%Y-%m-%d %H:%M:%S} UTC, {found.kind[row]}, "
                        f"status {found.status[row]}, {found.media_type[row] or 'no type'}, "
                        f"{found.payload_bytes[row]:,} bytes, "
                        f"in {found.warc_file[row]} at byte {found.warc_offset[row]}"
                    ),
                )
