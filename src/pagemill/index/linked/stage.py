"""Reads the links of a collection: what pages are called, and where they stand by links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import kept, parquet
from pagemill.collection.durable import naming
from pagemill.errors import CollectionError
from pagemill.html.url import host, url_hash
from pagemill.index.linked.anchors import Anchors
from pagemill.index.linked.edges import Edges, Int32s, UInt64s
from pagemill.index.linked.outgoing import Outgoing, hashed, marks, text_hashes
from pagemill.index.linked.places import ROW, LinkPlaces, Rows, rows
from pagemill.index.tantivy import is_current
from pagemill.tables import CapturedKeys, DocLinking, DocLinkMarks

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
    before: Before | None = None,
) -> Linking:
    """Read the topic links of all pages.

    Args:
        docviews: part files of the purified pages.
        captures: part files of the captures; what has one is no page known by name alone.
        kept_for: page that is a copy -> the one that is kept for it: what the first is
            called, the second is called.
        refuses: whether an address was forgotten and must not come back.
        unfetched: whether what pages are called that were never fetched is wanted too.
        before: links that an earlier call read, where they are kept; then those of pages that
            are as they were are not read again. Not for pages that were never fetched.

    Memory: some numbers for each link, an address for each page that was not fetched.

    Raises:
        CollectionError: a part file is damaged.
    """
    captured = np.unique(parquet.read(CapturedKeys, captures).url_hash)
    if before is not None and not unfetched:
        return _Known(docviews, captured, _Copies.of(kept_for)).linking(before)
    gathering = _Gathering(captured, _Copies.of(kept_for), refuses if unfetched else None)
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


@dataclass(frozen=True, slots=True)
class Before:
    """Where the links of pages are kept from one build to the next.

    Attributes:
        path: the file.
        made: how the pages were made.
    """

    path: Path
    made: str

    def read(self) -> tuple[Outgoing, dict[int, str]]:
        """The links, and the texts of those that lead to captured pages; none if unknown."""
        found = kept.read(self.path, self.made)
        if found is None:
            return Outgoing.none(), {}
        names = kept.texts(found["names"], len(found["named"]))
        return Outgoing.of(found), dict(zip(found["named"].tolist(), names, strict=True))

    def write(self, links: Outgoing, names: Mapping[int, str]) -> None:
        """Keep them."""
        numbers, texts = np.array(list(names), np.uint64), kept.written(list(names.values()))
        whole = {**links.arrays(), "named": numbers, "names": texts}
        kept.write(self.path, self.made, whole)


@dataclass(frozen=True, slots=True)
class _Copies:
    """Hashes of pages that are copies, ascending, and of those that are kept for them."""

    copies: UInt64s
    kept: UInt64s

    @classmethod
    def of(cls, kept_for: Mapping[str, str]) -> _Copies:
        found = sorted((url_hash(url), url_hash(one)) for url, one in kept_for.items())
        columns = np.array(found, np.uint64).reshape(-1, 2)
        return cls(columns[:, 0].copy(), columns[:, 1].copy())

    def kept_of(self, keys: UInt64s) -> UInt64s:
        """The kept page of each that is a copy, and the others themselves."""
        if not len(self.copies):
            return keys
        at = np.minimum(np.searchsorted(self.copies, keys), len(self.copies) - 1)
        return np.where(self.copies[at] == keys, self.kept[at], keys)


class _Known:
    """Links of which most were read before."""

    def __init__(self, docviews: list[Path], captured: UInt64s, copies: _Copies) -> None:
        self._docviews = docviews
        self._captured = captured
        self._copies = copies
        self._names: dict[int, str] = {}

    def linking(self, before: Before) -> Linking:
        """What they tell; they are kept for the next time."""
        known, self._names = before.read()
        before_marks = np.sort(known.marks)
        pieces: list[Outgoing] = []
        seen: list[UInt64s] = [np.zeros(0, np.uint64)]
        for path in self._docviews:
            found = _marks(path)
            seen.append(found)
            fresh = np.flatnonzero(~_among(found, before_marks) | (found == UNKNOWN))
            if fresh.size:
                pieces.append(self._read(path, fresh, found[fresh]))
        stays = _among(known.marks, np.sort(np.concatenate(seen)))
        stays &= known.marks != UNKNOWN
        links = Outgoing.joined([known.where(stays), *pieces])
        linking, names = self._told(links)
        before.write(links, names)
        return linking

    def _read(self, path: Path, rows: NDArray[np.intp], marks: UInt64s) -> Outgoing:
        batch = parquet.Part(path).some(DocLinking, rows.tolist())
        counts, urls, texts = batch.links("topic_links")
        numbers, names = text_hashes(texts.values)
        self._names |= names
        hosts = [host(url) for (url,) in batch.keys(("url",))]
        return Outgoing(
            pages=batch.numbers("url_hash"),
            marks=marks,
            hosts=np.array([url_hash(name) for name in hosts], np.uint64),
            counts=counts,
            targets=hashed(urls.values)[urls.places],
            texts=numbers[texts.places],
        )

    def _told(self, links: Outgoing) -> tuple[Linking, dict[int, str]]:
        """What the links tell, and the texts that are needed for that."""
        sources = self._copies.kept_of(links.pages).repeat(links.counts)
        targets = self._copies.kept_of(links.targets)
        edges = Edges.of(sources, targets, self._copies.kept_of(links.pages))
        # Whether a page was captured tells its address, not that of the page kept for it.
        leads = _among(links.targets, self._captured) & (links.texts != 0)
        self._complete(links, leads)
        wanted = np.flatnonzero(leads & (sources != targets))
        anchors = Anchors()
        every, places = np.unique(links.texts[wanted], return_inverse=True)
        texts = [self._names[number] for number in every.tolist()]
        numbers = np.array([anchors.number(text) for text in texts], np.int32)
        hosts = links.hosts.repeat(links.counts)[wanted]
        anchors.add(targets[wanted], numbers[places], hosts)
        needed: list[int] = np.unique(links.texts[leads]).tolist()
        names = {number: self._names[number] for number in needed}
        return Linking(edges, anchors.chosen(), {}), names

    def _complete(self, links: Outgoing, leads: NDArray[np.bool_]) -> None:
        """Read the texts of links to pages that had no capture when the links were read."""
        known = np.sort(np.array(list(self._names), np.uint64))
        lacking = leads & ~_among(links.texts, known)
        if not lacking.any():
            return
        pages = np.unique(links.pages.repeat(links.counts)[lacking])
        for path in self._docviews:
            keys = parquet.read_rows(CapturedKeys, [path]).numbers("url_hash")
            rows = np.flatnonzero(_among(keys, pages))
            if rows.size:
                self._read(path, rows, keys[rows])


UNKNOWN = np.uint64(0)
"""Mark of a page of which links may be those of its frames: it is read each time."""


def _marks(path: Path) -> UInt64s:
    rows = parquet.read_rows(DocLinkMarks, [path])
    docs: DocLinkMarks = rows.columns()
    told = zip(docs.block_digest, docs.text_digest, strict=True)
    found = marks(docs.url_hash, docs.fetched_at, [f"{block} {text}" for block, text in told])
    found[np.array([bool(frames) for frames in docs.frames], np.bool_)] = UNKNOWN
    return found


def _among(values: UInt64s, known: UInt64s) -> NDArray[np.bool_]:
    """Which values are in a sorted list."""
    if not known.size:
        return np.zeros(values.size, np.bool_)
    at = np.minimum(np.searchsorted(known, values), known.size - 1)
    found: NDArray[np.bool_] = known[at] == values
    return found


class _Gathering:
    """Links as they are read."""

    def __init__(
        self,
        captured: UInt64s,
        copies: _Copies,
        refuses: Callable[[str], bool] | None,
    ) -> None:
        self._captured = captured
        self._copies = copies
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
        sources = self._copies.kept_of(own).repeat(counts)
        targets = self._copies.kept_of(keys)[urls.places]
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
            self._copies.kept_of(np.concatenate([nothing, *self._pages])),
        )
        return Linking(edges, self._anchors.chosen(), self._unfetched)

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
