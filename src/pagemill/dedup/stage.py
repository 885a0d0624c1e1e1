"""The near-duplicate stages: DocViews -> sketches -> candidates -> verified.

Sketches are kept, shingles are not: those of the texts in candidate pairs are made again for
verification, into a scratch file that the workers map into memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.band import Banding, banding, pairs_of_bucket
from pagemill.dedup.columns import integers
from pagemill.dedup.minhash import Scheme
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import ShingleSets, shingle_sets
from pagemill.dedup.site.stage import cores, outdated, templates
from pagemill.dedup.verify import intersections
from pagemill.engine.shape import ByKey, EachShard, Used, one_group
from pagemill.tables import (
    Bands,
    Boilerplate,
    Candidates,
    DocDigests,
    DocPlaces,
    DocTexts,
    Rejects,
    Sketches,
    SketchIds,
    Verified,
)

UInt64s = NDArray[np.uint64]
Int64s = NDArray[np.int64]

NO_WORDS = "no words"
CUT_RUNS = "bands shared by too many texts to list every pair"
WITHIN_CROWD = "both share bands with too many texts; each is held against kept ones"
BANDS_PER_PART = 1 << 20
CANDIDATES_PER_PART = 1 << 17


@dataclass(frozen=True, slots=True, kw_only=True)
class WidthParams:
    """Tokens in a shingle."""

    width: int


def sketches_stage(
    layout: Layout, params: DedupParams
) -> EachShard[DocTexts, Sketches, Scheme]:
    """Sketch the text of each page, less the boilerplate of its host."""
    return EachShard(
        name="sketches",
        version=3,
        reads=DocTexts,
        sifts=DocDigests,
        writes=Sketches,
        sift=_without_words,
        run=SketchTexts(layout),
        params=Scheme(params.permutations, params.seed, params.width),
        key=("url", "text_digest"),
        also=("block_digest",),  # of a page captured again the lines may be cut otherwise
        outdated=partial(outdated, layout),
        beside=(Boilerplate,),
    )


def candidates_stage(params: DedupParams) -> ByKey[Sketches, Bands, Candidates, Banding]:
    """Pair up the texts that share a band."""
    return ByKey(
        name="candidates",
        version=2,
        reads=Sketches,
        writes=Candidates,
        spread=cut_into_bands,
        meets=Bands,
        by="band_key",
        run=pair_up,
        params=banding(params.threshold, params.permutations),
        per_part=BANDS_PER_PART,
        split=None,
        cuts=one_group,
    )


def verified_stage(
    layout: Layout, params: DedupParams
) -> ByKey[Candidates, Candidates, Verified, WidthParams]:
    """Compare the shingle sets of each candidate pair."""
    store = ShingleStore(layout.scratch / "shingles")
    return ByKey(
        name="verified",
        version=2,
        reads=Candidates,
        writes=Verified,
        spread=_unchanged,
        meets=Candidates,
        by="left",
        run=ExactCheck(layout, store),
        params=WidthParams(width=params.width),
        per_part=CANDIDATES_PER_PART,
        split="left",
        cuts=one_group,
        prepare=partial(write_shingles, layout, store, params.width),
    )


# -- sketches


def _without_words(docs: DocDigests) -> list[str]:
    return ["" if digest else NO_WORDS for digest in docs.text_digest]


@dataclass(frozen=True, slots=True)
class SketchTexts:
    """Sketches every text; one shorter than a shingle gets a sketch of zero shingles.

    Attributes:
        layout: where the boilerplate of each host lies.
    """

    layout: Layout

    def __call__(self, docs: DocTexts, scheme: Scheme) -> tuple[Sketches, Rejects]:
        """Sketch some."""
        found = cores(docs, templates(self.layout))
        counts, minima = scheme.sketches(found.texts)
        made = Sketches(
            url_hash=docs.url_hash,
            url=docs.url,
            block_digest=docs.block_digest,
            text_digest=docs.text_digest,
            text_id=found.ids,
            template=found.marks,
            shingles=counts.astype(np.int32),
            minima=minima,
        )
        return made, parquet.empty(Rejects)


# -- candidates


def cut_into_bands(sketches: Sketches, cut: Banding) -> Bands:
    """The band keys of every text that has shingles."""
    filled = np.flatnonzero(sketches.shingles)
    keys = cut.keys(sketches.minima[filled]) if filled.size else np.zeros((0, 1), np.uint64)
    return Bands(
        band_key=keys.ravel(), text_id=np.repeat(sketches.text_id[filled], keys.shape[1])
    )


def pair_up(bands: Bands, cut: Banding) -> tuple[Candidates, Used]:
    """Pair the texts of each band; equal texts count once.

    A text of a band that too many share is paired with itself: a mark for the last stage,
    which holds it against the kept ones.
    """
    del cut
    shared = _shared(bands.band_key)
    alone = bands.band_key.size - shared.size
    keys, texts = bands.band_key[shared], bands.text_id[shared]
    order = np.lexsort((texts, keys))
    keys, texts = keys[order], texts[order]
    # Pages with equal texts have equal sketches: one of them speaks for all.
    first = np.ones(keys.size, np.bool_)
    first[1:] = (keys[1:] != keys[:-1]) | (texts[1:] != texts[:-1])
    repeats = keys.size - int(np.count_nonzero(first))
    keys, texts = keys[first], texts[first]
    lonely = _singles(keys)
    ids, numbers = np.unique(texts, return_inverse=True)
    found = pairs_of_bucket(keys, numbers.astype(np.int64), bands.band_key.size - repeats)
    rejects = {"alone in its band": alone + lonely, "equal text in the same band": repeats}
    used = Used(
        rows=keys.size - lonely,
        rejects={why: rows for why, rows in rejects.items() if rows},
        notes={CUT_RUNS: found.cut_runs} if found.cut_runs else {},
    )
    made = Candidates(
        left=np.concatenate((ids[found.left], ids[found.crowd])),
        right=np.concatenate((ids[found.right], ids[found.crowd])),
    )
    return made, used


def _shared(keys: UInt64s) -> Int64s:
    """Rows whose key others have too, in order of keys: nearly every key stands alone."""
    order = np.argsort(keys)
    ranked = keys[order]
    equal = np.zeros(keys.size + 1, np.bool_)
    np.equal(ranked[1:], ranked[:-1], out=equal[1:-1])
    return order[equal[1:] | equal[:-1]]


def _singles(keys: UInt64s) -> int:
    """Sorted keys that occur once."""
    if not keys.size:
        return 0
    change = np.concatenate(([True], keys[1:] != keys[:-1], [True]))
    return int(np.count_nonzero(change[1:] & change[:-1]))


# -- verification


@dataclass(frozen=True, slots=True)
class ShingleStore:
    """The shingle sets of some texts in scratch files that processes map into memory.

    Attributes:
        folder: holds ``ids.npy`` (ascending), ``numbers.npy`` (the set of each id),
            ``offsets.npy`` and ``hashes.u64``; for verification ``crowd.npy``, the ids of the
            texts whose pairs with each other are not compared, ascending.
    """

    folder: Path

    def sets(self) -> ShingleSets:
        """All sets, mapped, not read."""
        path = self.folder / "hashes.u64"
        hashes: UInt64s = np.zeros(0, np.uint64)
        if path.stat().st_size:
            hashes = np.memmap(path, np.uint64, "r")
        return ShingleSets(hashes=hashes, offsets=np.load(self.folder / "offsets.npy"))

    def numbers(self, ids: UInt64s) -> Int64s:
        """The number of each text's set."""
        known: UInt64s = np.load(self.folder / "ids.npy")
        numbers: Int64s = np.load(self.folder / "numbers.npy")
        return numbers[np.searchsorted(known, ids)]

    def crowd(self) -> UInt64s:
        """Ids of the texts whose pairs with each other are not compared, ascending."""
        ids: UInt64s = np.load(self.folder / "crowd.npy")
        return ids


def write_shingles(layout: Layout, store: ShingleStore, width: int) -> None:
    """Make the shingles of every text in a candidate pair that is not verified yet."""
    live = manifest.current(layout)
    crowd = _marked(layout, live)
    write_sets(layout, store, width, _needed(layout, live, width, crowd))
    np.save(store.folder / "crowd.npy", crowd)


def write_sets(layout: Layout, store: ShingleStore, width: int, needed: UInt64s) -> None:
    """Make the shingles of the texts with these ids, ascending."""
    live = manifest.current(layout)
    folder = store.folder
    folder.mkdir(parents=True, exist_ok=True)
    ids: list[UInt64s] = []
    counts: list[Int64s] = []
    missing = np.ones(needed.size, np.bool_)
    with (folder / "hashes.u64").open("wb") as out:
        for texts, found in _texts(layout, live, needed, missing):
            sets = shingle_sets(texts, width)
            out.write(sets.hashes.tobytes())
            ids.append(found)
            counts.append(sets.counts)
    every = np.concatenate([*ids, np.zeros(0, np.uint64)])
    order = np.argsort(every)
    lengths = np.concatenate([*counts, np.zeros(0, np.int64)])
    np.save(folder / "ids.npy", every[order])
    np.save(folder / "numbers.npy", order.astype(np.int64))
    np.save(folder / "offsets.npy", np.concatenate(([0], np.cumsum(lengths))).astype(np.int64))


def known_pairs(layout: Layout, live: dict[str, str], width: int) -> list[Path]:
    """Part files of pairs that an earlier run verified with the same shingles."""
    run = live.get(Verified.name)
    record = manifest.read_record(layout, run) if run else None
    if run is None or record is None or record.params != {"width": width}:
        return []
    return parts(layout.table(Verified.name, run))


def _marked(layout: Layout, live: dict[str, str]) -> UInt64s:
    """Ids of the texts that are marked as a crowd's, ascending."""
    found: UInt64s = np.zeros(0, np.uint64)
    for path in parts(layout.table(Candidates.name, live[Candidates.name])):
        pairs = parquet.read(Candidates, [path])
        found = np.union1d(found, pairs.left[pairs.left == pairs.right])
    return found


def _within(left: UInt64s, right: UInt64s, crowd: UInt64s) -> NDArray[np.bool_]:
    """Which are pairs of two texts of the crowd; a mark is none."""
    if not crowd.size:
        return np.zeros(left.size, np.bool_)
    found: NDArray[np.bool_] = (left != right) & np.isin(left, crowd) & np.isin(right, crowd)
    return found


def _needed(layout: Layout, live: dict[str, str], width: int, crowd: UInt64s) -> UInt64s:
    """Ids of the texts in candidate pairs that are to be verified and are not, ascending."""
    known = parquet.read(Verified, known_pairs(layout, live, width))
    settled = _packed(known.left, known.right)
    settled.sort()
    found: UInt64s = np.zeros(0, np.uint64)
    for path in parts(layout.table(Candidates.name, live[Candidates.name])):
        pairs = parquet.read(Candidates, [path])
        wanted = ~_within(pairs.left, pairs.right, crowd)
        left, right = pairs.left[wanted], pairs.right[wanted]
        fresh = ~_among(_packed(left, right), settled)
        found = np.union1d(found, np.union1d(left[fresh], right[fresh]))
    return found


def _texts(
    layout: Layout, live: dict[str, str], needed: UInt64s, missing: NDArray[np.bool_]
) -> Iterator[tuple[list[str], UInt64s]]:
    """The texts with the needed ids, each once, part by part; no other is read."""
    if not needed.size:
        return
    known = templates(layout)
    docs = parts(layout.table(DocPlaces.name, live[DocPlaces.name]))
    sketches = parts(layout.table(SketchIds.name, live[SketchIds.name]))
    for path, beside in zip(docs, sketches, strict=True):
        sketched = parquet.read_rows(SketchIds, [beside])
        taken = first_seen(sketched.columns().text_id, needed, missing)
        if not taken:
            continue
        part = parquet.Part(path)
        rows = _rows_of(sketched.take(taken), parquet.read_rows(DocPlaces, [path]))
        found = cores(part.some(DocTexts, rows).columns(), known)
        yield found.texts, found.ids


def _rows_of(pages: parquet.Rows, among: parquet.Rows) -> list[int]:
    """Numbers of the rows of these pages."""
    wanted = set(pages.keys(_PAGE))
    return [row for row, page in enumerate(among.keys(_PAGE)) if page in wanted]


_PAGE = ("url_hash", "url")


def first_seen(ids: UInt64s, needed: UInt64s, missing: NDArray[np.bool_]) -> list[int]:
    """Rows whose ids are still missing, ascending; they no longer are then."""
    places = np.minimum(np.searchsorted(needed, ids), needed.size - 1)
    rows = np.flatnonzero((needed[places] == ids) & missing[places])
    _, first = np.unique(places[rows], return_index=True)
    taken = np.sort(rows[first])
    missing[places[taken]] = False
    return integers(taken)


_PAIR = np.dtype([("left", np.uint64), ("right", np.uint64)])


def _packed(left: UInt64s, right: UInt64s) -> NDArray[np.void]:
    pairs = np.empty(left.size, _PAIR)
    pairs["left"], pairs["right"] = left, right
    return pairs


def _among(pairs: NDArray[np.void], settled: NDArray[np.void]) -> NDArray[np.bool_]:
    """Which pairs are in a sorted list of pairs."""
    if not settled.size:
        return np.zeros(pairs.size, np.bool_)
    places = np.minimum(np.searchsorted(settled, pairs), settled.size - 1)
    found: NDArray[np.bool_] = settled[places] == pairs
    return found


@dataclass(frozen=True, slots=True)
class ExactCheck:
    """Verifies pairs, taking over what an earlier run found.

    Attributes:
        layout: where the pairs verified earlier lie.
        store: shingle sets of the pairs that are new.
    """

    layout: Layout
    store: ShingleStore

    def __call__(self, candidates: Candidates, params: WidthParams) -> tuple[Verified, Used]:
        """Compare each distinct pair exactly, but for those of two texts of a crowd."""
        within = _within(candidates.left, candidates.right, self.store.crowd())
        pairs = np.unique(_packed(candidates.left[~within], candidates.right[~within]))
        left, right = pairs["left"].copy(), pairs["right"].copy()
        shared = np.zeros(pairs.size, np.int64)
        union = np.zeros(pairs.size, np.int64)
        fresh = np.ones(pairs.size, np.bool_)
        if pairs.size:
            fresh = self._take_over(pairs, (shared, union), params.width)
        self._compare(left, right, (fresh, shared, union))
        crowded = int(np.count_nonzero(within))
        rejects = {
            "found in another band too": candidates.left.size - crowded - pairs.size,
            WITHIN_CROWD: crowded,
        }
        used = Used(rows=pairs.size, rejects={why: n for why, n in rejects.items() if n})
        verified = Verified(
            left=left,
            right=right,
            intersection=shared.astype(np.int32),
            union=union.astype(np.int32),
        )
        return verified, used

    def _take_over(
        self, pairs: NDArray[np.void], into: tuple[Int64s, Int64s], width: int
    ) -> NDArray[np.bool_]:
        shared, union = into
        fresh = np.ones(pairs.size, np.bool_)
        for path in known_pairs(self.layout, manifest.current(self.layout), width):
            known = parquet.read(Verified, [path])
            listed = _packed(known.left, known.right)
            if (
                not listed.size
                or listed[-1].item() < pairs[0].item()
                or pairs[-1].item() < listed[0].item()
            ):
                continue
            found = np.flatnonzero(_among(pairs, listed))
            places = np.searchsorted(listed, pairs[found])
            shared[found] = known.intersection[places]
            union[found] = known.union[places]
            fresh[found] = False
        return fresh

    def _compare(
        self, left: UInt64s, right: UInt64s, into: tuple[NDArray[np.bool_], Int64s, Int64s]
    ) -> None:
        fresh, shared, union = into
        rows = np.flatnonzero(fresh)
        if not rows.size:
            return
        sets = self.store.sets()
        first, second = self.store.numbers(left[rows]), self.store.numbers(right[rows])
        order = np.lexsort((second, first))
        first, second, rows = first[order], second[order], rows[order]
        found = intersections(sets, first, second)
        shared[rows] = found
        union[rows] = sets.counts[first] + sets.counts[second] - found


def _unchanged(candidates: Candidates, params: WidthParams) -> Candidates:
    del params
    return candidates
