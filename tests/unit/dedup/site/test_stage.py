from __future__ import annotations

import random
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from material import stages
from pagemill.collection import manifest, parquet
from pagemill.collection.layout import Layout, part_name, parts
from pagemill.dedup.params import DedupParams
from pagemill.dedup.site import stage as module
from pagemill.dedup.site.stage import (
    ALARM,
    BoilerplateParams,
    Counts,
    boilerplate_stage,
    cores,
    host_key,
    outdated,
    templates,
    text_ids,
)
from pagemill.dedup.site.tally import Page, Tally, tallied
from pagemill.engine.execute import Site, execute
from pagemill.engine.local import SerialRunner
from pagemill.html.url import url_hash
from pagemill.model.run import RunRecord
from pagemill.tables import Boilerplate, DocTexts, DocViews, Sketches
from pagemill.text.normalize import text_digest

AT = datetime(2026, 3, 1, tzinfo=UTC)
HEADER, FOOTER = "Harbour news | weather | tides", "All rights reserved by the harbour office"


def story(number: int, words: int = 20) -> str:
    pick = random.Random(number)
    return " ".join(f"w{pick.randrange(9000)}" for _ in range(words))


def page(number: int, words: int = 20) -> str:
    return "\n".join([HEADER, story(number, words), FOOTER])


@pytest.fixture
def site(tmp_path: Path) -> Site:
    layout = Layout(tmp_path)
    layout.config.write_text("", "utf-8")
    return Site(layout, SerialRunner(), lambda _event: None, lambda: AT)


def publish(
    site: Site,
    texts: dict[str, str],
    run: str = "docviews-1",
    *,
    version: int = 1,
    captured: str = "",
) -> DocTexts:
    """Make a table of pages live; the first page's capture has a digest of its own."""
    rows = sorted((url_hash(url), url, text) for url, text in texts.items())
    count = len(rows)
    blank = {name: [""] * count for name in DocViews.__slots__}
    blank |= {
        name: [[]] * count
        for name in ("keywords", "topic_links", "topic_link_scores", "frames")
    }
    known = {
        "url_hash": np.array([row[0] for row in rows], np.uint64),
        "url": [row[1] for row in rows],
        "fetched_at": np.zeros(count, "datetime64[us]"),
        "text": [row[2] for row in rows],
        "text_digest": [text_digest(row[2]) for row in rows],
    }
    shares = tuple(
        f"{name}_confidence" for name in ("encoding", "page_type", "genre", "category")
    )
    blank |= known | {name: np.zeros(count) for name in shares}
    blank["block_digest"] = [captured, *blank["block_digest"][1:]]
    parquet.write_part(DocViews(**blank), site.layout.table("docviews", run) / part_name(0, 1))
    manifest.publish(site.layout, manifest.current(site.layout) | {"docviews": run})
    manifest.write_record(site.layout, replace(stages.record(run, {}), version=version))
    return DocTexts(**known, block_digest=blank["block_digest"])


def run(site: Site, alarm: float = 0.5) -> tuple[RunRecord, Boilerplate]:
    params = DedupParams(template_alarm=alarm)
    record = execute(boilerplate_stage(site.layout, params), site)
    made = manifest.current(site.layout)[Boilerplate.name]
    return record, parquet.read(Boilerplate, parts(site.layout.table("boilerplate", made)))


def harbour(count: int = 12) -> dict[str, str]:
    return {f"http://harbour.example/{number}": page(number) for number in range(count)}


def test_lines_of_many_pages_of_a_host_are_found(site: Site):
    texts = harbour() | {f"http://small.example/{n}": page(n) for n in range(9)}
    texts |= {"http://harbour.example/again": page(3), "http://harbour.example/empty": "!"}
    publish(site, texts)
    record, found = run(site, alarm=0.9)
    assert sorted(zip(found.host, found.line, found.pages.tolist(), strict=True)) == [
        ("harbour.example", FOOTER, 12),
        ("harbour.example", HEADER, 12),
    ]
    assert found.of_pages.tolist() == [12, 12]
    assert found.share.tolist() == [pytest.approx(13 / 33, abs=1e-5)] * 2
    assert (record.rows_in, record.rows_out) == (13, 12)
    assert record.rejects == {"equal text on the same host": 1}
    assert record.notes == {}


def test_pages_without_a_host_share_the_template_of_their_folder(site: Site):
    folder = "file:///data/harbour/site"
    texts = {f"{folder}/{number}.html": page(number) for number in range(12)}
    texts |= {f"{folder}/deep/{number}.html": page(100 + number) for number in range(9)}
    docs = publish(site, texts)
    record, found = run(site, alarm=0.3)
    assert set(found.host) == {folder}
    assert sorted(found.line) == [FOOTER, HEADER]
    assert record.notes == {ALARM: 1}
    kept = cores(docs, templates(site.layout)).texts
    assert kept[docs.url.index(f"{folder}/3.html")] == story(3)
    assert kept[docs.url.index(f"{folder}/deep/3.html")] == page(103)


def test_a_host_that_loses_much_is_counted(site: Site):
    publish(site, harbour())
    assert run(site, alarm=0.3)[0].notes == {ALARM: 1}


def test_pages_are_compared_without_the_lines_of_their_host(site: Site):
    docs = publish(site, harbour() | {"http://other.example/": page(3)})
    assert cores(docs, templates(site.layout)).texts == docs.text
    run(site)
    found = cores(docs, templates(site.layout))
    other = docs.url.index("http://other.example/")
    assert found.texts[other] == page(3)
    assert found.marks[other] == 0
    own = docs.url.index("http://harbour.example/3")
    assert found.texts[own] == story(3)
    assert found.ids[own] == text_ids([text_digest(story(3))])[0]
    assert len(set(found.marks.tolist())) == 2


def test_a_text_that_is_boilerplate_alone_stays_whole(site: Site):
    only = {"http://harbour.example/only": f"{HEADER}\n{FOOTER}\n...!"}
    docs = publish(site, harbour() | only)
    run(site)
    row = docs.url.index("http://harbour.example/only")
    assert cores(docs, templates(site.layout)).texts[row] == docs.text[row]


def test_the_sample_of_a_large_host_is_of_the_smallest_hashes(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "SAMPLE", 10)
    publish(site, harbour(30))
    record, found = run(site)
    assert record.rows_in == 10
    assert found.of_pages.tolist() == [10, 10]


def town(moved: int | None = None, more: int = 0) -> dict[str, str]:
    """Three hosts of twelve pages; a page of the second is another, or it has more of them."""
    names = ("harbour", "market", "park")
    texts = {
        f"http://{name}.example/{n}": page(n + 100 * place).replace("harbour", name)
        for place, name in enumerate(names)
        for n in range(12 + (more if name == "market" else 0))
    }
    if moved is not None:
        texts[f"http://market.example/{moved}"] = "quite another text\nof two lines"
    return texts


def watched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of pages of each host that is looked through from now on."""
    looked: list[int] = []

    def counted(pages: tuple[Page, ...], texts: dict[int, str], share: float) -> Tally:
        looked.append(len(pages))
        return tallied(pages, texts, share)

    monkeypatch.setattr(module, "tallied", counted)
    return looked


def assert_as_at_once(site: Site, folder: Path, texts: dict[str, str]) -> None:
    """The live boilerplate is that of a collection of these pages alone."""
    grown, lines = run(site, alarm=0.3)
    folder.mkdir()
    whole = Site(Layout(folder), SerialRunner(), lambda _event: None, lambda: AT)
    whole.layout.config.write_text("", "utf-8")
    publish(whole, texts, "docviews-2")
    at_once, expected = run(whole, alarm=0.3)
    assert parquet.rows(lines).arrow.equals(parquet.rows(expected).arrow)
    assert (grown.rows_in, grown.rows_out) == (at_once.rows_in, at_once.rows_out)
    assert (grown.rejects, grown.notes) == (at_once.rejects, at_once.notes)
    assert grown.notes == {ALARM: 3}


@pytest.mark.parametrize(
    ("change", "pages"),
    [({}, []), ({"moved": 3}, [12]), ({"more": 2}, []), ({"more": 9}, [21])],
    ids=["nothing", "a text", "few pages more", "many pages more"],
)
def test_hosts_are_looked_through_again_only_where_that_is_needed(
    site: Site,
    tmp_path: Path,
    change: dict[str, int],
    pages: list[int],
    monkeypatch: pytest.MonkeyPatch,
):
    publish(site, town())
    run(site, alarm=0.3)
    publish(site, town(**change), "docviews-2")
    looked = watched(monkeypatch)
    run(site, alarm=0.3)
    assert looked == pages
    assert_as_at_once(site, tmp_path / "whole", town(**change))


def test_what_is_known_of_hosts_is_read_by_the_range_of_their_keys(site: Site):
    publish(site, town())
    run(site)
    publish(site, town(more=2), "docviews-2")
    run(site)
    counts = Counts.of(site.layout, BoilerplateParams(share=DedupParams().boilerplate, alarm=0))
    every = counts.read()
    assert len({host_key(name) >> 60 for name in every}) > 1
    assert counts.known(map(host_key, every)).keys() == every.keys()
    for name, tally in every.items():
        key = host_key(name)
        found = counts.known([key])
        assert found[name].pages == tally.pages
        assert {host_key(other) >> 60 for other in found} == {key >> 60}


@pytest.mark.parametrize("other", ["share", "folder", "version", "damage"])
def test_what_was_counted_otherwise_is_counted_again(
    site: Site, other: str, monkeypatch: pytest.MonkeyPatch
):
    publish(site, town())
    run(site)
    files = list((site.layout.kept / "boilerplate").iterdir())
    assert len(files) >= 2
    if other == "folder":
        shutil.rmtree(site.layout.kept)
    if other == "damage":
        for file in files:
            data = file.read_bytes()
            file.write_bytes(data[: len(data) // 2])
    publish(site, town(), "docviews-2", version=2 if other == "version" else 1)
    looked = watched(monkeypatch)
    params = DedupParams(boilerplate=0.4 if other == "share" else DedupParams().boilerplate)
    execute(boilerplate_stage(site.layout, params), site)
    assert looked == [12] * 3


def test_a_page_that_falls_out_of_the_sample_is_taken_off(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "SAMPLE", 20)
    urls = sorted((f"http://market.example/{n}" for n in range(60)), key=url_hash)
    texts = {url: page(n) for n, url in enumerate(urls)}
    first = {url: text for n, (url, text) in enumerate(texts.items()) if n not in {5, 11}}
    publish(site, first)
    run(site)
    looked = watched(monkeypatch)
    publish(site, texts, "docviews-2")
    _, found = run(site)
    assert looked == []
    assert found.of_pages.tolist() == [20, 20]
    shutil.rmtree(site.layout.kept)
    publish(site, texts, "docviews-3")
    assert parquet.rows(run(site)[1]).arrow.equals(parquet.rows(found).arrow)
    assert looked == [20]


def test_a_run_goes_on_though_what_was_known_when_it_began_is_gone(site: Site):
    publish(site, town())
    run(site)
    publish(site, town(more=2), "docviews-2")
    stage = boilerplate_stage(site.layout, DedupParams())
    assert stage.prepare is not None
    assert stage.load is not None
    stage.prepare()
    [path] = manifest.live_parts(site.layout, "docviews")
    texts = stage.load(path)
    assert set(texts.text) == {""}
    shutil.rmtree(site.layout.kept)
    found, _ = stage.run(texts, stage.params)
    assert parquet.rows(found).arrow.equals(parquet.rows(run(site)[1]).arrow)


def test_the_same_words_in_other_lines_are_another_text(site: Site):
    """Equal digests tell no line breaks: a page that was captured again is looked at again."""
    one = {f"http://one.example/{n}": page(n) for n in range(10)}
    docs = publish(site, one)
    run(site)
    url = docs.url[0]
    joined = one | {url: one[url].replace("\n", " ")}
    assert text_digest(joined[url]) == text_digest(one[url])
    publish(site, joined, "docviews-2", captured="a" * 32)
    assert run(site)[1].line == []


def test_only_pages_of_hosts_with_other_boilerplate_are_outdated(site: Site):
    docs = publish(site, harbour() | {"http://other.example/": page(3)})
    run(site)
    found = cores(docs, templates(site.layout))
    made = Sketches(
        url_hash=docs.url_hash,
        url=docs.url,
        block_digest=docs.block_digest,
        text_digest=docs.text_digest,
        text_id=found.ids,
        template=found.marks,
        shingles=np.ones(len(docs.url), np.int32),
        minima=np.zeros((len(docs.url), 4), np.uint32),
    )
    parquet.write_part(made, site.layout.table("sketches", "sketches-1") / part_name(0, 1))
    manifest.publish(site.layout, manifest.current(site.layout) | {"sketches": "sketches-1"})
    assert outdated(site.layout) == frozenset()
    changed = {
        url: text.replace(FOOTER, f"{FOOTER} since 1900") for url, text in harbour().items()
    }
    publish(site, changed, "docviews-2")
    run(site)
    assert outdated(site.layout) == frozenset(map(url_hash, changed))
