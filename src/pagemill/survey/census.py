"""A census of a collection: what can be counted on each page, in columns that fit in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout
from pagemill.html.url import host
from pagemill.tables import CaptureFacts, Clusters, DocFacts
from pagemill.view.standing import CURRENT

Rows = NDArray[np.int64]

DOCUMENT = "text/html"
"""What a page is counted as that was no document before."""


SIZES = (
    "up to 1 KiB",
    "up to 4 KiB",
    "up to 16 KiB",
    "up to 64 KiB",
    "up to 256 KiB",
    "up to 1 MiB",
    "up to 4 MiB",
    "larger",
)
"""What the sizes of payloads are counted in."""


@dataclass(frozen=True, slots=True)
class Column:
    """One value for each page, as a number into the list of different values.

    Attributes:
        codes: number of each page's value.
        values: the different values, sorted.
    """

    codes: NDArray[np.int32]
    values: list[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Column:
        """Number the values of a list."""
        values = sorted(set(texts))
        number = {value: code for code, value in enumerate(values)}
        return cls(np.array([number[text] for text in texts], np.int32), values)

    def counts(self, rows: Rows | None = None) -> list[tuple[str, int]]:
        """Each value with how many of the rows have it, the most frequent first."""
        codes = self.codes if rows is None else self.codes[rows]
        found = np.bincount(codes, minlength=len(self.values)).tolist()
        pairs = [pair for pair in zip(self.values, found, strict=True) if pair[1]]
        return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))

    def at(self, row: int) -> str:
        """The value of one page."""
        return self.values[int(self.codes[row])]

    def rows(self, value: str) -> NDArray[np.bool_]:
        """Which rows have a value."""
        code = self.values.index(value) if value in self.values else -1
        found: NDArray[np.bool_] = self.codes == code
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """Every page of a collection, and sums over its captures.

    About 400 bytes of memory a page.

    Attributes:
        urls: address of each page.
        titles: title of each page.
        columns: host, type, genre, language, format, encoding, fate (``kept``, ``exact``,
            ``near``), month and size (of :data:`SIZES`) of each page.
        captured: instant of the capture looked at.
        sizes: bytes of that capture's payload.
        by_url: numbers of the pages in the order of their addresses.
        statuses: HTTP status -> captures.
        standings: what became of captures -> captures.
    """

    urls: list[str]
    titles: list[str]
    columns: Mapping[str, Column]
    captured: NDArray[np.datetime64]
    sizes: NDArray[np.int64]
    by_url: Rows
    statuses: Mapping[int, int]
    standings: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.urls)

    def select(self, wanted: Mapping[str, str], words: str = "", order: str = "url") -> Rows:
        """Numbers of the pages that are wanted.

        Args:
            wanted: column -> value.
            words: what the address or title holds, whatever its case.
            order: ``url``, ``size`` (largest first) or ``time`` (newest first).
        """
        fits = np.ones(len(self), bool)
        for name, value in wanted.items():
            fits &= self.columns[name].rows(value)
        rows = self.by_url[fits[self.by_url]]
        if words:
            needle = words.lower()
            numbers: list[int] = rows.tolist()
            held = [
                needle in self.urls[row].lower() or needle in self.titles[row].lower()
                for row in numbers
            ]
            rows = rows[np.array(held, bool)]
        if order == "size":
            rows = rows[np.argsort(-self.sizes[rows], kind="stable")]
        elif order == "time":
            rows = rows[np.argsort(-self.captured[rows].astype(np.int64), kind="stable")]
        return rows


def census(layout: Layout) -> Census:
    """Count a collection.

    Raises:
        CollectionError: a table is damaged.
    """
    clusters = parquet.read(Clusters, manifest.live_parts(layout, Clusters.name))
    fate = dict(zip(clusters.url, clusters.relation, strict=True))
    statuses: Counter[int] = Counter()
    standings: Counter[str] = Counter()
    size: dict[str, int] = {}
    captures: CaptureFacts
    for captures in _batches(layout, CaptureFacts):
        statuses.update(captures.status.tolist())
        standings.update(captures.standing)
        sizes = captures.payload_bytes.tolist()
        rows = zip(captures.url, captures.standing, sizes, strict=True)
        size.update({url: each for url, standing, each in rows if standing == CURRENT})
    columns = _Columns()
    docs: DocFacts
    for docs in _batches(layout, DocFacts):
        columns.take(docs)
    return columns.census(fate, size, statuses, standings)


def _batches(layout: Layout, table: type[Any]) -> Iterator[Any]:
    for path in manifest.live_parts(layout, table.name):
        for batch in parquet.batches(table, path):
            yield batch.columns()


class _Columns:
    """The columns while they grow."""

    def __init__(self) -> None:
        self._urls: list[str] = []
        self._titles: list[str] = []
        self._texts: dict[str, list[str]] = {
            name: [] for name in ("type", "genre", "language", "format", "encoding")
        }
        self._captured = [np.zeros(0, "datetime64[us]")]

    def take(self, docs: DocFacts) -> None:
        """Add some pages."""
        self._urls += docs.url
        self._titles += docs.title
        self._texts["type"] += docs.page_type
        self._texts["genre"] += docs.genre
        self._texts["language"] += docs.language
        self._texts["format"] += [kind or DOCUMENT for kind in docs.media_type]
        self._texts["encoding"] += docs.encoding
        self._captured.append(docs.fetched_at.astype("datetime64[us]"))

    def census(
        self,
        fate: Mapping[str, str],
        size: Mapping[str, int],
        statuses: Mapping[int, int],
        standings: Mapping[str, int],
    ) -> Census:
        """All of them, with the other tables' columns."""
        urls = self._urls
        captured = np.concatenate(self._captured)
        columns = {name: Column.of(texts) for name, texts in self._texts.items()}
        columns["host"] = Column.of([host(url) for url in urls])
        columns["fate"] = Column.of([fate.get(url, "kept") for url in urls])
        columns["month"] = Column.of(captured.astype("datetime64[M]").astype(str).tolist())
        sizes = np.array([size.get(url, 0) for url in urls], np.int64)
        columns["size"] = Column.of([SIZES[step] for step in _steps(sizes)])
        return Census(
            urls=urls,
            titles=self._titles,
            columns=columns,
            captured=captured,
            sizes=sizes,
            by_url=np.array(sorted(range(len(urls)), key=urls.__getitem__), np.int64),
            statuses=dict(sorted(statuses.items())),
            standings=dict(sorted(standings.items(), key=lambda one: (-one[1], one[0]))),
        )


def _steps(sizes: NDArray[np.int64]) -> list[int]:
    """Number of each size in :data:`SIZES`: powers of four from 1 KiB on."""
    bounds = np.array([1024 * 4**step for step in range(len(SIZES) - 1)])
    steps: list[int] = np.searchsorted(bounds, sizes).tolist()
    return steps
