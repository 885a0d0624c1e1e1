from __future__ import annotations

import errno
import json

import pytest

from pagemill.collection.durable import naming, rename_folder, replace_json, replace_text


def test_a_file_is_replaced_and_no_scratch_is_left(tmp_path):
    path = tmp_path / "x.json"
    replace_text(path, "old")
    replace_text(path, "néw\n")
    assert path.read_bytes() == "néw\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file_alone(tmp_path):
    path = tmp_path / "x.txt"
    replace_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        replace_text(path, "\ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_keys_of_json_stand_in_order(tmp_path):
    replace_json(tmp_path / "x", {"b": 1, "a": {"d": "ü", "c": None}})
    text = (tmp_path / "x").read_text(encoding="utf-8")
    assert json.loads(text) == {"a": {"c": None, "d": "ü"}, "b": 1}
    assert text.index('"a"') < text.index('"b"')
    assert "ü" in text


@pytest.mark.parametrize("has_old", [True, False])
def test_a_folder_takes_the_place_of_what_had_its_name(tmp_path, has_old):
    target, scratch = tmp_path / "home" / "run", tmp_path / "run.tmp"
    scratch.mkdir()
    (scratch / "new").touch()
    if has_old:
        target.mkdir(parents=True)
        (target / "old").touch()
    rename_folder(scratch, target)
    assert [path.name for path in target.iterdir()] == ["new"]
    assert not scratch.exists()


def test_a_disk_error_without_a_name_gets_one(tmp_path):
    with pytest.raises(OSError, match="No space left") as caught, naming(tmp_path / "part"):
        raise OSError(errno.ENOSPC, "Error writing bytes to file. Detail: many words")
    assert caught.value.filename == str(tmp_path / "part")


def test_a_disk_error_that_names_its_file_keeps_the_name(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, naming(tmp_path / "other"):
        (tmp_path / "none").read_bytes()
    assert caught.value.filename == str(tmp_path / "none")


def test_names_that_are_no_text_are_kept_in_json(tmp_path):
    name = b"\xff.html".decode(errors="surrogateescape")
    replace_json(tmp_path / "record.json", {"source": name, "title": "面包"})
    text = (tmp_path / "record.json").read_text(encoding="utf-8")
    assert "面包" in text
    assert json.loads(text)["source"] == name
