from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagemill.collection import kept

ARRAYS = {"numbers": np.arange(9, dtype=np.uint64), "none": np.zeros((0, 3))}


def test_arrays_come_back_as_they_were_written(tmp_path: Path):
    path = tmp_path / "folder" / "x.npz"
    kept.write(path, "version 1", ARRAYS)
    found = kept.read(path, "version 1")
    assert found is not None
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array)
    assert [one.name for one in path.parent.iterdir()] == ["x.npz"]


def test_what_was_made_for_something_else_is_none(tmp_path: Path):
    path = tmp_path / "x.npz"
    assert kept.read(path, "version 1") is None
    kept.write(path, "version 1", ARRAYS)
    assert kept.read(path, "version 2") is None


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9])
def test_a_damaged_file_is_none(tmp_path: Path, share: float):
    path = tmp_path / "x.npz"
    kept.write(path, "version 1", {"numbers": np.arange(2000, dtype=np.uint64)})
    whole = path.read_bytes()
    place = int(len(whole) * share)
    path.write_bytes(whole[:place])
    assert kept.read(path, "version 1") is None
    changed = bytearray(whole)
    changed[place] ^= 255
    path.write_bytes(changed)
    assert kept.read(path, "version 1") is None


@pytest.mark.parametrize("texts", [[], [""], ["", ""], ["a", "\u6f22\u5b57", "\ud800"]])
def test_texts_come_back(texts: list[str]):
    assert kept.texts(kept.written(texts), len(texts)) == texts


def test_texts_of_another_number_are_refused():
    with pytest.raises(ValueError, match="2 texts, not 3"):
        kept.texts(kept.written(["a", "b"]), 3)
