from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.cli.main import main
from pagemill.collection.layout import Layout
from pagemill.collection.lock import writing
from pagemill.errors import (
    CollectionError,
    ConfigError,
    SurroundingsError,
    UsageError,
)
from pagemill.html.url import url_hash

KEPT = "https://a.example/1"


@pytest.fixture
def copy(built: Collection, tmp_path: Path) -> Collection:
    return Collection.open(shutil.copytree(built.root, tmp_path / "copy"))


# -- creating and opening


def test_a_new_collection_is_empty_and_can_be_opened(tmp_path):
    made = Collection.create(tmp_path / "my tides")
    assert made.config.collection.name == "my tides"
    assert Collection.open(str(tmp_path / "my tides")) == made
    assert made.funnel().captures == 0
    assert list(made.docviews()) == []


def test_duplicates_before_the_first_build_say_what_to_do(tmp_path):
    with pytest.raises(CollectionError, match="nothing was built yet; run 'pagemill build"):
        Collection.create(tmp_path / "c").duplicates()


@pytest.mark.parametrize("workers", [0, -1])
def test_fewer_than_one_worker_is_refused(copy, workers):
    with pytest.raises(UsageError, match=f"workers: {workers}; give"):
        copy.build(workers=workers)


@pytest.mark.parametrize("place", [{"offset": -3}, {"limit": -1}])
def test_a_place_before_the_first_hit_is_refused(built, place):
    with pytest.raises(UsageError, match="give a whole number of at least 0"):
        built.search("tide", **place)


def test_an_empty_folder_becomes_a_collection(tmp_path):
    assert Collection.create(tmp_path).root == tmp_path


@pytest.mark.parametrize("kind", ["file", "full"])
def test_nothing_that_exists_becomes_a_collection(tmp_path, kind):
    place = tmp_path / "x"
    if kind == "file":
        place.touch()
    else:
        place.mkdir()
        (place / ".hidden").touch()
    with pytest.raises(UsageError):
        Collection.create(place)
    assert len(list(tmp_path.rglob("*"))) == (1 if kind == "file" else 2)


@pytest.mark.parametrize("kind", ["absent", "file", "folder"])
def test_what_is_no_collection_cannot_be_opened(tmp_path, kind):
    place = tmp_path / "x"
    if kind == "file":
        place.touch()
    if kind == "folder":
        place.mkdir()
    with pytest.raises(CollectionError):
        Collection.open(place)


def test_a_wrong_line_in_the_configuration_is_found_when_opening(copy):
    (copy.root / "collection.toml").write_text("[dedup]\nthreshhold = 0.9\n")
    with pytest.raises(ConfigError, match="'threshold'"):
        Collection.open(copy.root)


# -- reading


def test_the_funnel_narrows(built):
    funnel = built.funnel()
    assert (funnel.captures, funnel.pages, funnel.kept) == (9, 6, 4)
    assert (funnel.exact_duplicates, funnel.near_duplicates) == (1, 1)


def test_the_status_tells_all_stages_and_sizes(built):
    status = built.status()
    assert status.stale == []
    assert status.rejects["clusters"] == {"no copies": 2, "no words": 1}
    assert status.rejects["docviews"]["superseded"] == 1
    assert set(status.sizes) == {"archive", "tables", "index", "runs"}
    assert [record.stage for record in status.records].count("import") == 1
    json.dumps(status.sizes)


def test_views_come_in_the_order_of_their_hashes(built):
    found = [url_hash(view.url) for view in built.docviews()]
    assert found == sorted(found)
    assert len(found) == 6


def test_one_view_is_found_by_its_url(built):
    view = built.docview("http://b.example/2")
    assert view.title == "Title 2"
    assert isinstance(view.keywords, tuple)
    with pytest.raises(UsageError, match="no such page"):
        built.docview("http://b.example/none")


def test_a_capture_is_found_by_address_and_time(built):
    url = next(built.docviews()).url
    newest = built.capture(url)
    assert newest.url == url
    assert newest.payload
    assert built.capture(url, datetime(1, 1, 2, tzinfo=UTC)).fetched_at <= newest.fetched_at
    with pytest.raises(UsageError, match="holds no capture"):
        built.capture("http://nowhere.example/")
    with pytest.raises(UsageError, match="time zone"):
        built.capture(url, datetime(2026, 1, 1))  # noqa: DTZ001


def test_duplicates_are_listed_with_their_clusters(built):
    found = built.duplicates()
    assert {(pair.left, pair.right) for pair in found.pairs} == {
        ("http://a.example/1", KEPT),
        ("http://c.example/near", KEPT),
    }
    (cluster,) = found.clusters
    assert cluster.representative == cluster.id == KEPT
    assert len(cluster.members) == 3


def test_each_removed_page_is_told_with_the_kept_one_and_how_it_was_found(built):
    found = built.duplicates()
    removed = {each.id: each for each in found.removed()}
    assert {name: each.kept for name, each in removed.items()} == found.kept_for
    assert sorted(each.method for each in removed.values()) == ["checksum", "shingles"]
    for name, each in removed.items():
        removal = built.explain(name).removal
        assert (each.kept, each.similarity) == (removal.kept, removal.similarity)
    near = next(name for name, each in removed.items() if each.method == "shingles")
    assert near in [each.id for each in built.duplicates(near).removed()]


def test_duplicates_of_one_page_are_those_that_it_is_in(built):
    found = built.duplicates("http://c.example/near")
    assert [pair.left for pair in found.pairs] == ["http://c.example/near"]
    assert len(found.clusters) == 1
    assert len(built.duplicates("http://b.example/3").pairs) == 0
    with pytest.raises(UsageError):
        built.duplicates("http://b.example/none")


def test_a_search_finds_each_cluster_once(built):
    found = built.search("word1x7")
    assert found.total == 1
    (hit,) = found.hits
    assert (hit.url, hit.title, hit.near_copies) == (KEPT, "Title 1", 2)
    assert "word1x7" in hit.snippet
    assert built.search("title", limit=1, offset=1).hits != built.search("title", limit=1).hits


@pytest.mark.parametrize("query", ["", "\x00", '"', "site:", "-", "(((", "\ud800", "a" * 5000])
def test_any_text_is_a_query(built, query):
    assert built.search(query).total >= 0


def test_a_search_before_the_first_build_says_what_to_do(tmp_path):
    with pytest.raises(CollectionError, match="pagemill build"):
        Collection.create(tmp_path / "c").search("x")


# -- writing


def test_a_second_writer_is_refused(copy, tmp_path):
    (tmp_path / "x.html").write_text("<p>x")
    with writing(Layout(copy.root)):
        for write in (copy.build, lambda: copy.forget(KEPT), lambda: copy.import_([tmp_path])):
            with pytest.raises(SurroundingsError, match="another pagemill"):
                write()


@pytest.mark.parametrize(
    "what", ["", " ", "http://", "a b", "x/y", "http:///", "a.example:80", "*", "*.example"]
)
def test_what_is_neither_url_nor_host_is_not_forgotten(copy, what):
    with pytest.raises(UsageError):
        copy.forget(what)
    assert not Layout(copy.root).forgotten.exists()


def test_a_host_is_forgotten_by_its_name_in_any_letters(copy):
    copy.forget("Bücher.example")
    order = json.loads(Layout(copy.root).forgotten.read_text())
    assert order["what"] == "xn--bcher-kva.example"


def test_a_single_source_needs_no_list(copy, tmp_path):
    (tmp_path / "x.html").write_text("<p>x")
    assert copy.import_(str(tmp_path / "x.html")).stored == 1
    assert copy.import_(tmp_path / "x.html").stored == 0


def test_forgetting_a_host_removes_it_everywhere(copy):
    report = copy.forget("B.EXAMPLE.")
    assert (report.captures, report.pages) == (6, 3)
    assert copy.search("word2x7").total == 0
    assert {view.url for view in copy.docviews()} == {
        "http://a.example/1",
        KEPT,
        "http://c.example/near",
    }
    order = json.loads(Layout(copy.root).forgotten.read_text())
    assert (order["what"], order["captures"], order["pages"]) == ("b.example", 6, 3)
    left = b"".join(path.read_bytes() for path in copy.root.rglob("*") if path.is_file())
    assert b"word2x7" not in left
    (step,) = copy.explain("http://b.example/2").steps
    assert step.decision == "refused"


# -- pages that lie in no collection


@pytest.mark.parametrize("leftover", ["archive", "CURRENT.json", ".collection.toml.tmp"])
def test_what_an_interrupted_creation_leaves_is_no_hindrance(tmp_path, leftover):
    Collection.create(tmp_path / "c")
    for path in (tmp_path / "c").iterdir():
        if path.name != leftover:
            path.rmdir() if path.is_dir() else path.unlink()
    if leftover.startswith("."):
        (tmp_path / "c" / leftover).touch()
    Collection.create(tmp_path / "c")
    assert Collection.open(tmp_path / "c").funnel().captures == 0


@pytest.mark.parametrize("name", ["letter.txt", "letter.tmp", "archive/00000.warc.gz"])
def test_a_folder_with_something_in_it_is_left_alone(tmp_path, name):
    path = tmp_path / "c" / name
    path.parent.mkdir(parents=True)
    path.write_text("Dear reader")
    with pytest.raises(UsageError, match="not empty"):
        Collection.create(tmp_path / "c")
    assert [found for found in (tmp_path / "c").rglob("*") if found.is_file()] == [path]


def test_a_creation_that_fails_leaves_nothing_of_its_own(tmp_path):
    scratch = tmp_path / ".collection.toml.tmp"
    scratch.mkdir()  # where a file should be written
    with pytest.raises(OSError, match="directory"):
        Collection.create(tmp_path)
    assert list(tmp_path.iterdir()) == [scratch]


def test_a_table_without_its_part_files_is_damage_and_no_count(built, tmp_path, capsys):
    shutil.copytree(built.root, tmp_path / "c")
    collection = Collection.open(tmp_path / "c")
    for table in ("docviews", "clusters", "captures"):
        home = collection.root / "tables" / table
        home.rename(tmp_path / table)
        with pytest.raises(CollectionError, match=f"{table}.*pagemill build"):
            collection.funnel()
        assert main(["status", str(collection.root)]) == 3
        assert "all part files are missing" in capsys.readouterr().err
        (tmp_path / table).rename(home)
    assert collection.funnel() == built.funnel()
