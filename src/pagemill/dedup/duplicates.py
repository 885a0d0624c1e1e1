"""All duplicates among documents: exact copies, near duplicates, clusters."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pagemill.dedup.anchor.chain import chained, diameter, least_similarity
from pagemill.dedup.cluster import representatives
from pagemill.dedup.columns import Bools, Float64s, Int64s, UInt32s, integers, offsets
from pagemill.dedup.columns import grouped as grouped_by
from pagemill.dedup.copies import Copies, copies, document_pairs, keys_by, text_keys
from pagemill.dedup.documents import Documents, columns, pair, rows_of
from pagemill.dedup.methods.method import DEFAULT, Found
from pagemill.dedup.near import (
    Anchored,
    NearPairs,
    Sketched,
    anchored,
    bands_for,
    linked,
    scheme_for,
    sketches,
)
from pagemill.dedup.params import DedupParams
from pagemill.dedup.shingle import shingle_sets
from pagemill.dedup.spill.clusters import ClusterColumns
from pagemill.dedup.spill.ids import SpilledIds, named
from pagemill.dedup.spill.merge import MergedIds
from pagemill.dedup.spill.sketches import SpilledSketches
from pagemill.dedup.spill.texts import Chunk, SpilledTexts, lengths, picked
from pagemill.dedup.verify import exact_threshold
from pagemill.errors import UsageError
from pagemill.model.cluster import Cluster, DuplicatePair, Removed

ANCHORED, SINGLE = "anchored", "single"

_BYTES_AT_ONCE = 1 << 20
_TEXTS_AT_ONCE = 1 << 13
_PAIRS_AT_ONCE = 1 << 15

PARTS = 10**9
"""Parts in which the similarity of another method is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePairs:
    """Pairs of documents that reach the threshold, sorted by ids, kept as columns.

    Iterating gives :class:`DuplicatePair` values. Every pair is there, those among exact
    copies included; only of a text with more than ``params.LISTED`` exact copies each copy
    is paired with the preferred one and the kept one alone, and the preferred one stands for
    all in pairs with others. Of texts that share a band with more than ``params.LISTED``
    others, near copies of one text mostly, those pairs are there that have a text in no such
    band, or the kept one; for single link, those that lead from text to text.

    Attributes:
        ids: the documents' ids, sorted; of texts on disk they are there, too.
        left: number of the smaller id of each pair.
        right: number of the larger.
        intersection: shingles that both texts have; 0 for exact copies.
        union: shingles that either text has; 0 for exact copies. A pair found by another
            method than the default has a similarity in parts of :data:`PARTS` instead:
            that many in ``union``, the similarity in ``intersection``.
    """

    ids: Sequence[str]
    left: UInt32s
    right: UInt32s
    intersection: UInt32s
    union: UInt32s

    def __len__(self) -> int:
        return self.left.size

    def __iter__(self) -> Iterator[DuplicatePair]:
        for start in range(0, len(self), _PAIRS_AT_ONCE):
            part = self.only(slice(start, start + _PAIRS_AT_ONCE))
            similarity: list[float] = part.similarity.tolist()
            for left, right, score in zip(
                part.left_ids(), part.right_ids(), similarity, strict=True
            ):
                yield DuplicatePair(left=left, right=right, similarity=score)

    def only(self, wanted: Bools | slice) -> DuplicatePairs:
        """Those pairs that are marked, or lie in a slice."""
        return DuplicatePairs(
            ids=self.ids,
            left=self.left[wanted],
            right=self.right[wanted],
            intersection=self.intersection[wanted],
            union=self.union[wanted],
        )

    @property
    def similarity(self) -> Float64s:
        """Exact Jaccard coefficient of each pair; 1 for exact copies."""
        return np.where(self.union > 0, self.intersection / np.maximum(self.union, 1), 1.0)

    def to_arrow(self) -> Any:
        """The pairs as a ``pyarrow.Table``: left, right, similarity, intersection, union."""
        # Loaded for those who ask only, and by name: nothing else here needs Arrow.
        arrow: Any = import_module("pyarrow")
        return arrow.table(
            {
                "left": self.left_ids(),
                "right": self.right_ids(),
                "similarity": self.similarity,
                "intersection": self.intersection.astype(np.int64),
                "union": self.union.astype(np.int64),
            }
        )

    def left_ids(self) -> list[str]:
        """The smaller id of each pair."""
        return named(self.ids, self.left)

    def right_ids(self) -> list[str]:
        """The larger id of each pair."""
        return named(self.ids, self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """What :func:`find_duplicates` found.

    Attributes:
        pairs: every pair of documents that reaches the threshold.
        clusters: each kept document with those removed for it, sorted by id. Each removed
            one reaches the threshold with the kept one. Those of texts on disk are made when
            they are asked for.
        empty: ids of texts of white space only, which are nobody's duplicates.
        threshold: the threshold that was asked for.
        cut_runs: 0, or how often so many texts shared a band that not every pair is listed.
            Those with the kept document are, of single link those of one chain to each. As
            long as ``left_out`` is 0 clusters are as if all had been compared.
        left_out: 0, or how many documents were not held against all that share a band with
            them, there being too many: of these, near copies may be kept too. What is
            removed was compared exactly in any case.
        wordless: ids of texts of signs only, nobody's duplicates either.
        method: by which they were looked for.
        known: what is known of removed documents already, if anything.
    """

    pairs: DuplicatePairs
    clusters: Sequence[Cluster]
    empty: tuple[str, ...]
    threshold: float
    cut_runs: int
    left_out: int = 0
    wordless: tuple[str, ...] = ()
    method: str = DEFAULT
    known: tuple[Removed, ...] | None = None

    def removed(self) -> Iterator[Removed]:
        """Each removed document with the kept one, by cluster."""
        if self.known is not None:
            yield from self.known
            return
        one, other = self._removed_numbers()
        packed = self.pairs.left.astype(np.int64) << 32 | self.pairs.right
        order = np.argsort(packed)
        wanted = np.minimum(one, other) << 32 | np.maximum(one, other)
        places = np.searchsorted(packed, wanted, sorter=order)
        rows = np.append(order, -1)[places]  # behind the last there is none
        rows[np.append(packed, -1)[rows] != wanted] = -1
        for start in range(0, rows.size, _PAIRS_AT_ONCE):
            part = slice(start, start + _PAIRS_AT_ONCE)
            yield from self._told(one[part], other[part], rows[part])

    def _removed_numbers(self) -> tuple[Int64s, Int64s]:
        """Numbers of the removed documents, and of the one that is kept for each."""
        if isinstance(self.clusters, ClusterColumns):
            return self.clusters.removed()
        number = {name: place for place, name in enumerate(self.pairs.ids)}
        kept_for = self.kept_for
        sides = (kept_for.keys(), kept_for.values())
        one, other = (np.array([number[name] for name in side], np.int64) for side in sides)
        return one, other

    def _told(self, removed: Int64s, kept: Int64s, rows: Int64s) -> Iterator[Removed]:
        """Some removed documents, with the row of the pair of each, or -1."""
        names = named(self.pairs.ids, removed), named(self.pairs.ids, kept)
        scores: list[float] = np.append(self.pairs.similarity, 0.0)[rows].tolist()
        for name, of, row, score in zip(*names, integers(rows), scores, strict=True):
            found = None if row < 0 else score
            yield Removed(id=name, kept=of, similarity=found, method=self._how(row))

    def _how(self, row: int) -> str:
        if self.method != DEFAULT:
            return self.method
        return "checksum" if row >= 0 and not self.pairs.union[row] else "shingles"

    @property
    def kept_for(self) -> dict[str, str]:
        """The kept document's id for each removed one."""
        return {
            member: cluster.representative
            for cluster in self.clusters
            for member in cluster.members
            if member != cluster.representative
        }

    def of(self, doc_id: str | None) -> Duplicates:
        """Those that one document is in; all for None."""
        if doc_id is None:
            return self
        number = self.pairs.ids.index(doc_id)
        has = (self.pairs.left == number) | (self.pairs.right == number)
        if isinstance(self.clusters, ClusterColumns):
            clusters = tuple(self.clusters.of(number))
        else:
            clusters = tuple(one for one in self.clusters if doc_id in one.members)
        kept = {one.representative for one in clusters}
        # Before the pairs of the others are gone.
        known = tuple(one for one in self.removed() if one.kept in kept)
        return replace(self, pairs=self.pairs.only(has), clusters=clusters, known=known)


def find_duplicates(
    docs: Documents, threshold: float = 0.8, method: str = DEFAULT, link: str = ANCHORED
) -> Duplicates:
    """Find documents that are copies or near copies of each other.

    Two documents are duplicates if their texts are equal but for white space and Unicode
    composition, or if their sets of shingles (runs of four words, or of four characters
    where a script has no spaces) have a Jaccard coefficient of at least ``threshold``. Every
    pair that is reported was compared exactly. Of each cluster the longest text is kept,
    among equally long ones that with the smallest id. A text of fewer than four words can
    be an exact copy only. The order of ``docs`` does not matter.

    Args:
        docs: pairs of id and text, or an Arrow table or data frame with columns ``id`` and
            ``text``. Ids must differ.
        threshold: above 0, at most 1.
        method: another way to find near copies, by its name in
            :mod:`pagemill.dedup.compare.catalogue`; similarity is what that method says,
            which may be an estimate.
        link: ``anchored``, where each removed document resembles the kept one, or
            ``single``, where a chain of pairs leads to it; then clusters tell how far.

    Raises:
        UsageError: the threshold, a row, an id, the method or the link cannot be used.

    Cost:
        Memory: the texts, 800 bytes for each distinct text, 32 bytes a pair.

    Example:
        >>> found = find_duplicates([("a", "Page not found"), ("b", "Page  not found")])
        >>> [(pair.left, pair.right, pair.similarity) for pair in found.pairs]
        [('a', 'b', 1.0)]
    """
    exact_threshold(threshold)
    if link not in {ANCHORED, SINGLE}:
        raise UsageError(f"link {link!r}: must be {ANCHORED!r} or {SINGLE!r}")
    ids, texts = columns(docs)
    how = Search(threshold=threshold, method=method, link=link)
    return duplicates_among(ids, texts, _preference(texts), how)


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as the column of an Arrow table has them.

    Attributes:
        ids: of each.
        data: UTF-8, one text after the other.
        offsets: where each starts, and the end of the last.
    """

    ids: Sequence[str]
    data: bytes
    offsets: Int64s


def find_duplicates_on_disk(
    docs: Iterable[tuple[str, str] | Encoded], folder: Path, threshold: float = 0.8
) -> Duplicates:
    """The same as :func:`find_duplicates`, for more texts than memory holds.

    Args:
        docs: pairs of id and text, or many texts in one :class:`Encoded`; read once. Ids
            must differ.
        folder: where there is room for all texts and 1,100 bytes more for each, in files
            which are gone in the end; ids stay there twice until they are sorted, then once
            for as long as the result is there.
        threshold: above 0, at most 1.

    Raises:
        UsageError: the threshold, a row or an id cannot be used.
        OSError: the folder has no room, or may not be written.

    Cost:
        Memory: some 130 bytes a text and 50 a candidate pair, no more than as much again
        while a column of them is sorted, and what any call needs, some 200 MB. None of it
        grows with the length of ids or texts. Texts that share a band with over 1,000 others
        take some 2,000 bytes each, and up to 600 MB for their shingles. The result keeps 16
        bytes a pair, 8 for each document and each member of a cluster, and the ids of texts
        without words; other ids stay in a file without a name until nothing refers to the
        result, which cannot be sent to another process.
    """
    exact_threshold(threshold)
    params, how = DedupParams(threshold=threshold), Search(threshold=threshold)
    stored = SpilledSketches(folder, params.permutations, bands_for(params).bands)
    with SpilledTexts(folder) as spilled, stored:
        ids, made = _spill(docs, MergedIds(folder), spilled, params, stored)
        texts = picked(spilled, made.rows)
        return _among(ids, texts, _preference(texts), how, made)


def _spill(
    docs: Iterable[tuple[str, str] | Encoded],
    merged: MergedIds,
    spilled: SpilledTexts,
    params: DedupParams,
    stored: SpilledSketches,
) -> tuple[SpilledIds, Sketched]:
    """Read all texts, sketch them and write everything to files; sketches by order of ids."""
    counts, prints = array("q"), array("Q")
    cut = bands_for(params)
    for part in _batches(docs):
        merged.extend(part.ids)
        spilled.append_encoded(part.data, part.offsets)
        found = scheme_for(params).with_prints(Chunk(part.data, part.offsets))
        stored.append(found[1], cut.keys(found[1]))
        counts.frombytes(found[0].tobytes())
        prints.frombytes(found[2].tobytes())
    spilled.whole()
    stored.whole()
    ids, order = merged.whole()
    return ids, Sketched(
        counts=np.frombuffer(counts, np.int64)[order],
        prints=np.frombuffer(prints, np.uint64)[order],
        rows=order,
        stored=stored,
    )


def _batches(docs: Iterable[tuple[str, str] | Encoded]) -> Iterator[Encoded]:
    """Documents many at a time, as bytes."""
    waiting: list[tuple[str, bytes]] = []
    size = 0
    for number, each in enumerate(rows_of(docs)):
        if isinstance(each, Encoded):
            yield _fitting(each)
            continue
        doc_id, text = pair(number, each)
        waiting.append((doc_id, text.encode("utf-8", "surrogatepass")))
        size += len(doc_id) + len(waiting[-1][1])
        # A text without a word has as large a sketch as any.
        if size > _BYTES_AT_ONCE or len(waiting) >= _TEXTS_AT_ONCE:
            yield _encoded(waiting)
            waiting, size = [], 0
    yield _encoded(waiting)


def _fitting(part: Encoded) -> Encoded:
    texts = part.offsets.size - 1
    if len(part.ids) != texts:
        raise UsageError(f"docs: {len(part.ids)} ids with offsets of {texts} texts")
    return part


def _encoded(docs: list[tuple[str, bytes]]) -> Encoded:
    texts = [data for _, data in docs]
    bounds = offsets(np.array([len(data) for data in texts], np.int64))
    return Encoded([doc_id for doc_id, _ in docs], b"".join(texts), bounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How duplicates are looked for.

    Attributes:
        threshold: above 0, at most 1.
        method: name of a method.
        link: ``anchored`` or ``single``.
    """

    threshold: float
    method: str = DEFAULT
    link: str = ANCHORED


def duplicates_among(
    ids: Sequence[str], texts: Sequence[str], order: Int64s, how: Search
) -> Duplicates:
    """The same, for documents sorted by id and in an order of preference.

    Args:
        ids: ascending.
        texts: one for each id.
        order: numbers of the documents, the one to keep first.
        how: threshold, method, link.
    """
    is_usual = how.method == DEFAULT
    made = sketches(texts, DedupParams(threshold=how.threshold)) if is_usual else None
    return _among(ids, texts, order, how, made)


def _among(
    ids: Sequence[str],
    texts: Sequence[str],
    order: Int64s,
    how: Search,
    made: Sketched | None,
) -> Duplicates:
    """The same, with the sketches of the texts for the usual method."""
    grouped, blank = _equal(texts, order, made)
    distinct = picked(texts, grouped.best)
    near = _near(distinct, how, made.of(grouped.best) if made else None)
    if how.link == SINGLE:
        kept = chained(grouped.best.size, near.pairs.left, near.pairs.right)
        clusters: Sequence[Cluster] = _chains(ids, grouped, near.pairs, kept, distinct)
    else:
        kept = near.kept
        found = _clusters(ids, grouped, kept)
        clusters = found if isinstance(ids, SpilledIds) else tuple(found)
    pairs = document_pairs(grouped, near.pairs, kept)
    return Duplicates(
        pairs=DuplicatePairs(
            ids=ids,
            left=pairs.left,
            right=pairs.right,
            intersection=pairs.intersection,
            union=pairs.union,
        ),
        clusters=clusters,
        empty=tuple(ids[number] for number in blank if not texts[number].strip()),
        wordless=tuple(ids[number] for number in blank if texts[number].strip()),
        threshold=how.threshold,
        cut_runs=near.pairs.cut_runs,
        left_out=near.left_out,
        method=how.method,
    )


def _equal(
    texts: Sequence[str], order: Int64s, made: Sketched | None
) -> tuple[Copies, list[int]]:
    """The documents by their texts, and the numbers of those without words."""
    keys = keys_by(made.prints, texts) if made else text_keys(texts)
    return copies(keys, order), integers(np.flatnonzero(keys == 0))


def _near(texts: Sequence[str], how: Search, made: Sketched | None) -> Anchored:
    if made:
        near = linked if how.link == SINGLE else anchored
        return near(texts, DedupParams(threshold=how.threshold), made)
    # By name: who takes the usual method need not wait until all others are loaded.
    catalogue: Any = import_module("pagemill.dedup.compare.catalogue")
    found: Found = catalogue.method(how.method).pairs(list(texts), how.threshold)
    pairs = NearPairs(
        left=found.left,
        right=found.right,
        intersection=np.rint(found.similarity * PARTS).astype(np.int64),
        union=np.full(len(found), PARTS),
    )
    return Anchored(pairs=pairs, kept=representatives(len(texts), found.left, found.right))


def _preference(texts: Sequence[str]) -> Int64s:
    """Numbers of the documents, the longest text first; the order of ids breaks ties."""
    sizes = lengths(texts)
    return grouped_by(sizes.max(initial=0) - sizes)


def _clusters(ids: Sequence[str], grouped: Copies, kept: Int64s) -> ClusterColumns:
    """Join each kept document with the copies and near copies removed for it."""
    packed = grouped.best[np.repeat(kept, grouped.sizes)] << 32
    packed |= grouped.docs  # much faster sorted than by two keys
    packed.sort()
    anchors, sizes = np.unique(packed >> 32, return_counts=True)
    many = sizes > 1
    packed = packed[np.repeat(many, sizes)]
    packed &= 0xFFFFFFFF
    return ClusterColumns(ids, anchors[many], offsets(sizes[many]), packed)


def _chains(
    ids: Sequence[str],
    grouped: Copies,
    near: NearPairs,
    kept: Int64s,
    distinct: Sequence[str],
) -> tuple[Cluster, ...]:
    """Tell how far the pairs lead that join each cluster."""
    order = np.argsort(kept, kind="stable")
    bounds = np.searchsorted(kept[order], np.arange(kept.size + 1))
    place = {ids[number]: text for text, number in enumerate(integers(grouped.best))}
    clusters: list[Cluster] = []
    for cluster in _clusters(ids, grouped, kept):
        text = place[cluster.representative]
        members = order[bounds[text] : bounds[text + 1]]
        within = kept[near.left] == text
        sets = shingle_sets([distinct[member] for member in integers(members)])
        clusters.append(
            replace(
                cluster,
                diameter=diameter(members, near.left[within], near.right[within]),
                least=least_similarity(sets),
            )
        )
    return tuple(clusters)
