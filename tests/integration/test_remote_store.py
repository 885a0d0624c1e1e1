"""Pages out of an S3 bucket by ranges, against a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import pagemill
from material import archives
from pagemill.archive.sources.ranges import StoreRanges

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

URLS = [f"http://{host}/{number}" for host in ("a.org", "b.org") for number in range(5)]


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A crawl in Common Crawl's layout in a bucket; the address of its server."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", port=0)
    pytest.importorskip("s3fs")
    boto3 = pytest.importorskip("boto3")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    archives.crawl(tmp_path / "crawl", URLS)
    server.start()
    try:
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        client = boto3.client("s3", endpoint_url=address)
        client.create_bucket(Bucket="bucket")
        for path in (tmp_path / "crawl").rglob("*.*"):
            name = path.relative_to(tmp_path / "crawl").as_posix()
            client.put_object(Bucket="bucket", Key=name, Body=path.read_bytes())
        yield address
    finally:
        server.stop()


def test_stretches_of_objects_are_read(bucket: str, tmp_path: Path):
    data = (tmp_path / "crawl" / "crawl-data" / "X" / "a.warc.gz").read_bytes()
    files = StoreRanges("s3://bucket/crawl-data/X", endpoint_url=bucket)
    assert files.size("a.warc.gz") == len(data)
    assert files.read("a.warc.gz", 3, 20) == data[3:23]


def test_the_pages_of_a_host_are_imported_from_a_bucket(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("AWS_ENDPOINT_URL", bucket)
    collection = pagemill.Collection.create(tmp_path / "c")
    report = collection.import_(["s3://bucket/cc-index/X"], match="b.org/*")
    assert (report.stored, report.damage) == (5, [])
    collection.build(workers=1)
    assert sorted(view.url for view in collection.docviews()) == URLS[5:]
