"""Reads the links of a collection: what pages are called, and where they stand by links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import parquet
from pagemill.collection.durable import naming
from pagemill.errors import CollectionError
from pagemill.html.url import host, url_hash
from pagemill.index.linked.anchors import Anchors
from pagemill.index.linked.edges import Edges, Int32s, UInt64s
from pagemill.index.linked.places import ROW, LinkPlaces, Rows, rows
from pagemill.index.tantivy import is_current
from pagemill.tables import CapturedKeys, DocLinking

FILE = "links.npy"
"""Beside the files of the index."""


@dataclass(frozen=True, slots=True)
class Linking:
    """What the links of a collection tell.

    Attributes:
        edges: topic links among all pages, fetched or not.
        anchors: hash of a page that may be indexed -> what pages that link to it call it.
        unfetched: hash -> address of pages that have no capture but are called something.
    """

    edges: Edges
    anchors: Mapping[int, tuple[str, ...]]
    unfetched: Mapping[int, str]

    def rows(self) -> Rows:
        """Where each page stands."""
        return rows(self.edges)


def read(
    docviews: list[Path],
    captures: list[Path],
    kept_for: Mapping[str, str],
    refuses: Callable[[str], bool],
    *,
    unfetched: bool,
) -> Linking:
    """Read the topic links of all pages.

    Args:
        docviews: part files of the purified pages.
        captures: part files of the captures; what has one is no page known by name alone.
        kept_for: page that is a copy -> the one that is kept for it: what the first is
            called, the second is called.
        refuses: whether an address was forgotten and must not come back.
        unfetched: whether what pages are called that were never fetched is wanted too.

    Memory: some numbers for each link, an address for each page that was not fetched.

    Raises:
        CollectionError: a part file is damaged.
    """
    captured = np.unique(parquet.read(CapturedKeys, captures).url_hash)
    gathering = _Gathering(captured, kept_for, refuses if unfetched else None)
    for path in docviews:
        for batch in parquet.batches(DocLinking, path):
            gathering.take(batch)
    return gathering.found()


def write(folder: Path, found: Rows) -> None:
    """Put the rows beside an index."""
    path = folder / FILE
    with naming(path):
        path.unlink(missing_ok=True)  # a link to the file of an earlier index
        np.save(path, found, allow_pickle=False)


def load(folder: Path) -> LinkPlaces:
    """Where the pages of an index stand; all alike in one of release 0.1.0.

    Raises:
        CollectionError: the file is damaged or gone.
    """
    if not is_current(folder):
        return LinkPlaces(np.zeros(0, ROW))
    return LinkPlaces(load_rows(folder))


def load_rows(folder: Path) -> Rows:
    """The rows beside an index.

    Raises:
        CollectionError: the file is damaged or gone.
    """
    path = folder / FILE
    try:
        found: Rows = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise CollectionError(
            f"{path}: cannot be read ({error}); delete the folder {folder} and run "
            "'pagemill build'"
        ) from None
    if found.dtype != ROW:
        raise CollectionError(
            f"{path}: of another version; delete the folder {folder} and run 'pagemill build'"
        )
    return found


class _Gathering:
    """Links as they are read."""

    def __init__(
        self,
        captured: UInt64s,
        kept_for: Mapping[str, str],
        refuses: Callable[[str], bool] | None,
    ) -> None:
        self._captured = captured
        copies = sorted((url_hash(url), url_hash(kept)) for url, kept in kept_for.items())
        self._copies = np.array([one for one, _ in copies], np.uint64)
        self._kept = np.array([kept for _, kept in copies], np.uint64)
        self._refuses = refuses
        self._anchors = Anchors()
        self._pages: list[UInt64s] = []
        self._sources: list[UInt64s] = []
        self._targets: list[UInt64s] = []
        self._unfetched: dict[int, str] = {}

    def take(self, batch: parquet.Rows) -> None:
        """Take in the links of some pages."""
        counts, urls, texts = batch.links("topic_links")
        own: UInt64s = np.array([key for (key,) in batch.keys(("url_hash",))], np.uint64)
        self._pages.append(own)
        addresses = [url.partition("#")[0] for url in urls.values]
        keys = np.array([url_hash(url) for url in addresses], np.uint64)
        is_captured = np.isin(keys, self._captured)
        sources = self._of_kept(own).repeat(counts)
        targets = self._of_kept(keys)[urls.places]
        self._sources.append(sources)
        self._targets.append(targets)
        # What a page is called that is not indexed need not be known.
        wanted = np.flatnonzero(sources != targets)
        if self._refuses is None:
            wanted = wanted[is_captured[urls.places[wanted]]]
        numbers = self._numbers(texts.values, texts.places[wanted])
        hosts = np.array([url_hash(host(url)) for (url,) in batch.keys(("url",))], np.uint64)
        self._anchors.add(targets[wanted], numbers, hosts.repeat(counts)[wanted])
        if self._refuses is not None:
            called = np.unique(urls.places[wanted[numbers >= 0]])
            self._note(keys, addresses, called[~is_captured[called]], self._refuses)

    def _numbers(self, texts: Sequence[str], places: NDArray[np.intp]) -> Int32s:
        """Number of each text that is looked at."""
        numbers = np.full(len(texts), -1, np.int32)
        looked_at: list[int] = np.unique(places).tolist()
        for place in looked_at:
            numbers[place] = self._anchors.number(texts[place])
        return numbers[places]

    def found(self) -> Linking:
        """All that was taken in."""
        nothing = np.zeros(0, np.uint64)
        edges = Edges.of(
            np.concatenate([nothing, *self._sources]),
            np.concatenate([nothing, *self._targets]),
            self._of_kept(np.concatenate([nothing, *self._pages])),
        )
        return Linking(edges, self._anchors.chosen(), self._unfetched)

    def _of_kept(self, keys: UInt64s) -> UInt64s:
        if not len(self._copies):
            return keys
        at = np.minimum(np.searchsorted(self._copies, keys), len(self._copies) - 1)
        return np.where(self._copies[at] == keys, self._kept[at], keys)

    def _note(
        self,
        keys: UInt64s,
        addresses: list[str],
        fresh: NDArray[np.intp],
        refuses: Callable[[str], bool],
    ) -> None:
        """Keep the addresses of pages that are called something and were not fetched."""
        called: list[int] = fresh.tolist()
        for place in called:
            url, key = addresses[place], int(keys[place])
            is_new = key not in self._unfetched and url.startswith(("http://", "https://"))
            if is_new and not refuses(url):
                self._unfetched[key] = url
