"""Reading a collection as a stranger would: JSON, Arrow and bytes, without pagemill."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from material import warcs

POINTERS = ("warc_file", "warc_offset", "warc_length")
TIMES = ("started_at", "took_s")


def live(root: Path) -> dict[str, str]:
    """Return table name -> live run."""
    tables: dict[str, str] = json.loads((root / "CURRENT.json").read_text())["tables"]
    return tables


def part_files(root: Path) -> dict[str, Path]:
    """Return ``table/part name`` -> file, for every live table."""
    found = {
        f"{table}/{part.name}": part
        for table, run in live(root).items()
        for part in sorted((root / "tables" / table / run).glob("*.parquet"))
    }
    assert found, f"{root}: no live table"
    return found


def part_bytes(root: Path) -> dict[str, bytes]:
    """Return ``table/part name`` -> bytes, for every live table."""
    return {name: path.read_bytes() for name, path in part_files(root).items()}


def all_part_bytes(root: Path) -> dict[str, bytes]:
    """Return path -> bytes of everything under ``tables/``, rejects too."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted((root / "tables").rglob("*.parquet"))
    }


def rows(root: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a live table in their stored order."""
    files = sorted((root / "tables" / table / live(root)[table]).glob("*.parquet"))
    return [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]


def count(root: Path, table: str, run: str) -> int:
    """Return the number of rows of one run of a table."""
    files = (root / "tables" / table / run).glob("*.parquet")
    return sum(pq.ParquetFile(file).metadata.num_rows for file in files)


def different_parts(left: Path, right: Path, *, pointers: bool = True) -> list[str]:
    """Name the live parts that differ; without ``pointers`` those columns may.

    Part files are compared by their bytes; ``captures`` by schema and values of the remaining
    columns where the pointers are left out.
    """
    ours, theirs = part_files(left), part_files(right)
    differing = sorted(ours.keys() ^ theirs.keys())
    for name in sorted(ours.keys() & theirs.keys()):
        if ours[name].read_bytes() == theirs[name].read_bytes():
            continue
        if not pointers and name.startswith("captures/"):
            tables = [pq.ParquetFile(side[name]).read() for side in (ours, theirs)]
            kept = [table.drop_columns(list(POINTERS)) for table in tables]
            if kept[0].schema == kept[1].schema and kept[0].equals(kept[1]):
                continue
        differing.append(name)
    return differing


def run_records(root: Path) -> dict[str, dict[str, Any]]:
    """Return run -> record without its times, for every record in the folder."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((root / "runs").glob("*.json")):
        record = json.loads(path.read_text())
        found[path.stem] = {key: value for key, value in record.items() if key not in TIMES}
    return found


def live_records(root: Path) -> list[dict[str, Any]]:
    """Return the records of the live runs, each once."""
    runs = set(live(root).values())
    return [record for run, record in run_records(root).items() if run in runs]


def reject_counts(root: Path, stage: str, run: str) -> Counter[str]:
    """Return reason -> rows of the rejects table of one run."""
    files = sorted((root / "tables" / "rejects" / stage / run).glob("*.parquet"))
    return Counter(
        reason
        for file in files
        for reason in pq.ParquetFile(file).read(columns=["reason"])["reason"].to_pylist()
    )


def leftovers(root: Path) -> list[str]:
    """Name what a finished command should have cleared away."""
    return [
        str(path.relative_to(root))
        for path in sorted(root.rglob("*"))
        if path.suffix in (".tmp", ".part", ".partial") or ".tmp" in path.name
    ]


def archived(root: Path) -> Counter[tuple[str, str]]:
    """Return how often each (URL, date) stands in the archive."""
    records = warcs.captures(root / "archive")
    return Counter((record.url, record.fields["warc-date"]) for record in records)


def everything_readable(root: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file: raw, unzipped, and the values of Parquet columns."""
    for path in sorted(item for item in root.rglob("*") if item.is_file()):
        name, data = str(path.relative_to(root)), path.read_bytes()
        yield name, name.encode() + b"\n" + data
        if data.startswith(b"\x1f\x8b"):
            yield f"{name} (unzipped)", b"".join(warcs.members(data))
        elif data.startswith(b"PAR1"):
            values = json.dumps(
                pq.ParquetFile(path).read().to_pylist(), ensure_ascii=False, default=str
            )
            yield f"{name} (values)", values.encode()
        elif data.startswith(b"\x28\xb5\x2f\xfd"):
            import zstandard  # noqa: PLC0415

            reader = zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True)
            yield f"{name} (unzipped)", reader.read()


def places_with(root: Path, word: str) -> list[str]:
    """Name every place in the folder that holds the word, in any letter case."""
    sought = word.lower().encode()
    return [name for name, data in everything_readable(root) if sought in data.lower()]


def texts_of(out: Path) -> list[str]:
    """Return the content of an export, be it one file or a folder, plain or gzip."""
    files = (
        [out] if out.is_file() else sorted(item for item in out.rglob("*") if item.is_file())
    )
    datas = [file.read_bytes() for file in files]
    return [
        (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
        for data in datas
    ]
