from __future__ import annotations

import re

import pytest

from material.documents import document
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.word97 import Word97Converter
from pagemill.errors import DocumentError
from pagemill.media.types import DOC

HTML = Word97Converter().convert(document("article.doc"), DOC)
HEAD = b"\xec\xa5"  # how the stream of the text begins


def test_a_document_keeps_headings_lists_tables_and_links():
    assert check_converter(Word97Converter(), document("article.doc"), DOC) == HTML
    assert "<h1>Harbour tides explained</h1>" in HTML
    assert len(re.findall("<h2>", HTML)) == 3
    assert '<a href="https://harbour.example/tables">tide tables</a>' in HTML
    assert HTML.count("<li>") == 5
    assert "<td>Monday</td><td>4.2</td><td>0.7</td>" in HTML
    assert "HYPERLINK" not in HTML


def test_pieces_in_both_widths_are_read():
    assert "Über dem Watt fällt das Wasser" in HTML
    assert "<h2>潮汐的原因</h2>" in HTML
    assert "渔民根据潮汐表安排出海的时间。" in HTML


def test_the_properties_give_title_and_author():
    assert "<title>Harbour tides explained</title>" in HTML
    assert 'name="author" content="Harbour Office"' in HTML


def test_a_locked_document_is_told():
    payload = bytearray(document("article.doc"))
    payload[payload.find(HEAD) + 11] |= 1
    with pytest.raises(DocumentError, match="encrypted: the document says so"):
        Word97Converter().convert(bytes(payload), DOC)


@pytest.mark.parametrize("size", [0, 512, 3_000, 9_000])
def test_a_document_that_was_cut_off_is_broken(size):
    with pytest.raises(DocumentError, match="broken document"):
        Word97Converter().convert(document("article.doc")[:size], DOC)


def test_a_piece_table_of_nonsense_is_broken():
    payload = bytearray(document("article.doc"))
    at = payload.find(HEAD) + 0x1A2
    payload[at : at + 4] = b"\xff\xff\xff\x7f"
    with pytest.raises(DocumentError, match="broken document"):
        Word97Converter().convert(bytes(payload), DOC)
