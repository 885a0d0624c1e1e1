from __future__ import annotations

import gc
import hashlib
import json
import random
import resource
import sys
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from wacz.validate import Validation

from pagemill.archive.sources.detect import open_source
from pagemill.archive.verify import verified
from pagemill.archive.wacz import Page, WaczWriter
from pagemill.model.capture import Record

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def record(name: str) -> Record:
    return Record(
        url=f"http://example.org/{name}",
        fetched_at=AT,
        kind="response",
        record_id=f"<urn:x:{name}>",
        content_type="application/http; msgtype=response",
        block=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + name.encode(),
    )


def write(path: Path, names: str = "ab") -> Path:
    with WaczWriter(path, "title") as writer:
        for name in names:
            writer.add(record(name))
        writer.close(Page(record(n).url, AT, f"Title {n}", f"Text of {n}") for n in names)
    return path


def test_a_wacz_holds_archive_index_pages_text_and_digests(tmp_path: Path):
    path = write(tmp_path / "a.wacz")
    assert [item.found.url for item in open_source(path).read()] == [
        "http://example.org/a",
        "http://example.org/b",
    ]
    assert verified(path).damage == []
    with zipfile.ZipFile(path) as bundle:
        assert {info.compress_type for info in bundle.infolist()} == {zipfile.ZIP_STORED}
        lines = bundle.read("pages/pages.jsonl").decode().splitlines()
        assert [json.loads(line).get("text") for line in lines] == [
            None,
            "Text of a",
            "Text of b",
        ]
        package = bundle.read("datapackage.json")
        bound = json.loads(bundle.read("datapackage-digest.json"))
        assert bound["hash"] == f"sha256:{hashlib.sha256(package).hexdigest()}"
        assert b"cdxj-gzip-1.0" in bundle.read("indexes/index.idx")
    assert path.read_bytes() == write(tmp_path / "b.wacz").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.wacz", "b.wacz"]


# The validator leaves files open and warns of its own dependencies.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("names", ["", "ab"])
def test_the_validator_of_webrecorder_accepts_it(tmp_path: Path, names: str):
    found = Validation(str(write(tmp_path / "a.wacz", names)))
    assert found.version == "1.1.1"
    assert found.frictionless_validate()
    assert found.check_required_contents() == 0
    assert found.check_file_paths()
    assert found.check_file_hashes()
    assert found.check_compression()
    assert found.check_indexes()
    assert found.check_data_package_hash_and_sig()
    found.dir.cleanup()


def test_a_writer_that_fails_leaves_no_scratch_file(tmp_path: Path):
    with WaczWriter(tmp_path / "a.wacz", "title") as writer:
        writer.add(record("a"))
    assert [p.name for p in tmp_path.iterdir()] == ["a.wacz"]


def write_pages(path: Path, pages: list[Record]) -> None:
    with WaczWriter(path, "title") as writer:
        for page in pages:
            writer.add(page)


def test_a_full_disk_leaves_no_part_and_is_told_once(tmp_path, monkeypatch):
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    noise = random.Random(1).randbytes(3_000)
    page = replace(record("page"), block=record("page").block + noise)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_pages(tmp_path / "a", [page] * 9)  # more than the buffer of a file takes
        gc.collect()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert told == []
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
