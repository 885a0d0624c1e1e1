from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from material import stages
from pagemill.archive import store
from pagemill.archive.store import Appender
from pagemill.collection import manifest
from pagemill.collection.layout import Layout, parts
from pagemill.convert.params import ConvertParams
from pagemill.engine.execute import Site, execute
from pagemill.errors import CollectionError, DocumentError
from pagemill.html.url import url_hash
from pagemill.model.capture import Record
from pagemill.model.docview import DocView
from pagemill.model.run import RunRecord
from pagemill.tables import Captures
from pagemill.view import assemble
from pagemill.view.params import ViewParams
from pagemill.view.stage import (
    BYTES_PER_BATCH,
    ROWS_PER_PART,
    Abilities,
    ViewPages,
    ViewTask,
    archive_shards,
    batch_starts,
    captures_stage,
    docviews_stage,
    in_order,
    load_index,
)

AT = datetime(2026, 3, 1, tzinfo=UTC)
BODY = "<title>T</title><p>The tide turns twice a day, and twice it turns back.</p>"


def record(
    url: str, *, seconds: int = 0, body: str = BODY, media_type: str = "text/html"
) -> Record:
    return Record(
        url=url,
        fetched_at=AT + timedelta(seconds=seconds),
        kind="resource",
        record_id="",
        content_type=media_type,
        block=body.encode(),
    )


def archive(folder: Path, records: list[Record], per_file: int = 100) -> Path:
    with Appender(folder, max_records=per_file) as appender:
        for one in records:
            appender.append(one)
            if appender.is_full:
                appender.commit()
    return folder


def captures(folder: Path) -> Captures:
    """All captures of an archive that is one file."""
    (path,) = archive_shards(folder).paths
    return load_index(path)


def sample(rows: int, payload_bytes: int = 10, per_url: int = 1) -> Captures:
    urls = [f"http://a.example/{row // per_url:06d}" for row in range(rows)]
    return Captures(
        url_hash=np.array([row // per_url for row in range(rows)], np.uint64),
        url=urls,
        fetched_at=np.arange(rows).astype("datetime64[us]"),
        kind=["response"] * rows,
        status=np.full(rows, 200, np.int32),
        media_type=["text/html"] * rows,
        block_digest=[f"{row:032x}" for row in range(rows)],
        payload_bytes=np.full(rows, payload_bytes, np.int64),
        warc_file=["00000.warc.gz"] * rows,
        warc_offset=np.zeros(rows, np.int64),
        warc_length=np.zeros(rows, np.int64),
        standing=[""] * rows,
        detected=[""] * rows,
        converter=[""] * rows,
    )


# -- captures


def test_the_index_is_loaded_with_instants_to_the_microsecond(tmp_path):
    one = replace(record("http://a.example/1"), fetched_at=AT + timedelta(microseconds=7))
    found = captures(archive(tmp_path, [one]))
    assert found.url_hash.tolist() == [url_hash("http://a.example/1")]
    assert found.fetched_at.tolist() == [datetime(2026, 3, 1, 0, 0, 0, 7)]  # noqa: DTZ001
    assert found.payload_bytes.tolist() == [len(BODY)]


def test_the_archive_is_named_after_its_captures_not_its_files(tmp_path):
    records = [record(f"http://a.example/{number}") for number in range(5)]
    one = archive_shards(archive(tmp_path / "one", records))
    other = archive_shards(archive(tmp_path / "other", records[::-1], per_file=2))
    assert (len(one.paths), len(other.paths)) == (1, 3)
    assert one.id == other.id
    assert archive_shards(archive(tmp_path / "less", records[1:])).id != one.id
    (tmp_path / "none").mkdir()
    assert archive_shards(tmp_path / "none").id == "0" * 32


def test_captures_are_sorted_by_page_and_time(tmp_path):
    urls = ["http://b.example/", "http://a.example/", "http://b.example/"]
    records = [record(url, seconds=9 - place) for place, url in enumerate(urls)]
    found, used = in_order(captures(archive(tmp_path, records)), Abilities())
    keys = list(zip(found.url_hash.tolist(), found.fetched_at.tolist(), strict=True))
    assert keys == sorted(keys)
    standing = dict(
        zip(zip(found.url, found.fetched_at.tolist(), strict=True), found.standing, strict=True)
    )
    assert sorted(standing.values()) == ["current", "current", "superseded"]
    assert (used.rows, used.rejects) == (3, {})


def test_a_capture_that_lies_in_the_archive_twice_counts_once(tmp_path):
    one = record("http://a.example/")
    found, used = in_order(captures(archive(tmp_path, [one, one])), Abilities())
    assert found.standing == ["current"]
    assert (used.rows, used.rejects) == (1, {"already stored": 1})


def test_no_captures_are_in_order():
    found, used = in_order(sample(0), Abilities())
    assert (found.url, used.rows, used.rejects) == ([], 0, {})


# -- batches


def test_batches_are_bounded_in_rows():
    assert batch_starts(sample(600), 1) == [0, 256, 512]


def test_batches_are_bounded_in_bytes():
    assert batch_starts(sample(5, BYTES_PER_BATCH // 2), 1) == [0, 2, 4]
    assert batch_starts(sample(3, BYTES_PER_BATCH * 2), 1) == [0, 1, 2]


def test_the_captures_of_a_page_are_never_parted():
    starts = batch_starts(sample(1000, per_url=100), 1)
    assert all(start % 100 == 0 for start in starts)
    assert [later - first for first, later in pairwise(starts)] == [300, 300, 300]


def test_a_page_that_comes_later_changes_its_own_batch_alone():
    most = np.sort(np.random.default_rng(4).integers(0, 1 << 64, 400, np.uint64))
    one = np.uint64(most[200] + 1)
    both = np.sort(np.append(most, one))
    groups: list[set[tuple[int, ...]]] = []
    for hashes in (most, both):
        starts = batch_starts(replace(sample(len(hashes)), url_hash=hashes), 2)
        cuts = pairwise([*starts, len(hashes)])
        groups.append({tuple(hashes[begin:end].tolist()) for begin, end in cuts})
    before, after = groups
    assert 8 <= len(before) <= 16
    [changed] = after - before
    assert int(one) in changed
    assert len(before - after) == 1


def test_the_captures_of_one_page_are_one_batch():
    assert batch_starts(sample(700, per_url=700), 1) == [0]


# -- pages


def look(folder: Path, records: list[Record], params: ViewParams | None = None):
    given = captures(archive(folder, records))
    return ViewPages(folder, folder / "conversions", ConvertParams())(
        given, params or ViewParams()
    )


def test_each_capture_gives_a_view_or_a_reject_in_order(tmp_path):
    records = [
        record("http://a.example/1"),
        record("http://a.example/2", body="\x00\x01\x02" * 50, media_type="image/x"),
        record("http://a.example/3", body="<p>" + "x" * 500),
    ]
    views, rejects = look(tmp_path, records, ViewParams(max_page_bytes=300))
    assert views.url[0] == "http://a.example/1"
    assert views.title[0] == "T"
    assert len(views.url) + len(rejects.url) == 3
    assert "too large" in rejects.reason
    assert not rejects.unseen.any()


def test_a_page_on_which_our_code_fails_costs_itself_only(tmp_path, monkeypatch):
    real = assemble.docview

    def failing(payload: bytes, url: str, content_type: str, **more: Any) -> DocView:
        if url.endswith("2"):
            raise RecursionError("too deep")
        return real(payload, url=url, content_type=content_type, **more)

    monkeypatch.setattr(assemble, "docview", failing)
    views, rejects = look(tmp_path, [record(f"http://a.example/{n}") for n in range(1, 4)])
    assert views.url == ["http://a.example/1", "http://a.example/3"]
    assert rejects.reason == ["fault of pagemill"]
    assert rejects.detail == ["RecursionError: too deep"]


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(5, "I/O"), CollectionError("damaged")]
)
def test_a_failure_that_is_no_fault_of_the_page_is_none_of_its_rejects(
    tmp_path, monkeypatch, error
):
    def failing(*given: object, **named: str) -> DocView:
        del given, named
        raise error

    monkeypatch.setattr(assemble, "docview", failing)
    with pytest.raises(type(error)):
        look(tmp_path, [record("http://a.example/")])


def test_a_place_of_the_archive_that_is_damaged_costs_one_page(tmp_path):
    given = captures(archive(tmp_path, [record("http://a.example/")]))
    (warc,) = tmp_path.glob("*.warc.gz")
    warc.write_bytes(warc.read_bytes()[:-30])
    views, rejects = ViewPages(tmp_path, tmp_path / "conversions", ConvertParams())(
        given, ViewParams()
    )
    assert views.url == []
    assert rejects.reason == ["damaged in the archive"]
    assert "no capture at byte" in rejects.detail[0]


def test_only_current_captures_are_looked_at(tmp_path):
    viewing = docviews_stage(Layout(tmp_path), ViewParams(), ConvertParams())
    given = replace(sample(3), standing=["current", "superseded", "status 404"])
    assert viewing.sift(given) == ["", "superseded", "status 404"]


def test_a_missing_archive_is_told_and_not_taken_for_an_empty_one(tmp_path):
    with pytest.raises(CollectionError, match="holds every capture is missing"):
        archive_shards(tmp_path / "gone")


# -- captures that are added to others


def put_in_order(site: Site) -> tuple[RunRecord, dict[str, bytes]]:
    """The record of the stage of captures, and the part files that it made."""
    given = archive_shards(site.layout.archive)
    made = execute(captures_stage(ConvertParams()), site, shards=given)
    folder = site.layout.table("captures", manifest.current(site.layout)["captures"])
    return made, {path.name: path.read_bytes() for path in parts(folder)}


def step(number: int) -> list[Record]:
    """Pages of which some come in every step, as they were and changed, and most are new."""
    rows = 3 * ROWS_PER_PART // 4
    again = [record(f"http://a.example/{n}", seconds=n % 7) for n in range(0, 40, 3)]
    changed = [record(f"http://a.example/{n}", seconds=number) for n in range(0, 40, 2)]
    new = [record(f"http://a.example/{number}/{n}") for n in range(rows)]
    return [*again, *changed, *new]


def test_captures_added_in_steps_give_the_tables_of_all_at_once(tmp_path: Path):
    grown = stages.site(tmp_path / "grown")
    for number in range(4):
        archive(grown.layout.archive, step(number), per_file=200)
        record_of_step, made = put_in_order(grown)
        once = stages.site(tmp_path / f"once{number}")
        shutil.copytree(grown.layout.archive, once.layout.archive)
        record_at_once, wanted = put_in_order(once)
        assert made == wanted
        for name in ("run", "rows_in", "rows_out", "rejects", "written"):
            assert getattr(record_of_step, name) == getattr(record_at_once, name)
    assert len(made) > 2
    assert record_of_step.rejects["already stored"] > 0


def test_only_index_files_that_are_new_are_read_again(tmp_path: Path):
    site = stages.site(tmp_path)
    archive(site.layout.archive, step(0), per_file=200)
    put_in_order(site)
    old = archive_shards(site.layout.archive)
    archive(site.layout.archive, step(1), per_file=200)
    given = archive_shards(site.layout.archive)
    live = parts(site.layout.table("captures", manifest.current(site.layout)["captures"]))
    assert given.added is not None
    assert given.added(live, old.id) == given.paths[len(old.paths) :]
    # What was forgotten since is in the table still, so all is read.
    store.remove(site.layout.archive, lambda row: row.url != "http://a.example/0")
    left = archive_shards(site.layout.archive)
    assert left.added is not None
    assert left.added(live, old.id) is None


# -- pages that lie in no collection


def test_a_batch_of_pages_gives_a_view_or_the_reason_for_each():
    task = ViewTask(((BODY, "http://a.example/", ""), (b"\x00" * 99, "", "image/png")))
    view, reason = task()
    assert isinstance(view, DocView)
    assert view.title == "T"
    assert isinstance(reason, DocumentError)


def test_a_page_that_ended_its_worker_is_not_touched_again():
    task = ViewTask(((BODY, "", ""), (BODY, "", ""))).without(1, "took too long")
    assert task.without(1, "took too long") is task
    reason, view = task()
    assert isinstance(reason, DocumentError)
    assert reason.reason == "took too long"
    assert isinstance(view, DocView)


def test_a_slip_of_ours_in_a_batch_costs_one_page(monkeypatch):
    def failing(payload: str, **named: str) -> DocView:
        del named
        raise ValueError(payload)

    monkeypatch.setattr(assemble, "docview", failing)
    (reason,) = ViewTask((("x", "", ""),))()
    assert isinstance(reason, DocumentError)
    assert str(reason) == "fault of pagemill: ValueError: x"
