"""Files are found by those alone who might read them where they lie."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pagemill.api import Collection
from pagemill.collection.layout import Layout
from pagemill.errors import ConfigError
from pagemill.model.files.rights import Account
from pagemill.sharing.file_access import account, hidden_files

USERS = """[users]
ann = "site:x.example -type:nothing"
bob = "-site:nowhere.example"
eve = "-site:nowhere.example"
[accounts]
bob = "54321:9"
"""


def told(folder: Path, name: str, mode: int) -> Path:
    file = folder / name
    words = " ".join(f"{name.partition('.')[0]}detail{number}" for number in range(40))
    file.write_text(f"The harbour in {name}. {words}")
    file.chmod(mode)
    return file


@pytest.fixture
def place() -> Iterator[Path]:
    """Return a folder that everybody may pass through; those of tests are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name).resolve()
        path.chmod(0o755)
        if not all(one.stat().st_mode & 1 for one in (path, *path.parents)):
            pytest.skip("the folder for temporary files is closed to others")
        yield path


@pytest.fixture
def collection(place: Path) -> Collection:
    folder = place / "documents"
    closed = folder / "closed"
    closed.mkdir(parents=True)
    told(folder, "open.txt", 0o644)
    told(folder, "own.txt", 0o600)
    told(closed, "inside.txt", 0o644)
    closed.chmod(0o700)
    collection = Collection.create(place / "c")
    collection.crawl([folder.as_uri() + "/"])
    collection.build(workers=1)
    (collection.root / "access.toml").write_text(USERS)
    return collection


def found(collection: Collection, user: str) -> set[str]:
    answer = collection.seen_by(user).search("harbour")
    assert answer.total == len(answer.hits)
    return {hit.url.rpartition("/")[2] for hit in answer.hits}


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights of POSIX")
def test_who_may_not_read_a_file_neither_finds_nor_counts_it(collection: Collection) -> None:
    everything = {"open.txt", "own.txt", "inside.txt"}
    assert found(collection, "") == everything
    assert found(collection, "bob") == {"open.txt"}
    assert found(collection, "eve") == {"open.txt"}  # nobody known: what everybody may read
    names = {url.rpartition("/")[2] for url in hidden_files(Layout(collection.root), "bob")}
    assert names == {"own.txt", "inside.txt", ""}  # and the listing of the closed folder
    if os.getuid():
        own = f'bob = "{os.getuid()}:{os.getgid()}"'
        access = collection.root / "access.toml"
        access.write_text(USERS.replace('bob = "54321:9"', own))
        assert found(collection, "bob") == everything
    assert found(collection, "ann") == set()  # her filters allow none


def test_rights_that_changed_count_from_the_next_visit_on(
    collection: Collection, place: Path
) -> None:
    (place / "documents" / "open.txt").chmod(0o600)
    (place / "documents" / "own.txt").chmod(0o644)
    report = collection.crawl(refresh=True)
    assert report.outcomes == {"unchanged": 5}
    collection.build(workers=1)
    assert found(collection, "bob") == {"own.txt"}


def test_an_account_is_numbers_or_a_name(tmp_path: Path) -> None:
    access = tmp_path / "access.toml"
    assert account(access, "ann") is None
    access.write_text('[accounts]\nann = "1000:100,27"\nbob = "no such account"\nroot = "root"')
    assert account(access, "ann") == Account(1000, frozenset((100, 27)))
    assert account(access, "eve") is None
    with pytest.raises(ConfigError, match="bob"):
        account(access, "bob")
    if hasattr(os, "getgrouplist"):
        known = account(access, "root")
        assert known is not None
        assert known.user == 0
    access.write_text("[accounts")
    with pytest.raises(ConfigError, match="accounts"):
        account(access, "ann")
