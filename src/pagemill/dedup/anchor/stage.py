"""The last near-duplicate stage: verified pairs and standings of pages -> clusters, pairs."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, parts
from pagemill.dedup.anchor.crowd import Check, Crowd
from pagemill.dedup.anchor.pivot import PivotComparison
from pagemill.dedup.anchor.stored import StoredComparison
from pagemill.dedup.band import banding
from pagemill.dedup.cluster import representatives
from pagemill.dedup.columns import Bools, Int64s, UInt64s, integers
from pagemill.dedup.minhash import expected_agreements, fewest_agreements
from pagemill.dedup.params import LISTED, DedupParams
from pagemill.dedup.preference import Standing, preferred
from pagemill.dedup.site.stage import text_ids
from pagemill.dedup.stage import NO_WORDS, ShingleStore, first_seen, write_sets
from pagemill.dedup.verify import exact_threshold, reaches
from pagemill.engine.shape import Used, WholeTable
from pagemill.tables import Clusters, DocStandings, Pairs, Sketches, SketchSizes, Verified

LEFT_OUT = "kept texts that too many others share a band with to compare all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdParams:
    """Jaccard coefficient from which two texts are near-duplicates."""

    threshold: float


def clusters_stage(layout: Layout, params: DedupParams) -> WholeTable[ThresholdParams]:
    """Decide which pages are kept, and for which of them the others are removed."""
    store = ShingleStore(layout.scratch / "crowd")
    return WholeTable(
        name="clusters",
        version=3,
        reads=(DocStandings, SketchSizes, Verified),
        writes=(Clusters, Pairs),
        run=partial(cluster_pages, crowds=CrowdReader(layout, store, params)),
        params=ThresholdParams(threshold=params.threshold),
    )


@dataclass(frozen=True, slots=True)
class _Texts:
    """The distinct texts, less boilerplate, most preferred first, and the pages with them."""

    ids: UInt64s
    page: list[int]
    of_page: dict[int, int]
    digests: list[str]

    def are_equal(self, one: int, other: int) -> bool:
        """Whether two pages have equal texts, boilerplate included."""
        return self.digests[one] == self.digests[other]


def cluster_pages(
    docs: DocStandings,
    sizes: SketchSizes,
    verified: Verified,
    params: ThresholdParams,
    *,
    crowds: CrowdReader | None = None,
) -> tuple[tuple[Clusters, Pairs], Used]:
    """Keep one page of each group of equal texts, then one of each group of similar ones."""
    enough = reaches(
        verified.intersection.astype(np.int64),
        verified.union.astype(np.int64),
        exact_threshold(params.threshold),
    )
    marks = verified.left == verified.right
    known = dict(zip(sizes.url, sizes.text_id.tolist(), strict=True))
    ids = np.array([known.get(url, 0) for url in docs.url], np.uint64)
    alike = np.union1d(verified.left[enough | marks], verified.right[enough | marks])
    has_words = np.array(list(map(bool, docs.text_digest)), np.bool_)
    counts = Counter({NO_WORDS: int(np.count_nonzero(~has_words))})
    rows = _in_question(docs, ids, alike) & has_words
    docs, ids = _some(docs, np.flatnonzero(rows)), ids[rows]
    shingles = dict(zip(sizes.url, sizes.shingles.tolist(), strict=True))
    instants = docs.fetched_at.astype(np.int64).tolist()
    pages = [
        Standing(url, canonical, at, shingles.get(url, 0))
        for url, canonical, at in zip(docs.url, docs.canonical, instants, strict=True)
    ]
    texts = _distinct_texts(ids.tolist(), docs, preferred(pages))
    near = _text_pairs(texts, verified, enough & ~marks)
    crowd = crowds(texts.ids, verified.left[marks]) if crowds and marks.any() else None
    kept = representatives(texts.ids.size, near.left, near.right, crowd)
    if crowd is not None:
        near = near.with_more(*crowd.pairs())
    found = _cluster_rows(texts, kept, near)
    clusters = _clusters(docs, found)
    counts["no copies"] = int(np.count_nonzero(has_words)) - len(found)
    pairs = _pairs(pages, texts, near, found)
    notes = {LEFT_OUT: crowd.left_out} if crowd is not None and crowd.left_out else {}
    rejects = {why: count for why, count in counts.items() if count}
    return (clusters, pairs), Used(rows=len(found), rejects=rejects, notes=notes)


def _in_question(docs: DocStandings, ids: UInt64s, alike: UInt64s) -> Bools:
    """Pages that may have copies: of most it is seen at once that they have none."""
    found: Bools = _repeats(ids) | _repeats(text_ids(docs.text_digest)) | np.isin(ids, alike)
    return found


def _repeats(values: UInt64s) -> Bools:
    """Which of some values come more than once."""
    _, numbers, counts = np.unique(values, return_inverse=True, return_counts=True)
    several: Bools = counts[numbers] > 1
    return several


def _some(docs: DocStandings, rows: Int64s) -> DocStandings:
    numbers = integers(rows)
    return DocStandings(
        url_hash=docs.url_hash[rows],
        url=[docs.url[row] for row in numbers],
        fetched_at=docs.fetched_at[rows],
        block_digest=[docs.block_digest[row] for row in numbers],
        canonical=[docs.canonical[row] for row in numbers],
        text_digest=[docs.text_digest[row] for row in numbers],
    )


@dataclass(frozen=True, slots=True)
class CrowdReader:
    """Reads sketches and texts of the texts in bands that too many share.

    Attributes:
        layout: where the tables lie.
        store: scratch for the shingles.
        params: how texts are compared.
    """

    layout: Layout
    store: ShingleStore
    params: DedupParams

    def __call__(self, ids: UInt64s, marked: UInt64s) -> Crowd:
        """The crowd of the marked ids, numbered as all ``ids`` are, by preference."""
        params = self.params
        threshold = exact_threshold(params.threshold)
        marked = np.unique(marked)
        write_sets(self.layout, self.store, params.width, marked)
        texts = np.flatnonzero(np.isin(ids, marked))
        numbers = np.zeros(ids.size, np.int64)
        numbers[texts] = self.store.numbers(ids[texts])
        held = StoredComparison(self.store.sets(), numbers)
        counts = held.sets.counts[numbers]
        is_copy = partial(reaches, threshold=threshold)
        return Crowd(
            texts=texts,
            minima=self._minima(ids[texts]),
            cut=banding(params.threshold, params.permutations),
            check=Check(
                fewest=fewest_agreements(params.threshold, params.permutations),
                expected=expected_agreements(params.threshold, params.permutations),
                sizes=PivotComparison(held, held.some, counts, is_copy),
                reaches=is_copy,
            ),
        )

    def _minima(self, wanted: UInt64s) -> NDArray[np.uint32]:
        order = np.argsort(wanted)
        ranked = wanted[order]
        missing = np.ones(wanted.size, np.bool_)
        minima = np.zeros((wanted.size, self.params.permutations), np.uint32)
        run = manifest.current(self.layout)[Sketches.name]
        for path in parts(self.layout.table(Sketches.name, run)):
            for batch in parquet.batches(Sketches, path):
                found: Sketches = batch.columns()
                rows = first_seen(found.text_id, ranked, missing)
                places = np.searchsorted(ranked, found.text_id[rows])
                minima[order[places]] = found.minima[rows]
        return minima


def _distinct_texts(ids: list[int], docs: DocStandings, order: list[int]) -> _Texts:
    number: dict[int, int] = {}
    first: list[int] = []
    of_page: dict[int, int] = {}
    for page in order:
        text = ids[page]
        if text not in number:
            number[text] = len(first)
            first.append(page)
        of_page[page] = number[text]
    return _Texts(np.array(list(number), np.uint64), first, of_page, docs.text_digest)


def _same_page_texts(texts: _Texts) -> list[tuple[int, int]]:
    """Pairs of texts that are left of equal pages of hosts with other boilerplate each."""
    left_of: defaultdict[str, set[int]] = defaultdict(set)
    for page, text in texts.of_page.items():
        left_of[texts.digests[page]].add(text)
    found: set[tuple[int, int]] = set()
    for some in left_of.values():
        several = sorted(some)
        first = several if len(several) <= LISTED else several[:1]
        found.update((one, other) for one in first for other in several if one < other)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class _Near:
    """Pairs of similar texts by number, the preferred one left, with their set sizes.

    Sizes of 0 are those of equal pages.
    """

    left: Int64s
    right: Int64s
    intersection: Int64s
    union: Int64s

    def with_more(
        self, left: Int64s, right: Int64s, intersection: Int64s, union: Int64s
    ) -> _Near:
        """These pairs and others, the preferred text left."""
        return _Near(
            np.concatenate((self.left, left)),
            np.concatenate((self.right, right)),
            np.concatenate((self.intersection, intersection)),
            np.concatenate((self.union, union)),
        )

    def similarity(self) -> dict[tuple[int, int], float]:
        """Exact resemblance of each pair."""
        ratio = self.intersection / np.maximum(self.union, 1)
        values = np.where(self.union == 0, 1.0, ratio).tolist()
        return dict(
            zip(zip(self.left.tolist(), self.right.tolist(), strict=True), values, strict=True)
        )


def _text_pairs(texts: _Texts, verified: Verified, enough: NDArray[np.bool_]) -> _Near:
    order = np.argsort(texts.ids)
    known = texts.ids[order]
    left = order[np.searchsorted(known, verified.left[enough])]
    right = order[np.searchsorted(known, verified.right[enough])]
    one, other = np.minimum(left, right), np.maximum(left, right)
    equal = np.array(_same_page_texts(texts), np.int64).reshape(-1, 2)
    is_other = ~np.isin(one << 32 | other, equal[:, 0] << 32 | equal[:, 1])
    none = np.zeros(len(equal), np.int64)
    listed = _Near(
        one[is_other],
        other[is_other],
        verified.intersection[enough][is_other].astype(np.int64),
        verified.union[enough][is_other].astype(np.int64),
    )
    return listed.with_more(equal[:, 0], equal[:, 1], none, none)


def _cluster_rows(
    texts: _Texts, kept: Int64s, near: _Near
) -> dict[int, tuple[int, str, float]]:
    """Page -> kept page, relation, similarity; for pages that have copies."""
    similarity = near.similarity()
    stands_for = integers(kept)
    removed: dict[int, tuple[int, str, float]] = {}
    for page, text in texts.of_page.items():
        anchor = stands_for[text]
        representative = texts.page[anchor]
        if page == representative:
            continue
        relation = "exact" if texts.are_equal(page, representative) else "near"
        alike = 1.0 if relation == "exact" or text == anchor else similarity[anchor, text]
        removed[page] = (representative, relation, alike)
    for representative in {found[0] for found in removed.values()}:
        removed[representative] = (representative, "kept", 1.0)
    return removed


def _clusters(docs: DocStandings, rows: dict[int, tuple[int, str, float]]) -> Clusters:
    pages = sorted(rows)  # pages are numbered by (url_hash, url)
    return Clusters(
        url_hash=docs.url_hash[pages],
        url=[docs.url[page] for page in pages],
        representative=[docs.url[rows[page][0]] for page in pages],
        relation=[rows[page][1] for page in pages],
        similarity=np.array([rows[page][2] for page in pages], np.float64),
    )


def _pairs(
    pages: list[Standing],
    texts: _Texts,
    near: _Near,
    rows: dict[int, tuple[int, str, float]],
) -> Pairs:
    """Similar texts by their best pages, and each further page with an equal text."""
    found: list[tuple[str, str, float, int, int, str]] = []
    sides = zip(integers(near.left), integers(near.right), strict=True)
    sizes = zip(integers(near.intersection), integers(near.union), strict=True)
    for (left, right), (shared, union) in zip(sides, sizes, strict=True):
        first, second = sorted((pages[texts.page[left]].url, pages[texts.page[right]].url))
        ratio, how = (shared / union, "shingles") if union else (1.0, "checksum")
        found.append((first, second, ratio, shared, union, how))
    for page, text in texts.of_page.items():
        best = texts.page[text]
        if page != best and page in rows:
            first, second = sorted((pages[page].url, pages[best].url))
            size = pages[best].shingles
            how = "checksum" if texts.are_equal(page, best) else "shingles"
            found.append((first, second, 1.0, size, size, how))
    found.sort()
    return Pairs(
        left=[row[0] for row in found],
        right=[row[1] for row in found],
        similarity=np.array([row[2] for row in found], np.float64),
        intersection=np.array([row[3] for row in found], np.int32),
        union=np.array([row[4] for row in found], np.int32),
        method=[row[5] for row in found],
    )
