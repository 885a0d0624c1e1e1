"""The near-duplicate stages on a collection's tables; all they do is in the pure modules.

    docviews -> sketches -> (by band key) candidates -> verified -> pairs, clusters

A page is known by its URL and a distinct text by its digest. Candidates and verified pairs are
between texts, pairs and clusters between pages. Nothing depends on how rows are split up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pagemill.dedup.band import pairs_of_bucket
from pagemill.dedup.cluster import representatives
from pagemill.dedup.columns import Bools, Float64s, Int64s, UInt64s, integers
from pagemill.dedup.copies import Copies, copies, document_pairs
from pagemill.dedup.minhash import Minima
from pagemill.dedup.near import NearPairs, NearParams, is_likely, sets_of, sketches
from pagemill.dedup.near import verified as verified_numbers
from pagemill.dedup.verify import exact_threshold, reaches
from pagemill.tables import Candidates, Clusters, DocViews, Pairs, Sketches, Verified

METHOD_COPY = "exact"
METHOD_NEAR = "shingles"


def sketched(docs: DocViews, params: NearParams) -> Sketches:
    """Sketch the text of each page; a page without words gets an empty one."""
    made = sketches(
        [
            text if digest else ""
            for text, digest in zip(docs.text, docs.text_digest, strict=True)
        ],
        params,
    )
    return Sketches(
        url_hash=docs.url_hash,
        url=docs.url,
        text_digest=docs.text_digest,
        shingles=made.counts.astype(np.int32),
        minima=made.minima,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRows:
    """One row for each band of each distinct text.

    Attributes:
        key: hash of the band; its high bits choose the bucket in which equal keys meet.
        text: number of the text.
    """

    key: UInt64s
    text: Int64s


def band_rows(shingles: Int64s, minima: Minima, params: NearParams) -> BandRows:
    """Cut the sketches of distinct texts into rows; texts without shingles give none."""
    usable = np.flatnonzero(shingles)
    cut = params.banding
    keys = cut.keys(minima[usable])
    return BandRows(key=keys.ravel(), text=np.repeat(usable, cut.bands))


def candidate_pairs(
    rows: BandRows, digests: Sequence[str], minima: Minima, params: NearParams
) -> Candidates:
    """Pair up the texts of one bucket that share a band and agree in enough positions.

    A pair that shares bands of several buckets comes out of each of them.

    Args:
        rows: one bucket.
        digests: of each text, by number.
        minima: sketch of each text, by number.
        params: of the stage.
    """
    found = pairs_of_bucket(rows.key, rows.text)
    likely = is_likely(minima, found.left, found.right, params)
    left, right = _ordered(digests, found.left[likely], found.right[likely])
    return Candidates(left=left, right=right)


def verified(
    pairs: Candidates, texts: Mapping[str, str], shingles: Mapping[str, int], width: int
) -> Verified:
    """Compare candidate texts exactly; a pair that came several times is kept once.

    Args:
        pairs: texts by digest.
        texts: digest -> text, of the texts in ``pairs`` at least.
        shingles: digest -> number of distinct shingles.
        width: tokens in a shingle.
    """
    digests = sorted({*pairs.left, *pairs.right})
    number_of = {digest: number for number, digest in enumerate(digests)}
    distinct = sorted(set(zip(pairs.left, pairs.right, strict=True)))
    left = np.array([number_of[one] for one, _ in distinct], np.int64)
    right = np.array([number_of[two] for _, two in distinct], np.int64)
    counts = np.array([shingles[digest] for digest in digests], np.int64)
    checked = verified_numbers(
        left,
        right,
        counts,
        lambda wanted: sets_of([texts[digests[n]] for n in integers(wanted)], width),
    )
    return Verified(
        left=[digests[number] for number in integers(checked.left)],
        right=[digests[number] for number in integers(checked.right)],
        intersection=checked.intersection.astype(np.int32),
        union=checked.union.astype(np.int32),
    )


def page_pairs(
    urls: Sequence[str],
    digests: Sequence[str],
    preference: Int64s,
    pairs: Verified,
    params: NearParams,
) -> tuple[Pairs, Copies, NearPairs]:
    """Spread the pairs of texts that reach the threshold over their pages.

    Args:
        urls: of each page, ascending.
        digests: of each page's text, ``""`` for one without words.
        preference: page numbers, the best to keep first.
        pairs: verified pairs of texts.
        params: of the stage.
    """
    grouped = copies(digests, preference)
    near = _numbered(grouped, digests, pairs, params)
    found = document_pairs(grouped, near)
    is_copy = found.union == 0
    similarity = np.where(is_copy, 1.0, found.intersection / np.maximum(found.union, 1))
    table = Pairs(
        left=[urls[number] for number in integers(found.left)],
        right=[urls[number] for number in integers(found.right)],
        similarity=similarity,
        intersection=found.intersection.astype(np.int32),
        union=found.union.astype(np.int32),
        method=[METHOD_COPY if same else METHOD_NEAR for same in is_copy.tolist()],
    )
    return table, grouped, near


def _numbered(
    grouped: Copies, digests: Sequence[str], pairs: Verified, params: NearParams
) -> NearPairs:
    """Pairs that reach the threshold, by the numbers of the grouped texts."""
    intersection, union = pairs.intersection.astype(np.int64), pairs.union.astype(np.int64)
    enough = reaches(intersection, union, exact_threshold(params.threshold))
    text_of = {digests[doc]: text for text, doc in enumerate(integers(grouped.best))}
    left = _picked(pairs.left, enough, text_of)
    right = _picked(pairs.right, enough, text_of)
    return NearPairs(
        left=np.minimum(left, right),
        right=np.maximum(left, right),
        intersection=intersection[enough],
        union=union[enough],
    )


def _picked(names: Sequence[str], enough: Bools, text_of: Mapping[str, int]) -> Int64s:
    picked = [names[number] for number in integers(np.flatnonzero(enough))]
    return np.array([text_of[name] for name in picked], np.int64)


def clusters(
    url_hash: UInt64s, urls: Sequence[str], grouped: Copies, near: NearPairs
) -> Clusters:
    """List each page that has copies, with the page that is kept for it.

    ``relation`` is ``kept``, ``exact`` (the text of the kept page) or ``near``.
    """
    kept = representatives(grouped.best.size, near.left, near.right)
    similarity = _similarity_to(kept, near)
    anchor = np.repeat(grouped.best[kept], grouped.sizes)
    score = np.repeat(similarity, grouped.sizes)
    is_near = np.repeat(kept != np.arange(kept.size), grouped.sizes)
    relation = np.where(grouped.docs == anchor, "kept", np.where(is_near, "near", "exact"))
    sizes = np.bincount(anchor, minlength=len(urls))
    order = np.lexsort((url_hash[grouped.docs],))
    order = order[sizes[anchor[order]] > 1]
    docs = integers(grouped.docs[order])
    return Clusters(
        url_hash=url_hash[grouped.docs[order]],
        url=[urls[number] for number in docs],
        representative=[urls[number] for number in integers(anchor[order])],
        relation=[str(each) for each in relation[order].tolist()],
        similarity=score[order],
    )


def _similarity_to(kept: Int64s, near: NearPairs) -> Float64s:
    """Similarity of each text to the one kept for it; 1 for a kept one."""
    result = np.ones(kept.size)
    is_removal = kept[near.right] == near.left
    scores = near.intersection[is_removal] / near.union[is_removal]
    result[near.right[is_removal]] = scores
    return result


def _ordered(
    digests: Sequence[str], left: Int64s, right: Int64s
) -> tuple[list[str], list[str]]:
    pairs = sorted(
        (min(digests[one], digests[two]), max(digests[one], digests[two]))
        for one, two in zip(integers(left), integers(right), strict=True)
    )
    return [one for one, _ in pairs], [two for _, two in pairs]
