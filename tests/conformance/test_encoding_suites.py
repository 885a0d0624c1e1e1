"""html5lib's prescan cases and a set of files in forty encodings."""

import base64
import gzip
import json

import pytest

from pagemill.html.encoding import PRESCAN_BYTES, decoded, label_name, late, prescanned
from pagemill.html.encoding_labels import CODECS

PRESCAN_FLOOR = 1.0
DETECTION_FLOOR = 0.99


def _lines(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _found(payload):
    _, guess = decoded(payload)
    if guess.evidence == "bom":
        return guess.name
    name, _ = prescanned(payload[:PRESCAN_BYTES])
    return name or late(payload) or "windows-1252"


@pytest.mark.shared
def test_the_prescan_finds_what_html5lib_expects(shared):
    cases = _lines(shared / "data/conformance/encoding/html5lib_prescan.jsonl")
    right = sum(
        _found(base64.b64decode(case["data_b64"])) == case["encoding"].lower() for case in cases
    )
    assert right / len(cases) >= PRESCAN_FLOOR


def _expected(payload, encoding):
    name = label_name(encoding.replace("_", "-")) or label_name(encoding)
    if encoding.startswith("utf") or name in ("", "replacement"):
        return payload.decode(encoding, "replace").lstrip("\ufeff")
    return payload.decode(CODECS.get(name, name), "pagemill-undefined-byte")


@pytest.mark.shared
def test_undeclared_files_are_read_as_their_folder_says(shared):
    folder = shared / "data/conformance/encoding"
    cases = _lines(folder / "char_dataset_index.jsonl")
    right = 0
    for case in cases:
        payload = gzip.decompress(
            (folder / "char_dataset" / (case["path"] + ".gz")).read_bytes()
        )
        right += decoded(payload)[0] == _expected(payload, case["encoding"])
    assert right / len(cases) >= DETECTION_FLOOR
