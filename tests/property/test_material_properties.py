"""The inputs and readers of the tests are what they claim to be."""

from __future__ import annotations

import gzip
import re
import socket
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from material import smallweb, warcs


def shingles(page: smallweb.Page) -> set[tuple[str, ...]]:
    """Return the runs of five words of the article, without its template."""
    source = page.payload.decode().split("<h", 2)[-1]
    paragraphs = [
        text for text in re.findall("<p>(.*?)</p>", source) if "Published" not in text
    ]
    words = " ".join(paragraphs).split()
    return {tuple(words[start : start + 5]) for start in range(len(words) - 4)}


def resemblance(left: smallweb.Page, right: smallweb.Page) -> float:
    """Return the Jaccard coefficient of both articles."""
    ours, theirs = shingles(left), shingles(right)
    return len(ours & theirs) / len(ours | theirs)


def test_articles_are_no_copies_and_copies_are() -> None:
    pages = smallweb.web(1, 150)
    articles = [page for page in pages if "story-" in page.url and page.kind == "article"]
    originals = [page for page in articles if "mirror" not in page.url]
    reprints = [page for page in pages if page.kind == "reprint"]
    assert max(resemblance(*pair) for pair in combinations(originals[:60], 2)) < 0.3
    for copy in reprints:
        assert 0.8 < max(resemblance(copy, page) for page in originals) < 1


def test_the_same_seed_gives_the_same_web() -> None:
    assert smallweb.web(7, 20) == smallweb.web(7, 20)
    assert smallweb.web(7, 20) != smallweb.web(8, 20)


@pytest.mark.parametrize("name", ["web.warc", "web.warc.gz"])
def test_a_warc_file_is_read_back_as_it_was_written(name: str, tmp_path: Path) -> None:
    pages = smallweb.web(2, 20)
    records = warcs.captures(smallweb.write_warc(tmp_path / name, pages))
    assert [(record.url, record.payload) for record in records] == [
        (page.url, page.payload) for page in pages
    ]


def test_another_reader_agrees(tmp_path: Path) -> None:
    warcio = pytest.importorskip("warcio.archiveiterator")
    pages = smallweb.web(2, 20)
    path = smallweb.write_warc(tmp_path / "web.warc.gz", pages)
    with path.open("rb") as stream:
        read = [record.content_stream().read() for record in warcio.ArchiveIterator(stream)]
    assert read == [page.payload for page in pages]


@given(st.binary(min_size=1, max_size=300), st.integers(1, 50), st.booleans())
def test_chunks_are_joined_and_bodies_unzipped(body: bytes, size: int, zipped: bool) -> None:
    sent = gzip.compress(body) if zipped else body
    pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
    extra = [("Transfer-Encoding", "chunked")] + [("Content-Encoding", "gzip")] * zipped
    block = warcs.http_answer(chunked + b"0\r\n\r\n", extra=tuple(extra))
    record = warcs.Record(fields={"content-type": "application/http"}, block=block)
    assert record.payload == body


def test_there_is_no_network() -> None:
    with pytest.raises(PermissionError, match="no network"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
