from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.config import Config
from pagemill.dedup.params import DedupParams
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner
from pagemill.index.params import IndexParams
from pagemill.model.progress import Event
from pagemill.view.params import ViewParams
from pagemill.view.words.params import WordsParams

ORDER = [
    "captures",
    "docviews",
    "boilerplate",
    "sketches",
    "candidates",
    "verified",
    "clusters",
    "index",
]


LEARNING = Config(words=WordsParams(keywords="relative"))


@pytest.fixture
def copy(built: Collection, tmp_path) -> Collection:
    return Collection.open(shutil.copytree(built.root, tmp_path / "copy"))


def site(collection: Collection, events: list[Event] | None = None) -> Site:
    told: list[Event] = [] if events is None else events
    at = datetime(2026, 3, 1, tzinfo=UTC)
    return Site(Layout(collection.root), SerialRunner(), told.append, lambda: at)


def test_every_stage_balances_and_runs_in_the_order_of_the_data(copy):
    records = pipeline.build(site(copy), copy.config)
    assert [record.stage for record in records] == ORDER
    for record in records:
        assert record.rows_in == record.rows_out + sum(record.rejects.values())


def test_each_stage_reads_what_an_earlier_one_wrote():
    made = {"archive"}
    for stage in pipeline.stages(Layout(Path("x")), LEARNING):
        reads = stage.reads if isinstance(stage.reads, tuple) else (stage.reads,)
        writes = stage.writes if isinstance(stage.writes, tuple) else (stage.writes,)
        assert {table.name for table in reads} <= made | {"captures"}
        assert {table.name for table in getattr(stage, "beside", ())} <= made
        made |= {table.name for table in writes}


def test_a_finished_build_has_nothing_stale(built):
    assert pipeline.stale(Layout(built.root), built.config) == []


def test_a_new_collection_has_everything_stale(tmp_path):
    collection = Collection.create(tmp_path / "c")
    assert pipeline.stale(Layout(collection.root), collection.config) == ORDER


def test_words_are_learned_where_that_is_wanted(built):
    assert pipeline.stale(Layout(built.root), LEARNING) == ["terms", "keywords", "index"]


@pytest.mark.parametrize(
    ("config", "first"),
    [
        (Config(view=ViewParams(max_page_bytes=99)), "docviews"),
        (Config(dedup=DedupParams(boilerplate=0.5)), "boilerplate"),
        (Config(dedup=DedupParams(seed=2)), "sketches"),
        (Config(dedup=DedupParams(threshold=0.85)), "candidates"),
        (Config(index=IndexParams(threads=2)), "index"),
    ],
)
def test_a_changed_setting_makes_its_stage_and_all_behind_it_stale(built, config, first):
    expected = ORDER[ORDER.index(first) :]
    assert pipeline.stale(Layout(built.root), config) == expected


def test_a_build_after_a_changed_setting_leaves_nothing_stale(copy):
    config = replace(copy.config, dedup=DedupParams(threshold=0.95))
    pipeline.build(site(copy), config)
    assert pipeline.stale(Layout(copy.root), config) == []


def test_a_second_build_starts_no_task_and_leaves_no_scratch(copy):
    events: list[Event] = []
    pipeline.build(site(copy, events), copy.config)
    assert events == []
    assert not Layout(copy.root).scratch.exists()


def test_an_empty_collection_can_be_built(tmp_path):
    collection = Collection.create(tmp_path / "c")
    records = pipeline.build(site(collection), collection.config)
    assert [record.rows_in for record in records] == [0] * len(ORDER)
    assert collection.funnel().pages == 0
    assert collection.search("anything").total == 0
