"""No bytes make a parser of an archive format raise, hang, or go backwards."""

from __future__ import annotations

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from material import archives
from pagemill.archive import arc, cdx
from pagemill.archive.file_bytes import FileBytes
from pagemill.archive.sources.source import SourceOptions
from pagemill.archive.sources.trec import TrecSource
from pagemill.archive.sources.warc import reader_of
from pagemill.errors import UsageError
from pagemill.pages.row_key import row_key, url_of

ARC = archives.arc_head() + archives.arc_record("http://a.org/", archives.page("a")) * 3
TREC = archives.trec_document(1, "http://a.org/", "<p>x") * 3
MAGIC = [b"", b"\x04\x22\x4d\x18", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"http://a 1.1.1.1 2"]


def hurt(data: bytes, begin: int, piece: bytes) -> bytes:
    begin %= len(data)
    return data[:begin] + piece + data[begin + len(piece) :]


@settings(max_examples=120)
@given(st.integers(0, 1 << 16), st.binary(max_size=60), st.sampled_from(MAGIC))
def test_arc_and_members_of_any_kind_are_read_without_an_error(begin, piece, magic):
    for data in (hurt(ARC, begin, piece), magic + piece):
        file = FileBytes(io.BytesIO(data))
        for read in (arc.records, reader_of(file, "a.arc.lz4")):
            ends = [place.end for place in read(file, "a.arc.lz4")]
            assert ends == sorted(ends)


@settings(max_examples=60)
@given(st.integers(0, 1 << 16), st.binary(max_size=60))
def test_trec_web_is_read_without_an_error(begin, piece):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "wt"
        path.write_bytes(hurt(TREC, begin, piece))
        cursors = [item.cursor for item in TrecSource(path, SourceOptions()).read()]
        assert cursors == sorted(cursors)


@given(st.text(max_size=200), st.sampled_from(["", " CDX N b a V g"]))
def test_index_lines_state_a_place_or_none(line, legend):
    found = cdx.place(line, legend)
    assert found is None or found.offset >= 0


@given(st.text(max_size=60), st.sampled_from(["http://", "file://", "https://[::1]:9/", ""]))
def test_row_keys_lead_back_to_an_address_of_the_same_row(text, begin):
    try:
        key = row_key(begin + text)
    except UsageError:
        return
    assert row_key(url_of(key)) == key
