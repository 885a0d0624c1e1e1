from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pagemill.errors import CollectionError, SurroundingsError
from pagemill.pages import ownership
from pagemill.pages.family import Family
from pagemill.pages.ownership import FencedError, Owner, Ownership, live_folder, owner
from pagemill.pages.rocks import RocksStore
from pagemill.pages.store import Put


def test_every_owner_has_a_higher_epoch_and_all_that_was_there(tmp_path: Path):
    for epoch in range(1, 5):
        rights = Ownership(tmp_path / "t", f"server-{epoch}")
        assert rights.mine == owner(tmp_path / "t") == Owner(epoch, f"server-{epoch}")
        store = RocksStore(rights.place)
        store.write([Put(Family.FETCH, b"%d" % epoch, b"x")])
        if epoch % 2:
            store.flush()
        rights.check()
        assert [key for key, _ in store.scan(Family.FETCH, b"", b"z")] == [
            b"%d" % number for number in range(1, epoch + 1)
        ]
        store.close()
        rights.leave()
    assert len(list((tmp_path / "t").glob("epoch-*"))) == 1


def test_a_living_owner_keeps_others_of_its_machine_out(tmp_path: Path):
    rights = Ownership(tmp_path / "t", "first")
    with pytest.raises(SurroundingsError, match="first has this tablet"):
        Ownership(tmp_path / "t", "second")
    assert owner(tmp_path / "t").server == "first"
    rights.leave()
    Ownership(tmp_path / "t", "second").leave()


def test_an_owner_thought_dead_is_told_after_its_write(tmp_path: Path, monkeypatch):
    slow = Ownership(tmp_path / "t", "slow")
    store = RocksStore(slow.place)
    store.write([Put(Family.FETCH, b"a", b"promised")])
    slow.check()
    # On another machine the lock of this one may not be seen.
    monkeypatch.setattr(ownership.fcntl, "flock", lambda *_: None)
    other = Ownership(tmp_path / "t", "other")
    store.write([Put(Family.FETCH, b"b", b"too late")])
    with pytest.raises(FencedError, match="other took this tablet over"):
        slow.check()
    newer = RocksStore(other.place)
    assert newer.get(Family.FETCH, b"a") == b"promised"
    assert newer.get(Family.FETCH, b"b") is None
    newer.close()
    store.close()
    other.leave()
    slow.leave()


@pytest.mark.parametrize("stage", ["named", "half carried"])
def test_a_kill_while_taking_over_loses_nothing(tmp_path: Path, stage: str):
    rights = Ownership(tmp_path / "t", "first")
    store = RocksStore(rights.place)
    store.write([Put(Family.FETCH, b"a", b"1")])
    store.close()
    rights.leave()
    before = live_folder(tmp_path / "t")
    ownership.replace_json(tmp_path / "t" / "OWNER.json", {"epoch": 2, "server": "killed"})
    if stage == "half carried":
        (tmp_path / "t" / ".epoch-00000002.tmp").mkdir()
        (tmp_path / "t" / ".epoch-00000002.tmp" / "CURRENT").write_bytes(b"half")
    assert live_folder(tmp_path / "t") == before
    rights = Ownership(tmp_path / "t", "third")
    assert rights.mine.epoch == 3
    assert not list((tmp_path / "t").glob("*.tmp")), "what the killed one half made is left"
    store = RocksStore(rights.place)
    assert store.get(Family.FETCH, b"a") == b"1"
    store.close()
    rights.leave()


def test_sorted_files_are_linked_not_copied(tmp_path: Path):
    rights = Ownership(tmp_path / "t", "first")
    store = RocksStore(rights.place)
    store.write([Put(Family.FETCH, b"a", b"1")])
    store.flush()
    numbers = {path.name: path.stat().st_ino for path in rights.place.glob("*.sst")}
    store.close()
    rights.leave()
    rights = Ownership(tmp_path / "t", "second")
    assert numbers
    for name, number in numbers.items():
        assert (rights.place / name).stat().st_ino == number
    rights.leave()


def test_a_damaged_owner_file_is_told(tmp_path: Path):
    (tmp_path / "OWNER.json").write_text("[]")
    with pytest.raises(CollectionError, match="delete the folder"):
        owner(tmp_path)
    shutil.rmtree(tmp_path)
    assert owner(tmp_path) == Owner(0, "")
