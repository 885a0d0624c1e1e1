from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pagemill.text import unpacked
from pagemill.text.unpacked import identifier

TEXTS = (
    "das ist ein kleines Haus",
    "Dette er et hus",
    "c'est une maison",
    "",
    "這是一個房子",
    "a b",
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    """Return a cache folder with a kept model."""
    folder: Path = tmp_path_factory.mktemp("cache")
    identifier(folder)
    return folder


def kept_in(folder: Path) -> Path:
    (kept,) = folder.iterdir()
    return kept


def is_mapped(found: object) -> bool:
    return isinstance(found.tk_nextmove, memoryview)  # type: ignore[attr-defined]


def test_a_mapped_model_says_the_same(cache, tmp_path):
    fresh, mapped = identifier(tmp_path / "absent"), identifier(cache)
    assert is_mapped(mapped)
    assert not is_mapped(fresh)
    for text in TEXTS:
        assert mapped.rank(text) == fresh.rank(text)


@pytest.mark.parametrize("name", ["weights.npy", "moves.npy", "rows.npy", "classes.json"])
@pytest.mark.parametrize("content", [b"", b"[]", None], ids=["empty", "wrong", "absent"])
def test_a_damaged_one_is_none(cache, name, content, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(kept_in(cache), copy, copy_function=os.link)
    (copy / name).unlink()
    if content is not None:
        (copy / name).write_bytes(content)
    assert unpacked._mapped(copy) is None


def test_it_takes_the_place_of_older_and_damaged_ones(cache, tmp_path):
    (tmp_path / "languages-of-old").mkdir()
    kept = tmp_path / kept_in(cache).name
    kept.mkdir()
    identifier(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [kept.name]
    assert is_mapped(identifier(tmp_path))


def test_the_cache_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert unpacked._cache() == tmp_path / "x/pagemill"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert unpacked._cache() == tmp_path / ".cache/pagemill"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert unpacked._cache() is None
