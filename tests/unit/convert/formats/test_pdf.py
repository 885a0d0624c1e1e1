from __future__ import annotations

import pytest

from material.documents import document
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.pdf import PdfConverter
from pagemill.errors import DocumentError
from pagemill.media.types import PDF

HTML = PdfConverter().convert(document("article.pdf"), PDF)


def test_a_document_keeps_what_can_be_seen_of_its_structure():
    assert check_converter(PdfConverter(), document("article.pdf"), PDF) == HTML
    assert "<h1>Harbour tides explained</h1>" in HTML
    assert HTML.count("<h2>") == 3
    assert HTML.count("<ul>") == HTML.count("<ol>") == 1
    assert HTML.count("<li>") == 5
    assert "<em>slack water.</em>" in HTML
    assert '<a href="https://harbour.example/tables">tide tables</a>' in HTML
    assert "<td>0.7</td>" in HTML
    assert HTML.count("<tr>") == 3


def test_lines_are_joined_to_paragraphs_in_any_script():
    assert "pause" in HTML
    assert "the pause <em>slack" in HTML
    assert (
        "潮汐是由月球和太阳的引力共同引起的，海水每天两次上涨和下落。渔民根据潮汐表安排出海的时间。"
        in HTML
    )


def test_the_properties_give_title_author_and_date():
    assert "<title>Harbour tides explained</title>" in HTML
    assert 'name="author" content="Harbour Office"' in HTML
    assert 'name="date" content="2026-12-01"' in HTML


def test_what_stands_before_a_document_is_passed_over():
    assert PdfConverter().convert(b"junk\n" + document("article.pdf"), PDF) == HTML


def test_a_locked_document_is_told():
    with pytest.raises(DocumentError, match="encrypted"):
        PdfConverter().convert(document("locked.pdf"), PDF)


@pytest.mark.parametrize("payload", [b"", b"%PDF-1.7\n", b"%PDF-1.7\n" + b"\x00" * 5_000])
def test_a_broken_document_is_told(payload):
    with pytest.raises(DocumentError, match="broken document"):
        PdfConverter().convert(payload, PDF)
