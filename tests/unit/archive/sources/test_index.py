from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from material import archives, warcs
from material.rangeserver import served
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.source import SourceOptions
from pagemill.errors import UsageError
from pagemill.model.capture import Damage, Record, Reject

URLS = [f"http://example.org/{name}" for name in "abc"]
LEGEND = " CDX N b a m s k r M S V g"


def found(path: Path | str, start: int = 0, **options) -> list:
    return [item.found for item in open_source(path, SourceOptions(**options)).read(start)]


def indexed(folder: Path) -> list[str]:
    """An archive of three pages, and the lines of its CDX."""
    lines, data = [], b""
    for url in URLS:
        block = archives.page(url)
        one = warcs.member(warcs.record("response", url, block, "2026-01-02T03:04:05Z"))
        lines.append(
            f"{archives.key(url)} 20260102030405 {url} text/html 200 X - - {len(one)} "
            f"{len(data)} a.warc.gz"
        )
        data += one
    (folder / "a.warc.gz").write_bytes(data)
    return lines


def test_a_cdx_gives_the_captures_it_points_to(tmp_path: Path):
    lines = indexed(tmp_path)
    path = tmp_path / "x.cdx"
    path.write_text("\n".join([LEGEND, lines[2], lines[0], ""]))
    records = found(path)
    assert [record.url for record in records] == [URLS[2], URLS[0]]
    assert records[0].block == archives.page(URLS[2])
    assert found(path, start=2) == records[1:]
    assert [r.url for r in found(path, match="example.org/a")] == [URLS[0]]
    packed = tmp_path / "x.cdx.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert found(packed) == records


def test_the_archive_may_lie_elsewhere(tmp_path: Path):
    for name in ("archive", "indexes", "other"):
        (tmp_path / name).mkdir()
    lines = indexed(tmp_path / "archive")
    path = tmp_path / "indexes" / "x.cdx"
    path.write_text("\n".join([LEGEND, *lines, ""]))
    assert [record.url for record in found(path)] == URLS
    path = tmp_path / "other" / "y.cdx"
    (tmp_path / "archive").rename(tmp_path / "moved")
    path.write_text("\n".join([LEGEND, *lines, ""]))
    assert [record.url for record in found(path, base=str(tmp_path / "moved"))] == URLS
    with served(tmp_path / "moved") as (address, log):
        assert [record.url for record in found(path, base=address)] == URLS
    assert len(log) == len(URLS)  # one request for each capture


def test_what_a_line_points_to_amiss_is_damage_with_its_place(tmp_path: Path):
    lines = indexed(tmp_path)
    path = tmp_path / "x.cdx"
    gone = lines[1].replace("a.warc.gz", "gone.warc.gz")
    amiss = lines[2].rsplit(" ", 2)[0] + " 7 a.warc.gz"
    path.write_text("\n".join([LEGEND, "nothing", gone, amiss, lines[0]]))
    reject, missing, wrong, record = found(path)
    assert isinstance(reject, Reject)
    assert isinstance(missing, Damage)
    assert (missing.file, missing.kind) == ("gone.warc.gz", "file is missing")
    assert isinstance(wrong, Damage)
    assert (wrong.file, wrong.offset) == ("a.warc.gz", 7)
    assert isinstance(record, Record)
    packed = tmp_path / "y.cdx.gz"
    packed.write_bytes(gzip.compress(path.read_bytes())[:-12])
    assert isinstance(found(packed)[-1], Damage)


def test_pages_of_a_remote_archive_are_fetched_by_ranges(tmp_path: Path):
    urls = [f"http://{host}/{number}" for host in ("a.org", "b.org") for number in range(8)]
    archives.crawl(tmp_path, urls)
    with served(tmp_path) as (address, log):
        base = f"{address}/cc-index/X"
        records = found(base, match="b.org/*")
        assert [record.url for record in records] == urls[8:]
        assert sum(path.endswith("a.warc.gz") for path, _ in log) == 8
        assert found(f"{base}/cluster.idx", start=6, match="b.org/*") == records[6:]
        with pytest.raises(UsageError, match="--match"):
            open_source(base)


def test_arc_records_are_found_by_an_index_too(tmp_path: Path):
    record = archives.arc_record(URLS[0], archives.page(URLS[0]))
    (tmp_path / "a.arc").write_bytes(archives.arc_head() + record)
    line = f"k 20010203040506 {URLS[0]} text/html 200 X - {len(archives.arc_head())} a.arc"
    (tmp_path / "x.cdx").write_text(f" CDX N b a m s k r V g\n{line}\n")
    [one] = found(tmp_path / "x.cdx")
    assert one.block == archives.page(URLS[0])


def pointing(folder: Path, **fields: str) -> Path:
    """An index of one line that points amiss, and one that is sound."""
    [length, offset, name] = indexed(folder / "archive")[0].split()[-3:]
    sound = {"url": URLS[0], "length": length, "offset": offset, "filename": name}
    path = folder / "archive" / "x.cdxj"
    lines = [f"org,example)/a 2026 {json.dumps(one)}\n" for one in (sound | fields, sound)]
    path.write_text("".join(lines))
    return path


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../beside.warc.gz", "outside of the archive's folder"),
        ("{tmp}/beside.warc.gz", "outside of the archive's folder"),
        ("/dev/zero", "outside of the archive's folder"),
        ("pipe", "cannot be read"),
        (".", "cannot be read"),
        ("a\0b", "cannot be read"),
        ("\ud800", "cannot be read"),
    ],
)
def test_an_index_leads_to_no_file_beside_its_archive(tmp_path: Path, name: str, kind: str):
    (tmp_path / "archive").mkdir()
    os.mkfifo(tmp_path / "archive" / "pipe")
    path = pointing(tmp_path, filename=name.replace("{tmp}", str(tmp_path)))
    (tmp_path / "beside.warc.gz").write_bytes((tmp_path / "archive/a.warc.gz").read_bytes())
    damage, record = found(path, base=str(tmp_path / "archive"))
    assert (damage.kind, record.url) == (kind, URLS[0])


@pytest.mark.parametrize("url", ["http://[::1", "http://example.org:99999/"])
def test_an_index_line_with_no_address_spoils_no_search(tmp_path: Path, url: str):
    (tmp_path / "archive").mkdir()
    reject, record = found(pointing(tmp_path, url=url), match="example.org/*")
    assert (reject.reason, record.url) == ("not a web address", URLS[0])
    with pytest.raises(UsageError, match="no address"):
        found(pointing(tmp_path), match=url + "*")
