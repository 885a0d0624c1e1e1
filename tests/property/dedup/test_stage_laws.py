"""The stages of duplicates against the plainest way to say what they do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill.dedup.anchor.stage import ThresholdParams, cluster_pages
from pagemill.dedup.band import banding
from pagemill.dedup.preference import Standing, preferred
from pagemill.dedup.site.stage import text_ids
from pagemill.dedup.stage import pair_up
from pagemill.tables import Bands, DocStandings, SketchSizes, Verified

CUT = banding(0.8, 200)
BAND_ROWS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=40)


@given(BAND_ROWS)
def test_pairing_loses_no_row_and_no_pair(rows: list[tuple[int, int]]):
    given_bands = Bands(
        band_key=np.array([key for key, _ in rows], np.uint64),
        text_id=np.array([text for _, text in rows], np.uint64),
    )
    found, used = pair_up(given_bands, CUT)
    distinct = set(rows)
    of_key = Counter(key for key, _ in distinct)
    assert used.rows == sum(size for size in of_key.values() if size > 1)
    assert used.rejects.get("alone in its band", 0) == list(of_key.values()).count(1)
    assert used.rejects.get("equal text in the same band", 0) == len(rows) - len(distinct)
    naive = {
        tuple(sorted((left, right)))
        for (one, left), (other, right) in combinations(distinct, 2)
        if one == other and left != right
    }
    pairs = list(zip(found.left.tolist(), found.right.tolist(), strict=True))
    assert set(pairs) == naive
    assert all(left < right for left, right in pairs)


class World:
    """Pages with texts 0, 1, 2 ... (-1 for none) and resemblances of pairs of texts."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.texts = draw(st.lists(st.integers(-1, 5), max_size=9))
        present = sorted({text for text in self.texts if text >= 0})
        self.resemblance = {
            pair: draw(st.integers(5, 10))
            for pair in combinations(present, 2)
            if draw(st.booleans())
        }
        self.digests = [
            f"{text + 1:016x}{'0' * 16}" if text >= 0 else "" for text in self.texts
        ]
        pick = st.sampled_from
        self.pages = [
            Standing(
                f"{draw(pick(['http', 'https']))}://a.example/{number}",
                draw(pick(["", "http://b.example/"])),
                draw(st.integers(0, 2)),
                max(text, 0),
            )
            for number, text in enumerate(self.texts)
        ]

    def rank(self) -> list[int]:
        return [page for page in preferred(self.pages) if self.texts[page] >= 0]

    def similarity(self, one: int, other: int) -> Fraction:
        left, right = sorted((self.texts[one], self.texts[other]))
        if left == right:
            return Fraction(1)
        return Fraction(self.resemblance.get((left, right), 0), 10)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    return World(draw)


def naive(world: World, threshold: Fraction) -> dict[int, tuple[int, str, Fraction]]:
    """Page -> kept page, relation, similarity: each goes to the first that it resembles."""
    rank = world.rank()
    kept: list[int] = []
    found: dict[int, tuple[int, str, Fraction]] = {}
    for page in rank:
        best = next((k for k in kept if world.similarity(k, page) >= threshold), None)
        if best is None:
            kept.append(page)
            continue
        equal = world.texts[best] == world.texts[page]
        found[page] = (best, "exact" if equal else "near", world.similarity(best, page))
    for page in {row[0] for row in found.values()}:
        found[page] = (page, "kept", Fraction(1))
    return found


@given(worlds(), st.sampled_from([0.5, 0.7, 0.8, 1.0]))
@settings(max_examples=200)
def test_clustering_equals_comparing_every_page_with_every_kept_one(
    world: World, threshold: float
):
    pages = world.pages
    docs = DocStandings(
        url_hash=np.arange(len(pages), dtype=np.uint64),
        url=[page.url for page in pages],
        fetched_at=np.array([page.fetched_at for page in pages], "datetime64[us]"),
        block_digest=[""] * len(pages),
        canonical=[page.canonical for page in pages],
        text_digest=world.digests,
    )
    sketched = [row for row, text in enumerate(world.texts) if text >= 0]
    sizes = SketchSizes(
        url=[pages[row].url for row in sketched],
        text_id=text_ids([world.digests[row] for row in sketched]),
        shingles=np.array([pages[row].shingles for row in sketched], np.int32),
    )
    (clusters, pairs), used = cluster_pages(
        docs, sizes, verified(world), ThresholdParams(threshold=threshold)
    )
    expected = naive(world, Fraction(str(threshold)))
    place = {page.url: number for number, page in enumerate(pages)}
    rows = zip(
        clusters.url,
        clusters.representative,
        clusters.relation,
        clusters.similarity.tolist(),
        strict=True,
    )
    assert {place[url]: (place[kept], why, float(score)) for url, kept, why, score in rows} == {
        page: (kept, why, float(score)) for page, (kept, why, score) in expected.items()
    }
    assert used.rows + sum(used.rejects.values()) == len(pages)
    assert used.rows == len(expected)
    listed = list(zip(pairs.left, pairs.right, strict=True))
    assert listed == sorted(set(listed))
    assert all(left < right for left, right in listed)
    assert all(score >= threshold for score in pairs.similarity.tolist())


def verified(world: World) -> Verified:
    rows = sorted(
        (left + 1, right + 1, shared) for (left, right), shared in world.resemblance.items()
    )
    return Verified(
        left=np.array([row[0] for row in rows], np.uint64),
        right=np.array([row[1] for row in rows], np.uint64),
        intersection=np.array([row[2] for row in rows], np.int32),
        union=np.full(len(rows), 10, np.int32),
    )


def test_the_digests_here_have_the_numbers_that_the_pairs_name():
    assert text_ids([f"{3:016x}{'0' * 16}"]).tolist() == [3]
