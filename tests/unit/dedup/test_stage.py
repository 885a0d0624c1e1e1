from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from material import stages
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, part_name
from pagemill.dedup.band import banding
from pagemill.dedup.minhash import Scheme
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.stage import text_ids
from pagemill.dedup.stage import (
    ExactCheck,
    ShingleStore,
    SketchTexts,
    WidthParams,
    cut_into_bands,
    pair_up,
    sketches_stage,
    verified_stage,
    write_shingles,
)
from pagemill.tables import Bands, Candidates, DocTexts, Verified
from pagemill.text.normalize import text_digest

WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
LONG = " ".join(WORDS)
NEAR = f"{LONG} thirteen"
CUT = banding(0.8, 200)
SCHEME = Scheme(200, 1, 4)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """Of a collection in which nothing is live."""
    layout = Layout(tmp_path)
    layout.config.write_text("", "utf-8")
    return layout


def docs(texts: list[str]) -> DocTexts:
    return DocTexts(
        url_hash=np.arange(len(texts), dtype=np.uint64),
        url=[f"http://a.example/{number}" for number in range(len(texts))],
        fetched_at=np.zeros(len(texts), "datetime64[us]"),
        block_digest=["0" * 32] * len(texts),
        text=texts,
        text_digest=[text_digest(text) for text in texts],
    )


def bands(rows: list[tuple[int, int]]) -> Bands:
    return Bands(
        band_key=np.array([key for key, _ in rows], np.uint64),
        text_id=np.array([text for _, text in rows], np.uint64),
    )


def pairs(found: Candidates | Verified) -> list[tuple[int, int]]:
    return list(zip(found.left.tolist(), found.right.tolist(), strict=True))


# -- sketches


def test_pages_without_words_are_sorted_out(layout: Layout):
    stage = sketches_stage(layout, DedupParams())
    assert stage.sift(docs([LONG, "", " \n ", "…!?"])) == ["", *["no words"] * 3]


def test_equal_texts_have_equal_sketches_and_ids(layout: Layout):
    made, rejects = SketchTexts(layout)(docs([LONG, NEAR, LONG]), SCHEME)
    assert rejects.url == []
    assert made.text_id[0] == made.text_id[2] != made.text_id[1]
    assert np.array_equal(made.minima[0], made.minima[2])
    assert made.minima.shape == (3, 200)
    assert made.shingles.tolist() == [9, 10, 9]


def test_a_text_id_is_the_first_half_of_the_digest():
    assert text_ids(["f" * 32, "", "00" * 7 + "01" + "ab" * 8]).tolist() == [
        (1 << 64) - 1,
        0,
        1,
    ]


# -- candidates


def test_each_text_with_shingles_has_a_row_for_each_band(layout: Layout):
    sketched, _ = SketchTexts(layout)(docs([LONG, "", NEAR]), SCHEME)
    found = cut_into_bands(sketched, CUT)
    per_text = len(found.band_key) // 2
    assert sorted(set(found.text_id.tolist())) == sorted(
        [int(sketched.text_id[0]), int(sketched.text_id[2])]
    )
    assert len(found.text_id) == 2 * per_text > 0


def test_no_texts_have_no_bands(layout: Layout):
    sketched, _ = SketchTexts(layout)(docs([""]), SCHEME)
    assert len(cut_into_bands(sketched, CUT).band_key) == 0


def test_texts_that_share_a_band_are_paired_once_and_every_row_is_accounted_for():
    given = bands([(7, 3), (5, 1), (7, 2), (7, 3), (7, 9), (8, 1), (8, 1)])
    found, used = pair_up(given, CUT)
    assert pairs(found) == [(2, 3), (2, 9), (3, 9)]
    assert used.rows == 3
    assert used.rejects == {"alone in its band": 2, "equal text in the same band": 2}


@pytest.mark.parametrize("rows", [[], [(1, 1)], [(1, 1), (1, 1)]])
def test_without_two_texts_in_a_band_there_is_no_pair(rows):
    found, used = pair_up(bands(rows), CUT)
    assert pairs(found) == []
    assert used.rows + sum(used.rejects.values()) == len(rows)


# -- verification


def verifying(root: Path, texts: list[str], candidates: list[tuple[int, int]]) -> ExactCheck:
    """Publish pages, sketches and candidate pairs (by number of text); make their shingles."""
    layout = Layout(root)
    root.mkdir(exist_ok=True)
    layout.config.touch()
    given = docs(texts)
    parquet.write_part(given, layout.table("docviews", "d") / part_name(0, 1))
    parquet.write_part(
        listed(texts, candidates), layout.table("candidates", "c") / part_name(0, 1)
    )
    sketched, _ = SketchTexts(layout)(given, SCHEME)
    parquet.write_part(sketched, layout.table("sketches", "s") / part_name(0, 1))
    live = manifest.current(layout)
    manifest.publish(layout, live | {"docviews": "d", "sketches": "s", "candidates": "c"})
    store = ShingleStore(layout.scratch / "shingles")
    write_shingles(layout, store, 4)
    return ExactCheck(layout, store)


def listed(texts: list[str], candidates: list[tuple[int, int]]) -> Candidates:
    ids = text_ids([text_digest(text) for text in texts]).tolist()
    found = sorted(tuple(sorted((ids[left], ids[right]))) for left, right in candidates)
    return Candidates(
        left=np.array([left for left, _ in found], np.uint64),
        right=np.array([right for _, right in found], np.uint64),
    )


def test_pairs_are_compared_exactly_and_repeats_counted(tmp_path):
    texts = [LONG, NEAR, "quite another text with four words"]
    candidates = [(0, 1), (0, 1), (1, 2)]
    check = verifying(tmp_path, texts, candidates)
    found, used = check(listed(texts, candidates), WidthParams(width=4))
    assert used.rows == 2
    assert used.rejects == {"found in another band too": 1}
    sizes = dict(
        zip(pairs(found), zip(found.intersection, found.union, strict=True), strict=True)
    )
    near, far = (pairs(listed(texts, [pair]))[0] for pair in ((0, 1), (1, 2)))
    assert sizes == {near: (9, 10), far: (0, 13)}


def test_no_candidates_need_no_shingles(tmp_path):
    check = verifying(tmp_path, [LONG], [])
    found, used = check(listed([LONG], []), WidthParams(width=4))
    assert pairs(found) == []
    assert (used.rows, used.rejects) == (0, {})


def test_what_an_earlier_run_verified_is_taken_over(tmp_path):
    texts = [LONG, NEAR, f"{LONG} fourteen"]
    site = stages.site(tmp_path)
    stage = verified_stage(site.layout, DedupParams())
    verifying(tmp_path, texts, [(0, 1)])
    known = listed(texts, [(0, 1)])
    told = Verified(
        left=known.left,
        right=known.right,
        intersection=np.array([77], np.int32),
        union=np.array([99], np.int32),
    )
    parquet.write_part(told, site.layout.table("verified", "v") / part_name(0, 1))
    record = stages.record("v", {"width": 4})
    manifest.write_record(site.layout, record)
    manifest.publish(site.layout, manifest.current(site.layout) | {"verified": "v"})
    check = verifying(tmp_path, texts, [(0, 1), (0, 2), (1, 2)])
    found, used = check(listed(texts, [(0, 1), (0, 2), (1, 2)]), stage.params)
    assert used.rows == 3
    sizes = dict(zip(pairs(found), found.intersection.tolist(), strict=True))
    assert sizes.pop(pairs(known)[0]) == 77
    assert set(sizes.values()) == {9}
    assert check.layout == site.layout


def test_what_was_verified_with_other_shingles_is_not_taken_over(tmp_path):
    texts = [LONG, NEAR]
    verifying(tmp_path, texts, [(0, 1)])
    layout = Layout(tmp_path)
    known = listed(texts, [(0, 1)])
    wrong = np.array([1], np.int32)
    told = Verified(left=known.left, right=known.right, intersection=wrong, union=wrong)
    parquet.write_part(told, layout.table("verified", "v") / part_name(0, 1))
    manifest.write_record(layout, stages.record("v", {"width": 5}))
    manifest.publish(layout, manifest.current(layout) | {"verified": "v"})
    check = verifying(tmp_path, texts, [(0, 1)])
    found, _ = check(known, WidthParams(width=4))
    assert found.intersection.tolist() == [9]
