"""The segments of a collection on disk, and what they answer for one text.

A folder for each segment, arrays in NumPy's own format that are mapped into memory, and
``CURRENT.json``, which says which segments hold and is replaced last. ``CHECKSUMS.json`` in a
folder has the CRC-32 of each of its arrays.
"""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest, parquet
from pagemill.collection.durable import replace_json, synced
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.band import Banding, banding
from pagemill.dedup.columns import Int64s, UInt64s, integers
from pagemill.dedup.lookup.segment import (
    Keys,
    Question,
    Segment,
    by_bands,
    by_rarest,
    levels,
    merged,
    segment,
)
from pagemill.dedup.minhash import Scheme, fewest_agreements
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import shingle_sets
from pagemill.dedup.site.stage import text_ids
from pagemill.dedup.verify import exact_threshold, intersections, reaches
from pagemill.errors import CollectionError
from pagemill.model.cluster import NearMatch
from pagemill.tables import DocKeys, DocTexts, PageTexts
from pagemill.text.normalize import text_digest

VERSION = 1
TEXTS_AT_ONCE = 1 << 15
_CHECKSUMS = "CHECKSUMS.json"
_BYTES_AT_ONCE = 1 << 20
_COLUMNS = ("pages", "ids", "minima", "band_keys", "band_rows", "shingle_keys", "shingle_rows")


@dataclass(frozen=True, slots=True)
class Store:
    """The segments in a folder.

    Attributes:
        folder: where they lie.
        params: with which sketches and bands.
    """

    folder: Path
    params: DedupParams

    @property
    def cut(self) -> Banding:
        """The bands."""
        return banding(self.params.threshold, self.params.permutations)

    @property
    def scheme(self) -> Scheme:
        """How texts are sketched."""
        return Scheme(self.params.permutations, self.params.seed, self.params.width)

    def names(self) -> list[str]:
        """The segments that hold, the largest first; none if they were made otherwise."""
        current = self._current()
        return list(current["segments"]) if current else []

    def _current(self) -> dict[str, Any] | None:
        match _read(self.folder / "CURRENT.json"):
            case {"made_with": made_with, "run": _, "segments": [*_]} as current:
                return current if made_with == self._made_with() else None
            case _:
                return None  # missing or damaged: so they are made again

    def _made_with(self) -> list[Any]:
        return [VERSION, self.params.threshold, self.scheme.name]

    def is_of(self, run: str) -> bool:
        """Whether the segments hold what a run of the page stage gave."""
        current = self._current()
        return current is not None and current["run"] == run

    def segments(self) -> list[Segment]:
        """The segments, mapped, not read.

        Raises:
            CollectionError: one is damaged.
        """
        try:
            return [_mapped(self.folder / name) for name in self.names()]
        except (OSError, ValueError, EOFError) as wrong:
            raise self.damaged(wrong) from wrong

    def damaged(self, wrong: Exception) -> CollectionError:
        """What to do where a file does not hold what was written."""
        return _damaged(self.folder, wrong)

    def replace(self, segments: list[Segment | str], run: str) -> None:
        """Let these segments hold, new ones or those of a name, and remove all others."""
        self.folder.mkdir(parents=True, exist_ok=True)
        taken = {int(path.name) for path in self.folder.iterdir() if path.name.isdigit()}
        fresh = max(taken, default=0)
        names: list[str] = []
        for one in segments:
            if isinstance(one, str):
                names.append(one)
                continue
            fresh += 1
            names.append(f"{fresh:06}")
            self._write(self.folder / names[-1], one)
        current = {"made_with": self._made_with(), "run": run, "segments": names}
        replace_json(self.folder / "CURRENT.json", current)
        for path in self.folder.iterdir():
            if path.is_dir() and path.name not in names:
                shutil.rmtree(path)

    def _write(self, folder: Path, one: Segment) -> None:
        folder.mkdir()
        bands, shingles = one.bands, one.shingles
        arrays: tuple[NDArray[Any], ...] = (one.pages, one.ids, one.minima)
        arrays += (bands.keys, bands.rows, shingles.keys, shingles.rows)
        for name, array in zip(_COLUMNS, arrays, strict=True):
            np.save(folder / f"{name}.npy", array)
            synced(folder / f"{name}.npy")
        replace_json(folder / _CHECKSUMS, _checksums(folder))

    def added(self, pages: UInt64s, texts: list[str]) -> Segment:
        """A segment of some pages' texts."""
        ids = text_ids([text_digest(text) for text in texts])
        _, minima = self.scheme.sketches(texts)
        sets = shingle_sets(texts, self.params.width)
        return segment(pages, ids, minima, sets, self.cut)

    def question(self, text: str) -> Question:
        """A text as it is looked for."""
        sets = shingle_sets([text], self.params.width)
        minima = self.scheme.sketches([text])[1][0]
        asked = int(text_ids([text_digest(text)])[0])
        return Question(id=asked, minima=minima, shingles=sets.hashes)


def segment_folders(layout: Layout) -> list[Path]:
    """Folders of the segments that hold, however they were made."""
    match _read(layout.lookup / "CURRENT.json"):
        case {"segments": [*names]}:
            return [layout.lookup / str(name) for name in names]
        case _:
            return []  # so they are made again when they are asked


def sound_texts(folder: Path) -> int:
    """How many texts a segment has, all of which was read and fits together.

    Raises:
        CollectionError: a file of it is missing or damaged.
    """
    try:
        one = _mapped(folder)
        fault = one.fault or _altered(folder)
    except (OSError, ValueError, EOFError) as wrong:
        raise _damaged(folder.parent, wrong) from wrong
    if fault:
        raise _damaged(folder.parent, fault)
    return len(one)


def _read(path: Path) -> Any:
    """What a JSON file holds; None if it is missing or damaged."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def _checksums(folder: Path) -> dict[str, int]:
    """CRC-32 of the file of each array."""
    return {name: _checksum(folder / f"{name}.npy") for name in _COLUMNS}


def _checksum(path: Path) -> int:
    found = 0
    with path.open("rb") as stream:
        while piece := stream.read(_BYTES_AT_ONCE):
            found = zlib.crc32(piece, found)
    return found


def _altered(folder: Path) -> str:
    """The first array that is not as it was written; ``""`` if there is none.

    Segments made before there were checksums have none.
    """
    if not (folder / _CHECKSUMS).exists():
        return ""
    wanted, found = _read(folder / _CHECKSUMS), _checksums(folder)
    if wanted == found:
        return ""
    told = cast("dict[str, object]", wanted) if isinstance(wanted, dict) else {}
    names = [name for name in _COLUMNS if told.get(name) != found[name]] or [_CHECKSUMS]
    return f"{names[0]} is not as it was written"


def _mapped(folder: Path) -> Segment:
    found = [_array(folder / f"{name}.npy") for name in _COLUMNS]
    pages, ids, minima, band_keys, band_rows, shingle_keys, shingle_rows = found
    return Segment(
        pages=pages,
        ids=ids,
        minima=minima,
        bands=Keys(keys=band_keys, rows=band_rows),
        shingles=Keys(keys=shingle_keys, rows=shingle_rows),
    )


def _array(path: Path) -> NDArray[Any]:
    try:
        array: NDArray[Any] = np.load(path, mmap_mode="r")
    except (SyntaxError, TypeError, TokenError) as wrong:  # its head is read as Python
        raise ValueError(f"{path.name} has no head that can be read: {wrong}") from wrong
    return array


def _damaged(folder: Path, wrong: Exception | str) -> CollectionError:
    return CollectionError(
        f"{folder}: damaged ({wrong}); delete this folder, which is made again when the next "
        "text is looked up"
    )


def store_of(layout: Layout, params: DedupParams) -> Store:
    """Where the segments of a collection lie."""
    return Store(layout.lookup, params)


def is_current(layout: Layout, store: Store) -> bool:
    """Whether the segments hold the live pages."""
    run = manifest.current(layout).get(DocTexts.name)
    return run is not None and store.is_of(run)


def refresh(layout: Layout, params: DedupParams) -> Store:
    """Bring the segments up to date with the live pages: only what is new is read.

    Raises:
        CollectionError: there are no pages yet.
    """
    store, run = store_of(layout, params), manifest.current(layout).get(DocTexts.name)
    if run is None:
        raise CollectionError(f"{layout.root}: no pages yet; run 'pagemill build'")
    if store.is_of(run):
        return store
    names, known = store.names(), store.segments()
    paths = parts(layout.table(DocTexts.name, run))
    live = _keys(paths)
    stays = [np.flatnonzero(np.isin(_packed(one.pages, one.ids), live)) for one in known]
    there = [_packed(one.pages, one.ids)[rows] for one, rows in zip(known, stays, strict=True)]
    settled = np.sort(np.concatenate([*there, np.zeros(0, _PAGE)]))
    held: list[tuple[str | None, Segment, Int64s]] = [
        (name if rows.size == len(one) else None, one, rows)
        for name, one, rows in zip(names, known, stays, strict=True)
        if rows.size
    ]
    for pages, texts in _new_texts(paths, settled):
        one = store.added(pages, texts)
        held.append((None, one, np.arange(len(one))))
    store.replace(_compact(held), run)
    return store


def _compact(held: list[tuple[str | None, Segment, Int64s]]) -> list[Segment | str]:
    """Merge segments so that each is twice as large as the next; leave the others."""
    held = sorted(held, key=lambda one: -one[2].size)
    into = dict(levels([rows.size for _, _, rows in held]))
    result: list[Segment | str] = []
    place = 0
    while place < len(held):
        stop = into.get(place, place + 1)
        name = held[place][0]
        if stop == place + 1 and name is not None:
            result.append(name)
        else:
            some = held[place:stop]
            result.append(merged([one for _, one, _ in some], [rows for *_, rows in some]))
        place = stop
    return result


_PAGE = np.dtype([("page", np.uint64), ("id", np.uint64)])


def _packed(pages: UInt64s, ids: UInt64s) -> NDArray[np.void]:
    packed = np.empty(pages.size, _PAGE)
    packed["page"], packed["id"] = pages, ids
    return packed


def _keys(paths: list[Path]) -> NDArray[np.void]:
    found: DocKeys = parquet.read(DocKeys, paths)
    return np.sort(_packed(found.url_hash, text_ids(found.text_digest)))


def _new_texts(
    paths: list[Path], settled: NDArray[np.void]
) -> Iterator[tuple[UInt64s, list[str]]]:
    """Texts with words of pages that no segment holds, many at a time."""
    pages: list[int] = []
    texts: list[str] = []
    for path in paths:
        part = parquet.Part(path)
        for number in range(part.count):
            keys: DocKeys = part.batch(DocKeys, number).columns()
            fresh = ~np.isin(_packed(keys.url_hash, text_ids(keys.text_digest)), settled)
            rows = [row for row in integers(np.flatnonzero(fresh)) if keys.text_digest[row]]
            if rows:
                docs: DocTexts = part.batch(DocTexts, number).take(rows).columns()
                pages += docs.url_hash.tolist()
                texts += docs.text
            if len(texts) >= TEXTS_AT_ONCE:
                yield np.array(pages, np.uint64), texts
                pages, texts = [], []
    if texts:
        yield np.array(pages, np.uint64), texts


def matches(
    layout: Layout, store: Store, text: str, *, limit: int, rarest: bool
) -> list[NearMatch]:
    """Pages that resemble a text, compared exactly, the most similar first.

    Args:
        layout: where the pages' texts lie.
        store: where they are looked up.
        text: any text.
        limit: pages at most.
        rarest: look up the rarest shingles, and tell all that share any of them; otherwise
            bands, and those that reach the threshold.

    Raises:
        CollectionError: the segments are damaged.
    """
    asked, segments = store.question(text), store.segments()
    try:
        found = by_rarest(segments, asked) if rarest else by_bands(segments, asked, store.cut)
    except (IndexError, ValueError) as wrong:  # rows that no text has
        raise store.damaged(wrong) from wrong
    fewest = 0 if rarest else fewest_agreements(store.params.threshold, asked.minima.size)
    likely = [
        one
        for one in found
        if one.agreements >= fewest or int(segments[one.segment].ids[one.row]) == asked.id
    ]
    likely.sort(key=lambda one: (-one.agreements, -one.shared, one.segment, one.row))
    pages = [int(segments[one.segment].pages[one.row]) for one in likely[: 2 * limit + 20]]
    told = _compared(layout, store, text, pages)
    if not rarest:
        told = [one for one in told if _is_duplicate(one, store.params)]
    told.sort(key=lambda one: (-one[0].similarity, -one[0].contained, one[0].url))
    return [one for one, _, _ in told[:limit]]


def _is_duplicate(told: tuple[NearMatch, int, int], params: DedupParams) -> bool:
    match, shared, union = told
    sizes = np.array([shared]), np.array([union])
    enough = reaches(*sizes, exact_threshold(params.threshold))
    return match.similarity == 1.0 or bool(enough[0])


def _compared(
    layout: Layout, store: Store, text: str, pages: list[int]
) -> list[tuple[NearMatch, int, int]]:
    """Pages with their resemblance to a text and the sizes of intersection and union."""
    run = manifest.current(layout)[DocTexts.name]
    paths = parts(layout.table(DocTexts.name, run))
    urls: list[str] = []
    texts: list[str] = []
    for page in dict.fromkeys(pages):
        rows: PageTexts = parquet.lookup(PageTexts, paths, page)
        urls += rows.url
        texts += rows.text
    sets = shingle_sets([text, *texts], store.params.width)
    right = np.arange(1, len(sets))
    shared = intersections(sets, np.zeros(right.size, np.int64), right)
    union = sets.counts[0] + sets.counts[right] - shared
    own, digest = max(1, int(sets.counts[0])), text_digest(text)
    told: list[tuple[NearMatch, int, int]] = []
    for url, other, both, either in zip(
        urls, texts, integers(shared), integers(union), strict=True
    ):
        is_equal = bool(digest) and text_digest(other) == digest
        similarity = 1.0 if is_equal else both / max(1, either)
        contained = 1.0 if is_equal else both / own
        told.append(
            (NearMatch(url=url, similarity=similarity, contained=contained), both, either)
        )
    return told
