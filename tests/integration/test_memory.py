"""Reading an archive takes memory by its largest record, not by its size."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zstandard

from material import warcs

RECORD, COUNT = 1 << 20, 192
READ = """
import resource, sys
from pathlib import Path
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.sources.warc import reader_of
from pagemill.model.capture import Record

def read(path):
    with path.open("rb") as stream:
        file = FileBytes(stream)
        for place in reader_of(file, path.name)(file, path.name):
            yield place.found

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

small, large = map(Path, sys.argv[1:])
list(read(small))  # what is loaded once
before = peak()
good = sum(isinstance(found, Record) for found in read(large))
print(good, peak() - before)
"""


def records(count: int) -> Iterator[bytes]:
    for number in range(count):
        line = b"%d tides turned twice, said the keeper of the harbour.\n" % number
        page = warcs.http_answer(line * (RECORD // len(line)))
        yield warcs.record("response", f"http://a.org/{number}", page, "2026-01-02T03:04:05Z")


def one_by_one(pack: Callable[[bytes], bytes]) -> Callable[[Path, int], None]:
    def write(path: Path, count: int) -> None:
        with path.open("wb") as out:
            out.writelines(map(pack, records(count)))

    return write


def as_one_member(path: Path, count: int) -> None:
    with gzip.open(path, "wb", compresslevel=1) as out:
        out.writelines(records(count))


def as_one_frame(path: Path, count: int) -> None:
    packer = zstandard.ZstdCompressor(level=1, write_checksum=True)
    with path.open("wb") as raw, packer.stream_writer(raw) as out:
        for one in records(count):
            out.write(one)


def cut_in_one_member(path: Path, count: int) -> None:
    as_one_member(path, count)
    path.write_bytes(path.read_bytes()[:-20_000])


def without_any_header(path: Path, count: int) -> None:
    with path.open("wb") as out:
        out.writelines(one[40:] for one in records(count))


@pytest.mark.parametrize(
    ("name", "write", "least"),
    [
        ("a.warc", one_by_one(bytes), COUNT),
        ("b.warc.gz", one_by_one(lambda data: gzip.compress(data, 1)), COUNT),
        ("c.warc.gz", as_one_member, COUNT),
        ("d.warc.zst", as_one_frame, COUNT),
        ("e.warc.gz", cut_in_one_member, COUNT // 2),
        ("f.warc", without_any_header, 0),
    ],
)
def test_memory_is_bounded_by_the_largest_record(tmp_path: Path, name, write, least):
    small, large = tmp_path / f"small-{name}", tmp_path / name
    write(small, 3)
    write(large, COUNT)
    command = [sys.executable, "-c", READ, str(small), str(large)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    good, kib = map(int, found.stdout.split())
    assert good == COUNT if least == COUNT else least <= good < COUNT
    assert kib * 1024 < 16 * RECORD
