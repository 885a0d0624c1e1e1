from __future__ import annotations

import gzip
from pathlib import Path

from material.archives import trec_document
from pagemill.archive.http import capture
from pagemill.archive.sources.detect import open_source
from pagemill.archive.sources.source import SourceOptions
from pagemill.archive.sources.trec import trec_record
from pagemill.model.capture import UNDATED, Damage, Record, Reject

HEAD = "HTTP/1.1 200 OK\nDate: Tue, 03 Dec 1996 19:11:00 GMT\nContent-Type: text/html\n"
ONE = trec_document(1, "http://a.org/1 192.0.2.1 19970101013145 text/html 9", "<p>one", HEAD)
TWO = trec_document(2, "http://a.org/2", "<p>two\n<DOC>\nstill two", HEAD)
THREE = trec_document(3, "http://a.org/3", "<p>three")


def found(path: Path, start: int = 0, **options) -> list:
    return [item.found for item in open_source(path, SourceOptions(**options)).read(start)]


def test_documents_become_records(tmp_path: Path):
    path = tmp_path / "wt"
    for data in (ONE + b"\n" + TWO + THREE, gzip.compress(ONE + TWO + THREE)):
        path.write_bytes(data)
        records = found(path)
        assert [record.url[-1] for record in records] == ["1", "2", "3"]
        assert [record.kind for record in records] == ["response", "response", "resource"]
        assert f"{records[0].fetched_at:%Y%m%d}" == "19970101"
        assert f"{records[1].fetched_at:%Y%m%d}" == "19961203"
        assert records[0].fields == (("WARC-TREC-ID", "WT-01"),)
        seen = capture(records[0])
        assert (seen.status, seen.media_type, seen.payload) == (200, "text/html", b"<p>one\n")
        assert found(path, start=1) == records[1:]


def test_damage_and_rejects_are_told(tmp_path: Path):
    path = tmp_path / "wt"
    nameless = trec_document(4, "no address", "x")
    path.write_bytes(ONE + b"garbage\n" + nameless + ONE[:-7] + TWO + ONE[:-9])
    kinds = [
        one.url or "record"
        if isinstance(one, Record)
        else one.reason
        if isinstance(one, Reject)
        else (one.offset, one.kind)
        for one in found(path)
    ]
    assert kinds == [
        "http://a.org/1",
        (len(ONE), "no record header"),
        "not a web address",
        (len(ONE) + 8 + len(nameless), "cut off"),
        "http://a.org/2",
        (len(ONE) * 2 - 7 + 8 + len(nameless) + len(TWO), "cut off"),
    ]
    assert [one.reason for one in found(path, record_limit=30) if isinstance(one, Reject)]
    path.write_bytes(gzip.compress(ONE + TWO)[:-20])
    assert isinstance(found(path)[-1], Damage)


def test_a_document_without_header_is_a_reject():
    assert isinstance(trec_record(b"x", default_at=UNDATED, where="w"), Reject)
    odd = b"<DOCHDR>\nhttp://a.org/\nHTTP/1.0 200\nDate: never\n</DOCHDR>\nx"
    record = trec_record(odd, default_at=UNDATED, where="w")
    assert isinstance(record, Record)
    assert record.fetched_at == UNDATED
