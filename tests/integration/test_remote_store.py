"""Pages out of an S3 bucket by ranges, against a server on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from material import archives
from pagemill.archive.sources.ranges import StoreRanges

pytestmark = pytest.mark.slow


@pytest.mark.filterwarnings("ignore")
def test_stretches_of_objects_are_read(tmp_path: Path, monkeypatch):
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", port=0)
    pytest.importorskip("s3fs")
    boto3 = pytest.importorskip("boto3")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    archives.crawl(tmp_path, ["http://a.org/1"])
    data = (tmp_path / "crawl-data" / "X" / "a.warc.gz").read_bytes()
    server.start()
    try:
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        client = boto3.client("s3", endpoint_url=address)
        client.create_bucket(Bucket="bucket")
        client.put_object(Bucket="bucket", Key="x/a.warc.gz", Body=data)
        files = StoreRanges("s3://bucket/x", endpoint_url=address)
        assert files.size("a.warc.gz") == len(data)
        assert files.read("a.warc.gz", 3, 20) == data[3:23]
    finally:
        server.stop()
