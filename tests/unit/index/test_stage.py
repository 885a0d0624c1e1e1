from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pagemill import pipeline
from pagemill.api import Collection
from pagemill.collection import forgotten, manifest
from pagemill.collection.forgotten import Forgotten
from pagemill.collection.layout import Layout
from pagemill.engine.execute import Site
from pagemill.engine.local import SerialRunner
from pagemill.index import stage, tantivy
from pagemill.index.params import IndexParams
from pagemill.index.query import parse
from pagemill.index.reader import IndexReader

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


def test_another_choice_of_languages_makes_the_index_anew(site):
    before = stage.refresh(site, IndexParams()).run
    made = (site.layout.index / before / "meta.json").stat().st_ino
    params = IndexParams(stemming="en")
    assert not stage.is_live(site.layout, params)
    run = stage.refresh(site, params).run
    assert tantivy.is_current(site.layout.index / run, ("en",))
    assert (site.layout.index / run / "meta.json").stat().st_ino != made
    reader = IndexReader(site.layout.index / run)
    assert reader.count(parse("titles")) == reader.count(parse("title")) > 0
    back = stage.refresh(site, IndexParams()).run
    assert IndexReader(site.layout.index / back).count(parse("titles")) == 0
    assert len(urls(site)) == 4


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


LINKING = """<title>Breads</title><body><article><h1>Breads of the north</h1><p>{words} is
told at length in <a href="http://far.example/rye">the rye loaf of the islands</a> and in
<a href="http://b.example/2">oat cakes</a>, which all bake {words}.</p></article></body>"""


def linking_rows() -> list[dict[str, object]]:
    words = " ".join(f"flour{number} water" for number in range(60))
    return [
        {"url": "http://b.example/2", "html": LINKING.format(words="Oats and water.")},
        {"url": "http://north.example/breads", "html": LINKING.format(words=words)},
    ]


@pytest.fixture
def linked_site(tmp_path) -> Site:
    collection = Collection.create(tmp_path / "c")
    lines = [json.dumps(row | {"fetched_at": AT.isoformat()}) for row in linking_rows()]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    collection.import_([tmp_path / "pages.jsonl"])
    site = Site(Layout(collection.root), SerialRunner(), lambda _: None, lambda: AT)
    pipeline.build(site, collection.config)
    return site


def found(site: Site, query: str) -> list[tuple[str, bool]]:
    run = manifest.current(site.layout)[stage.NAME]
    hits = IndexReader(site.layout.index / run).search(parse(query)).hits
    return [(hit.url, hit.is_fetched) for hit in hits]


def test_a_page_is_found_by_what_others_call_it(linked_site):
    assert ("http://b.example/2", True) in found(linked_site, '"oat cakes"')


def test_a_page_that_was_never_fetched_is_found_and_marked_where_that_is_wanted(linked_site):
    assert ("http://far.example/rye", False) not in found(linked_site, "islands")
    stage.refresh(linked_site, IndexParams(unfetched=True))
    assert ("http://far.example/rye", False) in found(linked_site, "islands")
    assert found(linked_site, "islands type:unfetched") == [("http://far.example/rye", False)]
    assert all(is_fetched for _, is_fetched in found(linked_site, "islands type:fetched"))


def test_pages_that_were_never_fetched_are_left_out_again(linked_site):
    before = stage.refresh(linked_site, IndexParams(unfetched=True)).rows_out
    record = stage.refresh(linked_site, IndexParams())
    assert record.rows_out == before - 1
    assert ("http://far.example/rye", False) not in found(linked_site, "islands")


def test_what_was_forgotten_does_not_come_back_by_name(linked_site):
    order = Forgotten(what="far.example", at=AT.isoformat())
    forgotten.write(linked_site.layout.forgotten, [order])
    shutil.rmtree(linked_site.layout.index)
    stage.refresh(linked_site, IndexParams())
    assert ("http://far.example/rye", False) not in found(linked_site, "islands")


def test_only_what_changed_is_written_anew(linked_site):
    run = manifest.current(linked_site.layout)[stage.NAME]
    before = set((linked_site.layout.index / run).glob("*.idx"))
    record = stage.refresh(linked_site, replace(IndexParams(), title_weight=9.0))
    after = (linked_site.layout.index / record.run).glob("*.idx")
    assert {path.name for path in after} == {path.name for path in before}


def test_an_index_without_places_of_its_links_is_made_again(site):
    [folder] = site.layout.index.iterdir()
    (folder / "links.npy").unlink()
    assert not stage.is_live(site.layout, IndexParams())
    stage.refresh(site, IndexParams())
    assert (folder / "links.npy").is_file()
