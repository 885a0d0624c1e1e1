from __future__ import annotations

import random
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from material import folder, stages
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import part_name, parts
from pagemill.dedup import band, stage
from pagemill.dedup.anchor.stage import ThresholdParams, cluster_pages, clusters_stage
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site.stage import text_ids
from pagemill.dedup.stage import (
    CUT_RUNS,
    WITHIN_CROWD,
    candidates_stage,
    sketches_stage,
    verified_stage,
)
from pagemill.engine.execute import Site, execute
from pagemill.model.run import RunRecord
from pagemill.tables import Clusters, DocStandings, DocViews, Pairs, SketchSizes, Verified
from pagemill.text.normalize import text_digest

LONG = "one two three four five six seven eight nine ten eleven twelve"
NEAR = f"{LONG} thirteen"


def standings(texts: list[str], canonical: list[str] | None = None) -> DocStandings:
    return DocStandings(
        url_hash=np.arange(len(texts), dtype=np.uint64),
        url=[f"http://a.example/{number}" for number in range(len(texts))],
        fetched_at=np.zeros(len(texts), "datetime64[us]"),
        block_digest=["0" * 32] * len(texts),
        canonical=canonical or [""] * len(texts),
        text_digest=[text_digest(text) for text in texts],
    )


def sizes(given: DocStandings, shingles: list[int]) -> SketchSizes:
    return SketchSizes(
        url=given.url,
        text_id=text_ids(given.text_digest),
        shingles=np.array(shingles, np.int32),
    )


def verified(texts: list[str], found: list[tuple[int, int, int, int]]) -> Verified:
    ids = text_ids([text_digest(text) for text in texts]).tolist()
    rows = sorted((*sorted((ids[a], ids[b])), shared, union) for a, b, shared, union in found)
    return Verified(
        left=np.array([row[0] for row in rows], np.uint64),
        right=np.array([row[1] for row in rows], np.uint64),
        intersection=np.array([row[2] for row in rows], np.int32),
        union=np.array([row[3] for row in rows], np.int32),
    )


def test_equal_and_similar_pages_are_removed_for_the_preferred_one():
    texts = [LONG, NEAR, LONG, "alone", ""]
    given = standings(texts)
    (clusters, found), used = cluster_pages(
        given,
        sizes(given, [9, 10, 9, 0, 0]),
        verified(texts, [(0, 1, 9, 10)]),
        ThresholdParams(threshold=0.8),
    )
    assert clusters.url == [given.url[0], given.url[1], given.url[2]]
    assert clusters.representative == [given.url[1]] * 3
    assert clusters.relation == ["near", "kept", "near"]
    assert clusters.similarity.tolist() == [0.9, 1.0, 0.9]
    assert used.rows == 3
    assert used.rejects == {"no copies": 1, "no words": 1}
    rows = zip(found.left, found.right, found.method, found.similarity.tolist(), strict=True)
    assert list(rows) == [
        (given.url[0], given.url[1], "shingles", 0.9),
        (given.url[0], given.url[2], "checksum", 1.0),
    ]


@pytest.mark.parametrize(("shared", "is_near"), [(8, True), (7, False)])
def test_the_threshold_is_reached_by_its_exact_value(shared, is_near):
    texts = [LONG, NEAR]
    given = standings(texts)
    (clusters, found), _ = cluster_pages(
        given,
        sizes(given, [9, 10]),
        verified(texts, [(0, 1, shared, 10)]),
        ThresholdParams(threshold=0.8),
    )
    assert (len(clusters.url), len(found.left)) == ((2, 1) if is_near else (0, 0))


def test_short_equal_texts_are_copies_too():
    given = standings(["hm", "hm"])
    (clusters, found), used = cluster_pages(
        given, sizes(given, [0, 0]), verified([], []), ThresholdParams(threshold=0.8)
    )
    assert clusters.relation == ["kept", "exact"]
    assert (found.intersection.tolist(), found.similarity.tolist()) == ([0], [1.0])
    assert used.rows == 2


def test_no_pages_have_no_clusters():
    given = standings([])
    (clusters, found), used = cluster_pages(
        given, sizes(given, []), verified([], []), ThresholdParams(threshold=0.8)
    )
    assert (clusters.url, found.left, used.rows, used.rejects) == ([], [], 0, {})


# -- crowds


def variants(count: int, seed: int = 5) -> list[str]:
    """Texts of 60 words of which each has up to two words of its own."""
    pick = random.Random(seed)
    base = [f"w{pick.randrange(5000)}" for _ in range(60)]
    texts: list[str] = []
    for _ in range(count):
        words = list(base)
        for _ in range(pick.randrange(3)):
            words[pick.randrange(60)] = f"x{pick.randrange(5000)}"
        texts.append(" ".join(words))
    return texts


def publish(root: Path, texts: list[str]) -> Site:
    """Make pages with these texts the live DocViews of a folder."""
    site = stages.site(root)
    count = len(texts)
    blank: dict[str, Any] = {
        field.name: np.ones(count)
        if field.type == "Float64s"
        else [[] if "List" in field.type or "Link" in field.type else ""] * count
        for field in fields(DocViews)
    }
    blank |= {
        "url_hash": np.arange(count, dtype=np.uint64),
        "url": [f"http://a.example/{number:04}" for number in range(count)],
        "fetched_at": np.zeros(count, "datetime64[us]"),
        "text": texts,
        "text_digest": [text_digest(text) for text in texts],
    }
    run = f"docviews-{count}"
    parquet.write_part(DocViews(**blank), site.layout.table("docviews", run) / part_name(0, 1))
    manifest.publish(site.layout, manifest.current(site.layout) | {"docviews": run})
    return site


def clustered(site: Site) -> tuple[Clusters, Pairs, RunRecord]:
    """Run the stages of near duplicates in this process."""
    layout, params = site.layout, DedupParams()
    records = [
        execute(each, site)
        for each in (
            sketches_stage(site.layout, params),
            candidates_stage(params),
            verified_stage(layout, params),
            clusters_stage(layout, params),
        )
    ]
    live = manifest.current(layout)
    found = [
        parquet.read(table, parts(layout.table(table.name, live[table.name])))
        for table in (Clusters, Pairs)
    ]
    return found[0], found[1], records[1]


def test_no_two_kept_pages_of_a_crowd_are_alike(tmp_path, monkeypatch):
    texts = variants(150)
    every, every_pair, calm = clustered(publish(tmp_path / "all", texts))
    monkeypatch.setattr(band, "BUDGET", 10)
    monkeypatch.setattr(band, "EACH", 0)
    found, pairs, crowded = clustered(publish(tmp_path / "crowd", texts))
    assert not calm.notes
    assert crowded.notes[CUT_RUNS] > 0
    assert found.url == every.url
    assert found.representative == every.representative
    assert found.similarity.tolist() == every.similarity.tolist()
    assert len(set(found.representative)) > 1
    listed = set(zip(pairs.left, pairs.right, pairs.similarity.tolist(), strict=True))
    known = zip(every_pair.left, every_pair.right, every_pair.similarity.tolist(), strict=True)
    assert listed < set(known)


@pytest.mark.parametrize("rows", [1 << 20, 1000])
def test_of_a_crowd_the_tables_are_the_same_however_bands_are_parted(
    tmp_path, monkeypatch, rows
):
    texts = variants(150)
    every, _, _ = clustered(publish(tmp_path / "all", texts))
    monkeypatch.setattr(band, "LISTED", 20)
    whole = clustered(publish(tmp_path / "whole", texts))
    monkeypatch.setattr(stage, "BANDS_PER_PART", rows)
    monkeypatch.setattr(stage, "CANDIDATES_PER_PART", rows)
    site = publish(tmp_path / "parted", texts)
    found, pairs, crowded = clustered(site)
    assert fields_of(found) == fields_of(every)
    assert fields_of(found) == fields_of(whole[0])
    assert fields_of(pairs) == fields_of(whole[1])
    assert crowded.notes[CUT_RUNS] == whole[2].notes[CUT_RUNS]
    run = manifest.current(site.layout)["verified"]
    record = manifest.read_record(site.layout, run)
    assert record is not None
    # In one part they are dropped before they are candidates.
    assert (WITHIN_CROWD in record.rejects) == (rows == 1000)
    removed = len(found.url) - len(set(found.representative))
    assert len(pairs.left) < 3 * removed


def fields_of(table: Clusters | Pairs) -> list[list[object]]:
    return [list(getattr(table, field.name)) for field in fields(table)]


def test_what_was_verified_before_a_crowd_came_gives_the_same_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(band, "LISTED", 40)
    texts = variants(150)
    at_once, stepwise = tmp_path / "one", tmp_path / "two"
    clustered(publish(at_once, texts))
    _, _, calm = clustered(publish(stepwise, texts[:50]))
    assert not calm.notes
    _, _, crowded = clustered(publish(stepwise, texts))
    assert crowded.notes[CUT_RUNS] > 0
    assert folder.part_bytes(at_once) == folder.part_bytes(stepwise)


def test_a_crowd_that_comes_in_two_parts_gives_the_same_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(band, "BUDGET", 10)
    monkeypatch.setattr(band, "EACH", 0)
    texts = variants(120)
    at_once, stepwise = tmp_path / "one", tmp_path / "two"
    clustered(publish(at_once, texts))
    clustered(publish(stepwise, texts[:50]))
    clustered(publish(stepwise, texts))
    assert folder.part_bytes(at_once) == folder.part_bytes(stepwise)
