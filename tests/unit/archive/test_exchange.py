from __future__ import annotations

import gzip
import io
from datetime import UTC, datetime

from warcio.archiveiterator import ArchiveIterator

from pagemill.archive.digest import digest_holds
from pagemill.archive.exchange import (
    Exchange,
    Original,
    exchange_records,
    payload_digest,
    rendered_record,
)
from pagemill.archive.warc import member, record_at

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>body"
REQUEST = b"GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n"


def exchange(**more) -> Exchange:
    fields = {"url": "http://example.org/a", "fetched_at": AT, "response": ANSWER, **more}
    return Exchange(**fields)


def test_a_fetch_becomes_response_request_and_metadata_that_point_to_each_other():
    records = exchange_records(
        exchange(
            request=REQUEST, metadata={"via": "http://example.org/\r\nX: y"}, ip="192.0.2.1"
        )
    )
    assert [record.kind for record in records] == ["response", "request", "metadata"]
    first = records[0]
    assert dict(first.fields)["WARC-Payload-Digest"] == payload_digest(b"<p>body")
    assert dict(first.fields)["WARC-IP-Address"] == "192.0.2.1"
    for other in records[1:]:
        assert dict(other.fields)["WARC-Concurrent-To"] == first.record_id
    assert records[2].block == b"via: http://example.org/ X: y\r\n"
    assert len({record.record_id for record in records}) == 3
    again = exchange_records(exchange(request=REQUEST, metadata={"via": "x"}))
    assert again[0].record_id == first.record_id
    for record in records:
        assert record_at(member(record)) == record
        assert digest_holds(dict(record.fields)["WARC-Block-Digest"], record.block)


def test_an_unchanged_payload_becomes_a_revisit():
    original = Original(url="http://example.org/", fetched_at=AT, record_id="<urn:x:1>")
    [record] = exchange_records(exchange(original=original))
    fields = dict(record.fields)
    assert record.kind == "revisit"
    assert record.block == ANSWER.removesuffix(b"<p>body")
    assert fields["WARC-Profile"].endswith("identical-payload-digest")
    assert fields["WARC-Payload-Digest"] == payload_digest(b"<p>body")
    assert fields["WARC-Refers-To"] == "<urn:x:1>"
    assert fields["WARC-Refers-To-Date"] == "2026-03-01T12:00:00Z"
    answer = b"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"
    [record] = exchange_records(exchange(response=answer, original=original))
    assert dict(record.fields)["WARC-Profile"].endswith("server-not-modified")
    assert "WARC-Payload-Digest" not in dict(record.fields)


def test_another_reader_reads_them_and_finds_their_digests_right():
    original = Original(url="http://example.org/", fetched_at=AT)
    records = [
        *exchange_records(exchange(request=REQUEST, metadata={"via": "x"})),
        *exchange_records(exchange(original=original)),
    ]
    data = b"".join(map(member, records))
    seen = list(ArchiveIterator(io.BytesIO(data), check_digests="raise"))
    assert [one.rec_type for one in seen] == ["response", "request", "metadata", "revisit"]
    assert gzip.decompress(data).count(b"WARC/1.1\r\n") == 4


def test_a_rendered_page_points_to_the_answer_it_was_made_of():
    exchange = Exchange(
        url="http://a.example/",
        fetched_at=datetime(2026, 1, 2, tzinfo=UTC),
        response=b"HTTP/1.1 200 OK\r\n\r\n<script>",
    )
    response = exchange_records(exchange)[0]
    resource, about = rendered_record(exchange, b"<p>made", "Chromium\r\n1.2")
    assert (resource.kind, resource.block) == ("resource", b"<p>made")
    assert dict(resource.fields)["WARC-Refers-To"] == response.record_id
    assert dict(resource.fields)["WARC-Refers-To-Date"] == "2026-01-02T00:00:00Z"
    assert resource.fetched_at > exchange.fetched_at
    assert dict(about.fields)["WARC-Concurrent-To"] == resource.record_id
    assert b"rendered-by: Chromium 1.2\r\n" in about.block
