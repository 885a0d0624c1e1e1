"""A collection made by any earlier release stays readable."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pagemill import Collection
from pagemill.collection import manifest
from pagemill.collection.layout import Layout

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
RELEASES = sorted(path.name for path in FIXTURES.glob("collection-*"))


@pytest.fixture(params=RELEASES)
def collection(request: pytest.FixtureRequest, tmp_path: Path) -> Collection:
    return Collection.open(shutil.copytree(FIXTURES / request.param, tmp_path / "c"))


def test_there_is_a_collection_of_a_release() -> None:
    assert RELEASES


def test_it_is_read_as_it_is(collection: Collection) -> None:
    funnel = collection.funnel()
    assert (funnel.captures, funnel.pages, funnel.kept) == (5, 5, 3)
    assert (funnel.exact_duplicates, funnel.near_duplicates) == (1, 1)
    assert collection.docview("http://harbour.example/lamp").title == "The lamp"
    assert [hit.url for hit in collection.search("古桥").hits] == ["http://river.example/qiao"]
    (cluster,) = collection.duplicates().clusters
    assert len(cluster.members) == 3
    assert collection.explain("http://post.example/lamp").steps


def test_it_is_built_on(collection: Collection, tmp_path: Path) -> None:
    page = tmp_path / "more.jsonl"
    page.write_text('{"url": "http://more.example/", "html": "<p>One page more of it.</p>"}\n')
    collection.import_([page])
    assert collection.build(workers=1).funnel.captures == 6
    assert collection.status().stale == []


def test_its_tables_are_made_again_from_its_archive(collection: Collection) -> None:
    before = collection.funnel()
    layout = Layout(collection.root)
    for folder in (layout.tables, layout.index, layout.runs):
        shutil.rmtree(folder)
    manifest.publish(layout, {})
    assert collection.build(workers=1).funnel == before
