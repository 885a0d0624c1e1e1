from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pagemill.api import Collection
from pagemill.collection import manifest
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner
from pagemill.index import stage, tantivy
from pagemill.index.params import IndexParams

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def site(built: Collection, tmp_path) -> Site:
    layout = Layout(shutil.copytree(built.root, tmp_path / "c"))
    return Site(layout, SerialRunner(), lambda _: None, lambda: AT)


def urls(site: Site) -> set[str]:
    run = manifest.current(site.layout)[stage.NAME]
    return set(tantivy.documents(site.layout.index / run))


def test_the_index_holds_the_kept_pages_and_accounts_for_the_others(site):
    record = stage.refresh(site, IndexParams())
    assert (record.rows_in, record.rows_out) == (6, 4)
    assert record.rejects == {"duplicate: exact": 1, "duplicate: near": 1}
    assert "https://a.example/1" in urls(site)
    assert "http://a.example/1" not in urls(site)
    assert stage.is_live(site.layout, IndexParams())


def test_other_parameters_make_the_index_anew_and_remove_the_old(site):
    before = urls(site)
    params = replace(IndexParams(), threads=2)
    assert not stage.is_live(site.layout, params)
    record = stage.refresh(site, params)
    assert [path.name for path in site.layout.index.iterdir()] == [record.run]
    assert urls(site) == before


@pytest.mark.parametrize(("policy", "rows"), [("keep", 6), ("collapse", 4), ("hide", 4)])
def test_copies_are_kept_in_the_index_only_where_that_was_asked_for(site, policy, rows):
    record = stage.refresh(site, replace(IndexParams(), duplicates=policy))
    assert (record.rows_out, len(urls(site))) == (rows, rows)


def test_an_index_that_was_deleted_comes_back(site):
    before = urls(site)
    shutil.rmtree(site.layout.index)
    assert not stage.is_live(site.layout, IndexParams())
    stage.refresh(site, IndexParams())
    assert urls(site) == before


def test_what_a_killed_run_left_is_no_obstacle(site):
    params = replace(IndexParams(), threads=2)
    run = stage.refresh(site, params).run
    manifest.publish(site.layout, manifest.current(site.layout) | {stage.NAME: "gone"})
    (site.layout.index / run).rename(site.layout.index / f"{run}.tmp")
    (site.layout.index / ".DS_Store").write_text("x")
    assert stage.refresh(site, params).rows_out == 4
    assert len(urls(site)) == 4


def test_an_index_without_tables_is_not_live(tmp_path):
    layout = Layout(Collection.create(tmp_path / "c").root)
    assert not stage.is_live(layout, IndexParams())


@pytest.mark.parametrize("lost", ["meta.json", "*.term", "*.store", "[!.]*"])
def test_an_index_that_lost_files_comes_back(site, lost):
    before = urls(site)
    [folder] = site.layout.index.iterdir()
    for path in folder.glob(lost):
        path.unlink()
    assert not stage.is_live(site.layout, IndexParams())
    stage.refresh(site, IndexParams())
    assert urls(site) == before


def test_an_index_whose_list_of_segments_is_garbage_comes_back(site):
    before = urls(site)
    [meta] = site.layout.index.glob("*/meta.json")
    meta.unlink()  # the file itself is shared with the collection that this one was copied from
    meta.write_bytes(b"\x00garbage")
    stage.refresh(site, IndexParams())
    assert urls(site) == before
