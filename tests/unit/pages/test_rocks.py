from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from pagemill.errors import SurroundingsError
from pagemill.pages.family import Family
from pagemill.pages.rocks import RocksStore
from pagemill.pages.store import Put


def everything(folder: Path) -> dict[tuple[Family, bytes], bytes]:
    store = RocksStore(folder)
    found = {
        (family, key): value
        for family in Family
        for key, value in store.scan(family, b"", b"\xff")
    }
    store.close()
    return found


def test_keys_are_kept_in_order_for_each_family(tmp_path: Path):
    store = RocksStore(tmp_path / "s")
    store.write([Put(Family.FETCH, key, key * 2) for key in (b"c", b"a", b"b")])
    store.write([Put(Family.ANCHOR, b"a", b"other")])
    assert list(store.scan(Family.FETCH, b"a", b"c")) == [(b"a", b"aa"), (b"b", b"bb")]
    assert store.get(Family.ANCHOR, b"a") == b"other"
    assert store.get(Family.CAPTURE, b"a") is None
    store.write([Put(Family.FETCH, b"a", None)])
    store.compact()
    assert [key for key, _ in store.scan(Family.FETCH, b"", b"z")] == [b"b", b"c"]
    store.close()


def test_of_a_table_that_cannot_be_opened_the_folder_is_said_once(tmp_path: Path):
    folder = tmp_path / "s"
    RocksStore(folder).close()
    named = (folder / "CURRENT").read_text().strip()
    (folder / named).unlink()
    with pytest.raises(SurroundingsError) as caught:
        RocksStore(folder)
    said = str(caught.value)
    assert named in said
    assert said.count(str(folder)) == 1


def test_what_was_written_is_there_again_and_may_be_read_beside_a_writer(tmp_path: Path):
    store = RocksStore(tmp_path / "s")
    store.write([Put(Family.FETCH, b"a", b"1")])
    reader = RocksStore(tmp_path / "s", reading=True)
    assert reader.get(Family.FETCH, b"a") == b"1"
    reader.close()
    with pytest.raises(SurroundingsError, match="table of pages failed"):
        RocksStore(tmp_path / "s")
    store.close()
    with pytest.raises(SurroundingsError, match="table of pages failed"):
        RocksStore(tmp_path / "none", reading=True)
    assert everything(tmp_path / "s") == {(Family.FETCH, b"a"): b"1"}


def test_compaction_drops_what_was_overwritten_and_values_are_compressed(tmp_path: Path):
    store = RocksStore(tmp_path / "s")
    for number in range(6):
        value = b"http://example.org/a/long/path/%d " % number * 40
        store.write([Put(Family.CAPTURE, b"%04d" % key, value) for key in range(400)])
        store.flush()
    before = sum(path.stat().st_size for path in (tmp_path / "s").glob("*.sst"))
    store.compact()
    assert len(list(store.scan(Family.CAPTURE, b"", b"z"))) == 400
    store.close()
    after = sum(path.stat().st_size for path in (tmp_path / "s").glob("*.sst"))
    assert after < before / 2
    assert after < 400 * len(value) / 10


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_log_cut_at_any_byte_opens_to_whole_writes_and_none_behind_the_cut(
    tmp_path: Path, step: int
):
    live = tmp_path / "live"
    store = RocksStore(live)
    states: list[dict[tuple[Family, bytes], bytes]] = [{}]
    sizes = [0]
    for number in range(6):
        puts = [
            Put(family, b"row-%d" % (number % 4), b"%d " % number * (number * 7 + 1))
            for family in (Family.CAPTURE, Family.FETCH, Family.ANCHOR)
        ]
        store.write(puts)
        states.append({**states[-1], **{(p.family, p.key): p.value or b"" for p in puts}})
        [log] = live.glob("*.log")
        sizes.append(log.stat().st_size)
    whole = tmp_path / "whole"
    shutil.copytree(live, whole)  # as a kill would leave it
    store.close()
    [log] = whole.glob("*.log")
    data = log.read_bytes()
    for cut in range(0, len(data) + 1, step):
        shutil.rmtree(tmp_path / "cut", ignore_errors=True)
        shutil.copytree(whole, tmp_path / "cut")
        (tmp_path / "cut" / log.name).write_bytes(data[:cut])
        number = max(n for n, size in enumerate(sizes) if size <= cut)
        assert everything(tmp_path / "cut") == states[number], cut


def test_a_folder_that_forbids_writing_is_read_and_left_as_it_is(tmp_path, monkeypatch):
    with contextlib.closing(RocksStore(tmp_path / "a")) as store:
        store.write([Put(Family.CAPTURE, b"k", b"v")])
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()}
    monkeypatch.setattr(os, "access", lambda *_: False)  # what tests run as may write anywhere
    with contextlib.closing(RocksStore(tmp_path / "a", reading=True)) as store:
        links = Path(store._links.name)
        assert links.is_dir()
        assert store.get(Family.CAPTURE, b"k") == b"v"
    assert not links.exists()
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "a").iterdir()} == before
