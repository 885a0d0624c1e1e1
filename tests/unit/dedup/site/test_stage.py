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
from pagemill.dedup.site.boilerplate import Found, boilerplate
from pagemill.dedup.site.stage import (
    ALARM,
    boilerplate_stage,
    cores,
    outdated,
    templates,
    text_ids,
)
from pagemill.engine.execute import Site, execute
from pagemill.engine.local import SerialRunner
from pagemill.errors import CollectionError
from pagemill.html.url import url_hash
from pagemill.model.run import RunRecord
from pagemill.tables import Boilerplate, DocTexts, DocViews, HostTexts, Sketches
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


def sketch(site: Site, docs: DocTexts, inputs: dict[str, str]) -> None:
    """Make sketches of these pages live, as a run on these inputs would."""
    found = cores(docs, templates(site.layout))
    rows = [row for row, digest in enumerate(docs.text_digest) if digest]
    made = Sketches(
        url_hash=docs.url_hash[rows],
        url=[docs.url[row] for row in rows],
        block_digest=[docs.block_digest[row] for row in rows],
        text_digest=[docs.text_digest[row] for row in rows],
        text_id=found.ids[rows],
        template=found.marks[rows],
        shingles=np.ones(len(rows), np.int32),
        minima=np.zeros((len(rows), 4), np.uint32),
    )
    parquet.write_part(made, site.layout.table("sketches", "sketches-1") / part_name(0, 1))
    manifest.write_record(
        site.layout, replace(stages.record("sketches-1", {}), inputs=inputs, stage="sketches")
    )
    manifest.publish(site.layout, manifest.current(site.layout) | {"sketches": "sketches-1"})


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


@pytest.mark.parametrize(
    "change", [{}, {"moved": 3}, {"more": 2}], ids=["nothing", "a text", "more pages"]
)
def test_lines_of_hosts_that_are_as_they_were_are_taken_over(
    site: Site, tmp_path: Path, change: dict[str, int], monkeypatch: pytest.MonkeyPatch
):
    docs = publish(site, town())
    run(site, alarm=0.3)
    made = manifest.current(site.layout)["boilerplate"]
    sketch(site, docs, {"docviews": "docviews-1", "boilerplate": made})
    publish(site, town(**change), "docviews-2")
    looked: list[int] = []

    def counted(texts: list[str], share: float) -> Found:
        looked.append(len(texts))
        return boilerplate(texts, share)

    monkeypatch.setattr(module, "boilerplate", counted)
    grown, found = run(site, alarm=0.3)
    assert looked == [12 + change.get("more", 0)] * len(change)
    (tmp_path / "whole").mkdir()
    whole = Site(Layout(tmp_path / "whole"), SerialRunner(), lambda _event: None, lambda: AT)
    whole.layout.config.write_text("", "utf-8")
    publish(whole, town(**change), "docviews-2")
    at_once, expected = run(whole, alarm=0.3)
    assert parquet.rows(found).arrow.equals(parquet.rows(expected).arrow)
    assert (grown.rows_in, grown.rows_out) == (at_once.rows_in, at_once.rows_out)
    assert (grown.rejects, grown.notes) == (at_once.rejects, at_once.notes)
    assert grown.notes == {ALARM: 3}


@pytest.mark.parametrize("other", ["inputs", "share", "folder", "version"])
def test_lines_found_in_other_pages_or_otherwise_are_found_again(
    site: Site, other: str, monkeypatch: pytest.MonkeyPatch
):
    docs = publish(site, town())
    run(site)
    made = manifest.current(site.layout)["boilerplate"]
    known = "docviews-0" if other == "inputs" else "docviews-1"
    sketch(site, docs, {"docviews": known, "boilerplate": made})
    if other == "folder":
        shutil.rmtree(site.layout.table("boilerplate", made))
    publish(site, town(), "docviews-2", version=2 if other == "version" else 1)
    looked: list[int] = []

    def counted(texts: list[str], share: float) -> Found:
        looked.append(len(texts))
        return boilerplate(texts, share)

    monkeypatch.setattr(module, "boilerplate", counted)
    params = DedupParams(boilerplate=0.4 if other == "share" else DedupParams().boilerplate)
    execute(boilerplate_stage(site.layout, params), site)
    assert looked == [12] * 3


def test_the_same_words_in_other_lines_are_another_text(site: Site):
    """Equal digests tell no line breaks: a page that was captured again is looked at again."""
    one = {f"http://one.example/{n}": page(n) for n in range(10)}
    docs = publish(site, one)
    run(site)
    made = manifest.current(site.layout)["boilerplate"]
    sketch(site, docs, {"docviews": "docviews-1", "boilerplate": made})
    url = docs.url[0]
    joined = one | {url: one[url].replace("\n", " ")}
    assert text_digest(joined[url]) == text_digest(one[url])
    publish(site, joined, "docviews-2", captured="again")
    assert run(site)[1].line == []


def test_lines_that_are_gone_while_they_are_needed_are_told(site: Site):
    texts = HostTexts(
        host_key=np.array([1], np.uint64),
        host=["harbour.example"],
        url_hash=np.array([1], np.uint64),
        text_digest=["x"],
        text=[""],
        earlier=["boilerplate-1"],
    )
    how = module.BoilerplateParams(share=0.3, alarm=0.5)
    with pytest.raises(CollectionError, match=r"boilerplate-1: gone while needed; delete"):
        module.SharedLines(site.layout)(texts, how)


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
