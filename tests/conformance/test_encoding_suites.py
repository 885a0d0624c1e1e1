"""html5lib's prescan cases and a set of files in forty encodings."""

import base64
import gzip
import json

import pytest

from pagemill.html.encoding import PRESCAN_BYTES, decoded, label_name, late, prescanned
from pagemill.html.legacy_decode import _STEPS, _by_steps, read
from pagemill.html.legacy_encode import encoded

FOLDER = "data/conformance/encoding"
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
    cases = _lines(shared / FOLDER / "html5lib_prescan.jsonl")
    right = sum(
        _found(base64.b64decode(case["data_b64"])) == case["encoding"].lower() for case in cases
    )
    assert right / len(cases) >= PRESCAN_FLOOR


def _expected(payload, encoding):
    name = label_name(encoding.replace("_", "-")) or label_name(encoding)
    if encoding.startswith("utf") or name in ("", "replacement"):
        return payload.decode(encoding, "replace").lstrip("\ufeff")
    return read(payload, name)


@pytest.mark.shared
def test_undeclared_files_are_read_as_their_folder_says(shared):
    folder = shared / FOLDER
    cases = _lines(folder / "char_dataset_index.jsonl")
    right = 0
    for case in cases:
        payload = gzip.decompress(
            (folder / "char_dataset" / (case["path"] + ".gz")).read_bytes()
        )
        right += decoded(payload)[0] == _expected(payload, case["encoding"])
    assert right / len(cases) >= DETECTION_FLOOR


DOUBLE_BYTE = {
    "big5": "big5",
    "euc_kr": "euc-kr",
    "gb18030": "gb18030",
    "shift_jis": "shift_jis",
    "jis0208": "euc-jp",
    "jis0212": "euc-jp",
    "iso_2022_jp": "iso-2022-jp",
}


def _table(shared, name):
    """Lines of a generated table without the four that say where it is from."""
    path = shared / FOLDER / "encoding_rs" / f"{name}.txt.gz"
    return gzip.decompress(path.read_bytes()).split(b"\n")[4:]


@pytest.mark.shared
@pytest.mark.parametrize("table", DOUBLE_BYTE)
def test_every_double_byte_sequence_is_read_as_the_standard_reads_it(shared, table):
    name = DOUBLE_BYTE[table]
    given, wanted = _table(shared, f"{table}_in"), _table(shared, f"{table}_in_ref")
    assert [read(line, name) for line in given] == [line.decode() for line in wanted]
    whole = b"\n".join(wanted).decode()
    assert read(b"\n".join(given), name) == whole
    if name in _STEPS:
        assert _by_steps(b"\n".join(given), _STEPS[name]) == whole


@pytest.mark.shared
@pytest.mark.parametrize("table", [table for table in DOUBLE_BYTE if table != "jis0212"])
def test_every_character_is_written_as_the_standard_writes_it(shared, table):
    name = DOUBLE_BYTE[table]
    for given, wanted in zip(
        _table(shared, f"{table}_out"), _table(shared, f"{table}_out_ref"), strict=True
    ):
        found = [
            f"&#{ord(piece)};".encode() if isinstance(piece, str) else piece
            for piece in encoded(given.decode(), name)
        ]
        assert b"".join(found) == wanted
