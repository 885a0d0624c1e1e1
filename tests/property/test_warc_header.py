"""The compiled reader of record headers: the same as the Python one, or not sure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagemill import native
from pagemill.archive import warc

pytestmark = pytest.mark.skipif(native.warc_header is None, reason="nothing was compiled")

NAMES = ["WARC-Type", "warc-type", "Content-Length", "WARC-Date", "WARC-Record-ID", "X-Y"]
NAMES += ["WARC-Target-URI", "Content-Type", "", "a b", " x", "x ", "é", "WARC-Block-Digest"]
VALUES = ["response", "Response", "12", "00", "1" * 19, "", "é", "a: b", " x ", "\tx", "x\x0b"]
VALUES += [
    "WARC/1.0",
    "<urn:uuid:1>",
    "http://a/é",
    "a\rb",
    "\x7f",
    "\u00a0x",
    "x\n y",
    "x\n\n",
]
ENDS = ["\r\n"] * 9 + ["\n", "\r", ""]
FIRST = ["WARC/1.0\r\n", "WARC/1.1\r\n", "WARC/0.18\r\n", "WARC/1.0 \r\n", "WARC/1\r\n", ""]
BYTES = [b"", b"\0", b"\xff", b"\r\n", b"WARC/1.0\r\n", b":", b" "]

fields = st.tuples(
    st.sampled_from(NAMES), st.sampled_from([": ", ":", ":  ", " : ", ":\t"]),
    st.sampled_from(VALUES), st.sampled_from(ENDS),
)  # fmt: skip
must = "WARC-Type: response\r\nContent-Length: 5\r\n"


def compiled(data: bytes, start: int):
    assert native.warc_header is not None
    found = native.warc_header(data, start)
    return None if found is None else warc._Header._make(found)


def in_python(data: bytes, start: int):
    end = warc._header_end(data, start)
    return None if end is None else warc._header(data[start : end[0]], end[1] - start)


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(FIRST),
    st.sampled_from(["", must]),
    st.lists(fields, max_size=7),
    st.integers(0, 200),
    st.sampled_from(BYTES) | st.binary(max_size=4),
)
def test_both_read_the_same_or_the_compiled_one_is_not_sure(first, begun, lines, at, change):
    text = first + begun + "".join("".join(line) for line in lines) + "\r\n"
    data = text.encode("utf-8")
    data = data[:at] + change + data[at + len(change) :] + b"body\r\n\r\n"
    found = compiled(data, 0)
    assert found is None or found == in_python(data, 0)
    assert compiled(b"xx" + data, 2) == found


def test_it_is_sure_of_what_archives_hold():
    data = (
        b"WARC/1.0\r\nWARC-Type: Response\r\nwarc-date: 2026-01-01T00:00:00Z\r\n"
        b"WARC-Target-URI: http://a.example/?a: b\r\nContent-Length: 4\r\n"
        b"X: x\xc3\xa9\xc3\xa9x\r\nX-Empty:\r\nWARC-Date: 2\r\n"
        b"Content-Type:application/http; msgtype=response\r\n\r\nbody"
    )
    found = compiled(data, 0)
    assert found == in_python(data, 0)
    assert found is not None
    assert (found.kind, found.length, found.date) == ("response", 4, "2026-01-01T00:00:00Z")
    assert found.others == (("X", "xééx"), ("X-Empty", ""))
    assert data[found.size :] == b"body"


@pytest.mark.parametrize("given", [(b"WARC", 9), (b"", 0), (b"WARC/1.0\r\n", -1), (b"W", 1)])
def test_a_place_without_a_header_has_none(given):
    assert compiled(*given) is None


def test_other_types_are_refused():
    with pytest.raises(TypeError):
        compiled("text", 0)  # type: ignore[arg-type]


def test_records_are_the_same_without_compiled_loops(monkeypatch):
    data = warc.written(
        warc.Record(
            url="http://a.example/",
            fetched_at=warc.UNDATED.replace(year=2026),
            kind="response",
            record_id="<urn:x:1>",
            content_type="text/html",
            block=b"<p>",
            fields=(("X", "y"),),
        )
    )
    found = warc._plain_header(data, 0)
    monkeypatch.setattr(native, "warc_header", None)
    assert found == warc._plain_header(data, 0) is not None
