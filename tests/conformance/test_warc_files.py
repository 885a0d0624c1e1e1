"""Archives of other projects, good and broken, and the cases from users' reports."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.http import capture
from pagemill.archive.warc import CAPTURE_KINDS, Placed, records
from pagemill.model.capture import Damage, Record

pytestmark = pytest.mark.shared

# file -> record types, kinds of damage
EXPECTED = {
    "jwarc/gzip_extra_sl.warc.gz": ({"warcinfo": 1}, []),
    "resiliparse/block-sized-records.warc": ({"unknown": 3}, []),
    "resiliparse/block-sized-records.warc.gz": ({"unknown": 3}, []),
    "resiliparse/clueweb-quirk.warc.gz": ({"warcinfo": 1, "response": 29}, []),
    "resiliparse/warcfile.warc": (
        {"warcinfo": 1, "request": 17, "response": 16, "metadata": 16},
        [],
    ),
    "warcio/example-bad-non-chunked.warc.gz": (
        {"warcinfo": 2, "response": 1, "request": 2, "revisit": 1},
        [],
    ),
    "warcio/example-bad.warc.gz.bad": (
        {"warcinfo": 1, "response": 2, "request": 2, "revisit": 1},
        [],
    ),
    "warcio/example-iana.org-chunked.warc": (
        {"warcinfo": 1, "response": 1, "request": 1},
        [],
    ),
    "warcio/example-trunc.warc": ({"warcinfo": 2, "request": 1}, ["wrong length"]),
    "warcio/example-wget-bad-target-uri.warc.gz": (
        {"warcinfo": 1, "request": 1, "response": 1, "metadata": 1, "resource": 2},
        [],
    ),
    "warcio/example.warc": ({"warcinfo": 2, "response": 1, "request": 2, "revisit": 1}, []),
    "warcio/post-test.warc.gz": ({"response": 3, "request": 3}, []),
}


def read(path: Path) -> list[Placed]:
    with path.open("rb") as stream:
        return list(records(FileBytes(stream), path.name))


@pytest.mark.parametrize("name", EXPECTED)
def test_an_archive_of_another_project_is_read(shared: Path, name: str):
    kinds, damage = EXPECTED[name]
    places = read(shared / "data" / "conformance" / "warc" / name)
    found = [place.found for place in places]
    assert Counter(f.kind for f in found if isinstance(f, Record)) == kinds
    assert [f.kind for f in found if isinstance(f, Damage)] == damage
    for record in found:
        if isinstance(record, Record) and record.kind in CAPTURE_KINDS:
            capture(record)


@pytest.mark.parametrize("case", ["wrc-d01", "wrc-d02", "wrc-d03"])
def test_a_case_from_users_reports_holds(shared: Path, case: str):
    cases = shared / "data" / "cases"
    lines = (cases / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    [wanted] = [row for row in map(json.loads, lines) if row["id"] == case]
    found = [place.found for place in read(cases / wanted["input"])]
    check = wanted["check"]
    digests = [
        hashlib.sha1(capture(f).payload, usedforsecurity=False).hexdigest()
        for f in found
        if isinstance(f, Record)
    ]
    assert digests == check["payload_sha1"]
    damage = [f for f in found if isinstance(f, Damage)]
    assert len(damage) == check.get("errors_reported", len(damage))
    assert len(damage) >= check.get("errors_reported_at_least", 0)
    if "bad_offset" in check:
        assert check["bad_offset"] in [d.offset for d in damage]
