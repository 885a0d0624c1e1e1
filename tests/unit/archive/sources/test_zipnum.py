from __future__ import annotations

from pathlib import Path

import pytest

from material import archives
from pagemill.archive.sources import zipnum
from pagemill.archive.sources.ranges import FolderRanges
from pagemill.archive.sources.zipnum import Clusters, search_key, wanted
from pagemill.errors import CollectionError, UsageError

URLS = [
    f"http://{host}/{number}" for host in ("a.org", "b.org", "x.b.org") for number in range(9)
]


class Counted(FolderRanges):
    reads = 0

    def read(self, name: str, offset: int, length: int) -> bytes:
        self.reads += 1
        return super().read(name, offset, length)


@pytest.fixture
def files(tmp_path: Path) -> Counted:
    archives.crawl(tmp_path, URLS)
    return Counted(tmp_path / "cc-index" / "X")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("http://a.org/3", ["http://a.org/3"]),
        ("b.org/*", URLS[9:18]),
        ("*.b.org", URLS[9:27]),
        ("www.b.org/8*", ["http://b.org/8"]),
        ("a.org/9", []),
        ("zz.org/*", []),
        ("*.0.org", []),
    ],
)
def test_the_captures_of_a_pattern_are_found(files, monkeypatch, pattern, expected):
    monkeypatch.setattr(zipnum, "_STEP", 64)
    found = list(Clusters(files).places(wanted(pattern)))
    assert [place.url for place in found] == sorted(expected)


def test_a_look_up_reads_little(files):
    list(Clusters(files).places(wanted("http://a.org/3")))
    assert files.reads <= 4


def test_similar_addresses_share_a_key():
    assert search_key("HTTPS://www2.Example.org:443/A/?b=2&a=1") == "org,example)/a?a=1&b=2"
    assert search_key("http://example.org") == search_key("example.org/") == "org,example)/"
    assert search_key("http://example.org:8080/") == "org,example:8080)/"


@pytest.mark.parametrize("pattern", ["*", "/a", "*.", "*.a/b"])
def test_a_pattern_without_host_is_refused(pattern):
    with pytest.raises(UsageError, match="names no host"):
        wanted(pattern)


def test_a_damaged_index_is_told(files, tmp_path):
    index = tmp_path / "cc-index" / "X"
    (index / "cdx-00000.gz").write_bytes(b"x" * 5000)
    with pytest.raises(CollectionError, match=r"cdx-00000\.gz"):
        list(Clusters(files).places(wanted("b.org/*")))
    (index / "cluster.idx").write_text("a\tb\tc\td\nno line\n")
    with pytest.raises(CollectionError, match=r"cluster\.idx"):
        list(Clusters(files).places(wanted("b.org/*")))


@pytest.mark.parametrize(
    "line", ["x" * (2 << 20), "org,a)/ 2026\tc\t" + "9" * 5000 + "\t1", "org,a)/\tc\t²\t1"]
)
def test_a_hostile_list_of_members_is_refused(tmp_path: Path, line: str):
    (tmp_path / "cluster.idx").write_text(line + "\n")
    with pytest.raises(CollectionError):
        list(Clusters(FolderRanges(tmp_path)).places(wanted("a.org/*")))
