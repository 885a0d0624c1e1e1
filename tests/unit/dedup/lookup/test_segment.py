from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemill.dedup.band import banding
from pagemill.dedup.lookup.segment import (
    Question,
    Segment,
    by_bands,
    by_rarest,
    levels,
    merged,
    sample,
    segment,
)
from pagemill.dedup.minhash import Scheme
from pagemill.dedup.shingle import shingle_sets
from pagemill.dedup.site.stage import text_ids
from pagemill.text.normalize import text_digest

CUT = banding(0.8)


def text(*numbers: int) -> str:
    return " ".join(f"w{number}" for number in numbers)


TEXTS = [text(*range(start, start + 60)) for start in range(0, 4000, 100)]


def made(texts: list[str], first: int = 0) -> Segment:
    pages = np.arange(first, first + len(texts), dtype=np.uint64)
    ids = text_ids([text_digest(each) for each in texts])
    sets = shingle_sets(texts)
    return segment(pages, ids, Scheme().minima(sets), sets, CUT)


def question(asked: str) -> Question:
    sets = shingle_sets([asked])
    number = int(text_ids([text_digest(asked)])[0])
    return Question(id=number, minima=Scheme().minima(sets)[0], shingles=sets.hashes)


def pages(segments: list[Segment], found: list[object]) -> set[int]:
    return {int(segments[one.segment].pages[one.row]) for one in found}


def test_a_text_finds_itself_and_what_resembles_it():
    segments = [made(TEXTS[:25]), made(TEXTS[25:], 25)]
    near = text(*range(3000, 3060), 9999)
    assert pages(segments, by_bands(segments, question(near), CUT)) == {30}
    assert pages(segments, by_bands(segments, question(TEXTS[7]), CUT)) == {7}
    assert by_bands(segments, question(text(*range(8000, 8060))), CUT) == []


def test_texts_shorter_than_a_shingle_find_equal_ones():
    segments = [made(["sold out", "sold  out now", *TEXTS[:3]])]
    assert pages(segments, by_bands(segments, question("sold out"), CUT)) == {0}
    assert by_bands(segments, question("sold"), CUT) == []


def test_rare_shingles_find_the_source_of_a_quote():
    common = text(*range(50_000, 50_100))
    segments = [made([f"{common} {each}" for each in TEXTS])]
    quote = " ".join(TEXTS[12].split()[10:40])
    found = by_rarest(segments, question(f"{common} {quote}"))
    best = max(found, key=lambda one: one.shared)
    assert int(segments[0].pages[best.row]) == 12
    assert by_bands(segments, question(quote), CUT) == []


def test_a_sample_depends_on_each_shingle_but_for_the_smallest():
    shingles = shingle_sets([TEXTS[0]])[0]
    chosen = sample(shingles)
    assert (chosen[:4] == shingles[:4]).all()
    assert all(int(each) & 15 == 0 for each in chosen[4:])
    assert sample(shingles[:0]).size == 0


@pytest.mark.parametrize("keep", [range(40), range(0, 40, 3)])
def test_merged_segments_answer_as_one(keep):
    rows = np.array([row for row in keep if row < 25])
    more = np.array([row - 25 for row in keep if row >= 25])
    one = merged([made(TEXTS[:25]), made(TEXTS[25:], 25)], [rows, more])
    whole = made([TEXTS[row] for row in keep])
    assert one.pages.tolist() == list(keep)
    for name in ("bands", "shingles"):
        assert getattr(one, name).keys.tolist() == getattr(whole, name).keys.tolist()
        assert getattr(one, name).rows.tolist() == getattr(whole, name).rows.tolist()
    assert (one.minima == whole.minima).all()


@given(st.lists(st.integers(1, 1000), max_size=12))
def test_after_merging_each_segment_is_twice_as_large_as_the_next(sizes):
    sizes = sorted(sizes, reverse=True)
    left = list(sizes)
    for first, last in reversed(levels(sizes)):
        left[first:last] = [sum(left[first:last])]
    assert sum(left) == sum(sizes)
    assert all(one >= 2 * two for one, two in pairwise(left))
