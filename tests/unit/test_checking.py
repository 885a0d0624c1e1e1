from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import pagemill
from pagemill.errors import CollectionError, UsageError


@pytest.fixture
def copy(built, tmp_path: Path) -> Path:
    shutil.copytree(built.root, tmp_path / "copy")
    return tmp_path / "copy"


def test_a_sound_collection_is_clean(copy: Path):
    report = pagemill.check(copy)
    assert report.is_clean
    assert report.files[0].digests == 9 or report.files[0].digests > 3
    assert {Path(one.file).parent.parent.name for one in report.files[1:]} >= {
        "captures",
        "docviews",
        "clusters",
    }


def test_damage_in_archive_index_and_tables_is_told(copy: Path):
    [warc] = (copy / "archive").glob("*.warc.gz")
    data = bytearray(warc.read_bytes())
    data[-40] ^= 255
    warc.write_bytes(data)
    [part] = (copy / "tables" / "docviews").rglob("*.parquet")
    part.write_bytes(part.read_bytes()[:-30])
    report = pagemill.check([copy])
    kinds = [(Path(one.file).name, one.offset) for one in report.damage]
    assert any(name == warc.name and offset > 0 for name, offset in kinds)
    assert any(offset == -1 for _, offset in kinds)
    assert not report.is_clean
    index = warc.with_name("00000.cdxj")
    index.write_text(index.read_text().replace('"offset": "', '"offset": "9'))
    assert "not what the index says" in {one.kind for one in pagemill.check(copy).damage}
    index.write_text("no line\n")
    assert any("cannot be read" in one.kind for one in pagemill.check(copy).damage)
    index.unlink()
    assert any("is missing" in one.kind for one in pagemill.check(copy).damage)


def test_captures_that_the_index_lost_are_told(copy: Path):
    index = copy / "archive" / "00000.cdxj"
    meta, *lines = index.read_text().splitlines(keepends=True)
    index.write_text(meta + "".join(lines[:-1]))
    assert any("cut short" in one.kind for one in pagemill.check(copy).damage)
    # An index of the first release does not say how long it is.
    index.write_text("".join(lines[:-1]))
    assert [one.kind for one in pagemill.check(copy).damage] == ["not in the index"]


@pytest.mark.parametrize("what", ["meta.json", "*.term"])
def test_a_damaged_search_index_is_told(copy: Path, what: str):
    [path] = (copy / "index").glob(f"*/{what}")
    path.unlink()
    if what == "meta.json":
        path.write_bytes(b"\x00garbage")
    [damage] = pagemill.check(copy).damage
    assert "pagemill build" in damage.kind


@pytest.mark.parametrize("name", ["sketches", "candidates", "verified", "pairs"])
def test_a_damaged_table_on_the_way_to_clusters_is_told(copy: Path, name: str):
    [part] = (copy / "tables" / name).rglob("*.parquet")
    data = bytearray(part.read_bytes())
    data[4:12] = bytes(byte ^ 255 for byte in data[4:12])
    part.write_bytes(data)
    assert any(name in one.file for one in pagemill.check(copy).damage)


def test_a_damaged_table_of_rejects_is_told(copy: Path):
    tables = list((copy / "tables" / "rejects").rglob("*.parquet"))
    for part in tables:
        sound = part.read_bytes()
        part.write_bytes(sound[: len(sound) // 2])
        [damage] = pagemill.check(copy).damage
        assert part.name in damage.kind
        assert "rejects" in damage.file
        part.write_bytes(sound)
    assert tables
    assert pagemill.check(copy).is_clean


def test_a_damaged_store_for_lookups_is_told(copy: Path):
    pagemill.Collection.open(copy).near("anything")
    assert pagemill.check(copy).is_clean
    [keys] = (copy / "lookup").rglob("band_keys.npy")
    sound = keys.read_bytes()
    keys.write_bytes(sound[:-8])
    [damage] = pagemill.check(copy).damage
    assert "delete this folder" in damage.kind
    keys.write_bytes(sound[:-8] + bytes(8))
    [damage] = pagemill.check(copy).damage
    assert "keys are not in order" in damage.kind
    rows = keys.with_name("band_rows.npy")
    keys.write_bytes(sound)
    rows.write_bytes(rows.read_bytes()[:-1] + b"\xff")
    [damage] = pagemill.check(copy).damage
    assert "row " in damage.kind
    rows.unlink()
    assert len(pagemill.check(copy).damage) == 1


@pytest.mark.parametrize(
    "name",
    ["pages", "ids", "minima", "band_keys", "band_rows", "shingle_keys", "shingle_rows"],
)
def test_any_byte_of_the_store_for_lookups_counts(copy: Path, name: str):
    pagemill.Collection.open(copy).near("anything")
    [path] = (copy / "lookup").rglob(f"{name}.npy")
    sound = path.read_bytes()
    for place in range(0, len(sound), 1 + len(sound) // 20):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        [damage] = pagemill.check(copy).damage
        assert "delete this folder" in damage.kind
    path.write_bytes(sound)
    assert pagemill.check(copy).is_clean
    checksums = path.with_name("CHECKSUMS.json")
    checksums.write_text("[]")
    assert len(pagemill.check(copy).damage) == 1
    checksums.unlink()  # as in a store made before there were any
    assert pagemill.check(copy).is_clean


def test_what_is_neither_archive_nor_collection_is_refused(tmp_path: Path):
    with pytest.raises(CollectionError, match="no collection"):
        pagemill.check(tmp_path)
    with pytest.raises(UsageError, match="no such file"):
        pagemill.check(tmp_path / "none")
