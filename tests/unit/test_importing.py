from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from material import smallweb, warcs
from pagemill.api import Collection
from pagemill.archive import store
from pagemill.archive.params import ArchiveParams
from pagemill.collection import manifest
from pagemill.collection.forgotten import Forgotten, write
from pagemill.collection.layout import Layout
from pagemill.errors import UsageError
from pagemill.importing import ImportOrder, import_sources
from pagemill.model.progress import Event
from pagemill.model.report import ImportReport

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(Collection.create(tmp_path / "c").root)


def source(path: Path, count: int = 5, host: str = "a.example") -> Path:
    records = [
        smallweb.Page(
            url=f"http://{host}/{number}",
            payload=b"<p>page %d</p>" % number,
            date="2026-03-01T00:00:00Z",
        ).warc_record()
        for number in range(count)
    ]
    return warcs.write(path, records)


def take(layout: Layout, *paths: Path, events: list[Event] | None = None) -> ImportReport:
    order = ImportOrder(sources=paths, mirror=False, params=ArchiveParams())
    told: list[Event] = [] if events is None else events
    return import_sources(layout, order, progress=told.append, now=lambda: AT)


def test_an_import_reports_and_records_what_it_took(layout, tmp_path):
    events: list[Event] = []
    report = take(layout, source(tmp_path / "a.warc.gz"), events=events)
    assert (report.captures, report.stored, report.is_clean) == (5, 5, True)
    (record,) = manifest.records(layout)
    assert (record.stage, record.rows_in, record.rows_out) == ("import", 5, 5)
    assert record.params["max_record_bytes"] == ArchiveParams().max_record_bytes
    assert record.params["compression"] == ArchiveParams().compression
    assert (events[0].done, events[-1].done, events[-1].total) == (0, 5, 5)


def test_the_same_import_again_stores_nothing_and_has_a_record_of_its_own(layout, tmp_path):
    path = source(tmp_path / "a.warc.gz")
    take(layout, path)
    again = take(layout, path)
    assert (again.stored, again.rejects) == (0, {"already stored": 5})
    assert len(manifest.records(layout)) == 2
    assert len(list(store.captures(layout.archive))) == 5


def test_an_import_that_was_ended_goes_on_with_the_same_accounts(layout, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "FILE_RECORDS", 2)
    appender = store.Appender
    monkeypatch.setattr(
        store, "Appender", lambda folder, **options: appender(folder, max_records=2, **options)
    )
    path = source(tmp_path / "a.warc.gz", 9)

    def stop(event: Event) -> None:
        if event.done:
            raise KeyboardInterrupt

    monkeypatch.setattr("pagemill.importing._EVERY", 5)
    order = ImportOrder(sources=(path,), mirror=False, params=ArchiveParams())
    with pytest.raises(KeyboardInterrupt):
        import_sources(layout, order, progress=stop, now=lambda: AT)
    assert len(list(store.captures(layout.archive))) == 4
    assert manifest.records(layout) == []
    report = take(layout, path)
    assert (report.captures, report.stored, report.rejects) == (9, 9, {})
    assert len(manifest.records(layout)) == 1


def test_a_changed_source_is_another_import(layout, tmp_path):
    take(layout, source(tmp_path / "a.warc.gz"))
    report = take(layout, source(tmp_path / "a.warc.gz", 7))
    assert (report.captures, report.stored) == (7, 2)


def test_one_source_that_cannot_be_read_does_not_keep_the_others_out(layout, tmp_path):
    report = take(layout, tmp_path / "none", source(tmp_path / "a.warc.gz"))
    assert (report.stored, report.rejects) == (5, {"unusable source": 1})
    (damage,) = report.damage
    assert damage.offset == -1
    assert damage.file == str(tmp_path / "none")
    assert not report.is_clean


def test_no_source_that_can_be_read_is_an_error(layout, tmp_path):
    with pytest.raises(UsageError):
        take(layout, tmp_path / "none")
    assert manifest.records(layout) == []


def test_an_input_that_is_damaged_is_told_alone_as_beside_others(layout, tmp_path):
    (tmp_path / "empty.warc.gz").touch()
    report = take(layout, tmp_path / "empty.warc.gz")
    assert (report.stored, report.rejects) == (0, {"unusable source": 1})
    (damage,) = report.damage
    assert damage.kind == "an empty file; fetch it again"
    assert not report.is_clean


def test_a_slip_beside_damage_alone_is_an_error(layout, tmp_path):
    (tmp_path / "empty.warc.gz").touch()
    with pytest.raises(UsageError, match="none: no such file"):
        take(layout, tmp_path / "empty.warc.gz", tmp_path / "none")


def test_what_was_forgotten_does_not_come_back(layout, tmp_path):
    write(layout.forgotten, [Forgotten(what="b.example", at="2026-01-01T00:00:00Z")])
    report = take(
        layout, source(tmp_path / "a.warc.gz"), source(tmp_path / "b.warc", host="b.example")
    )
    assert (report.stored, report.rejects) == (5, {"forgotten": 5})


@pytest.mark.parametrize("where", ["source", "base"])
def test_an_address_with_a_password_is_refused_without_repeating_it(layout, tmp_path, where):
    address = "https://bob:pwX@127.0.0.1:1/index"
    order = ImportOrder(
        sources=(source(tmp_path / "a.warc.gz"), *([address] if where == "source" else [])),
        mirror=False,
        params=ArchiveParams(),
        base=address if where == "base" else "",
    )
    with pytest.raises(UsageError, match="user name or password") as refused:
        import_sources(layout, order, progress=lambda _: None, now=lambda: AT)
    assert "pwX" not in str(refused.value)
    assert "127.0.0.1" in str(refused.value)
    assert manifest.records(layout) == []
