from __future__ import annotations

import gzip
import zlib
from datetime import UTC, datetime
from time import process_time

import brotli
import pytest
import zstandard

from pagemill.archive.http import Answer, answer, capture, field, joined_chunks, payload
from pagemill.errors import DocumentError
from pagemill.model.capture import Record

AT = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = b"<p>What a browser would have seen.</p>" * 20


def encoded(coding: str, body: bytes) -> Answer:
    return Answer(200, (("Content-Encoding", coding),), body)


def bare_deflate(data: bytes) -> bytes:
    compressor = zlib.compressobj(wbits=-15)
    return compressor.compress(data) + compressor.flush()


CODED = [
    ("gzip", gzip.compress(TEXT, mtime=0)),
    ("x-gzip", gzip.compress(TEXT[:100], mtime=0) + gzip.compress(TEXT[100:], mtime=0)),
    ("GZIP", gzip.compress(TEXT, mtime=0)),
    ("deflate", zlib.compress(TEXT)),
    ("deflate", bare_deflate(TEXT)),
    ("br", brotli.compress(TEXT)),
    ("zstd", zstandard.compress(TEXT)),
    ("br, gzip", gzip.compress(brotli.compress(TEXT), mtime=0)),
    ("identity", TEXT),
    ("utf-8", TEXT),
]


@pytest.mark.parametrize(("coding", "body"), CODED)
def test_content_codings_are_undone(coding: str, body: bytes):
    assert payload(encoded(coding, body)) == TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "gzip, br"])
def test_a_body_that_was_decoded_already_is_left_alone(coding: str):
    assert payload(encoded(coding, TEXT)) == TEXT
    assert payload(encoded(coding, b"")) == b""


ENCODERS = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


@pytest.mark.parametrize("coding", ENCODERS)
def test_what_a_cut_body_still_gives_is_kept(coding: str):
    large = b"".join(b"%d " % (i * i) for i in range(60_000))
    whole = ENCODERS[coding](large)
    part = payload(encoded(coding, whole[: len(whole) // 2]))
    assert len(part) > 10_000
    assert large.startswith(part)


@pytest.mark.parametrize(
    ("coding", "bomb"),
    [
        ("gzip", gzip.compress(bytes(5 << 20), mtime=0)),
        ("deflate", zlib.compress(bytes(5 << 20))),
        ("br", brotli.compress(bytes(5 << 20))),
        ("zstd", zstandard.compress(bytes(5 << 20))),
        ("identity", bytes(2 << 20)),
    ],
)
def test_a_payload_over_the_limit_is_refused(coding: str, bomb: bytes):
    with pytest.raises(DocumentError) as caught:
        payload(encoded(coding, bomb), limit=1 << 20)
    assert caught.value.reason == "payload over the limit"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"),
        (b"3\r\nabc\r\n0000\r\nTrailer: x\r\n\r\n", b"abc"),
        (b"0003 \r\nabc\r\n0\r\n\r\n", b"abc"),
        (b"3\r\nabc\r\n5\r\nde", b"abcde"),
        (b"0\r\n\r\n", b""),
        (b"", b""),
        (b"<p>joined</p>", b"<p>joined</p>"),
        (b"abc\r\n" + b"x" * 5000, b"abc\r\n" + b"x" * 5000),
        (b"0\r\nis a number", b"0\r\nis a number"),
        (b"3\r\nabc\r\n<p>then joined", b"abc<p>then joined"),
    ],
)
def test_chunks_are_joined_only_where_there_are_chunks(body: bytes, expected: bytes):
    assert joined_chunks(body) == expected


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
        b"HTTP/1.0 200\nContent-Type:text/html\n\n",
        b"HTTP/2 200 \r\nno colon\r\nContent-Type : text/html\r\n: nameless\r\n\r\n",
        b"HTTP/1.1 200 \xff\xfe\r\nX-\xe9: \xe9\r\nContent-Type: text/html\r\n\n",
        b" HTTP/1.1 200 OK\r\nX: one\r\n two\r\nContent-Type: text/html\r\n\r\n",
    ],
)
def test_odd_header_lines_are_tolerated(head: bytes):
    got = answer(head + b"body")
    assert got.status == 200
    assert field(got.headers, "content-type") == "text/html"
    assert got.body == b"body"


def test_any_bytes_are_some_answer():
    for block in (b"", b"\0\xff", b"HTTP/1.1 99999 x", b"HTTP/1.1 200 OK\r\nA: b"):
        assert answer(block).body == b""


def record(kind: str, block: bytes, content_type: str = "text/plain") -> Record:
    return Record(
        url="http://example.org/",
        fetched_at=AT,
        kind=kind,
        record_id="",
        content_type=content_type,
        block=block,
    )


def test_a_response_becomes_a_capture():
    got = capture(record("response", b"HTTP/1.1 404 No\r\nContent-Type: text/html\r\n\r\nx"))
    assert (got.status, got.media_type, got.payload) == (404, "text/html", b"x")
    assert len(got.block_digest) == 32


def test_a_resource_has_the_records_media_type_and_no_status():
    got = capture(record("conversion", b"HTTP/1.1 200 OK is how this text starts"))
    assert (got.status, got.media_type, got.headers) == (0, "text/plain", ())
    assert got.payload.startswith(b"HTTP/1.1")


def test_a_response_that_is_no_http_is_taken_as_it_is():
    assert capture(record("response", b"<html>")).payload == b"<html>"


def test_members_that_are_alike_are_all_given():
    body = gzip.compress(TEXT, mtime=0) * 3
    assert payload(encoded("gzip", body)) == TEXT * 3


def test_a_header_folded_over_very_many_lines_is_joined_at_once():
    block = b"HTTP/1.1 200 OK\r\nX: a\r\n" + b" b\r\n \r\n" * 1_000_000 + b"Y: c\r\n\r\nbody"
    begun = process_time()
    got = answer(block)
    assert process_time() - begun < 10
    assert got.headers == (("X", "a" + " b" * 1_000_000), ("Y", "c"))


def test_only_so_many_codings_are_undone():
    body = TEXT
    for _ in range(12):
        body = zlib.compress(body)
    left = payload(encoded(", ".join(["deflate"] * 12), body))
    for _ in range(4):
        left = zlib.decompress(left)
    assert left == TEXT
