import errno
import json

import pytest

from pagemill.collection.durable import naming, replace_json


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
