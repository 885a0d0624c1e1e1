from __future__ import annotations

import re

import pytest

from material.documents import changed, document
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.word import WordConverter
from pagemill.errors import DocumentError
from pagemill.media.types import DOCX

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def body(inner: str) -> str:
    """Return what is made of a document whose text is this."""
    main = f"<w:document {W}><w:body>{inner}</w:body></w:document>"
    payload = changed(document("article.docx"), {"word/document.xml": main.encode()})
    html = WordConverter().convert(payload, DOCX)
    return re.sub(r".*<body>\s*|\s*</body>.*", "", html, flags=re.DOTALL)


def test_a_document_keeps_its_structure():
    html = check_converter(WordConverter(), document("article.docx"), DOCX)
    assert "<title>Harbour tides explained</title>" in html
    assert "<h1>Harbour tides explained</h1>" in html
    assert html.count("<h2>") == 3
    assert "<strong>twice a day</strong>" in html
    assert "<em>slack water</em>" in html
    assert '<a href="https://harbour.example/tables">tide tables</a>' in html
    assert html.count("<ul>") == html.count("<ol>") == html.count("<table>") == 1
    assert html.count("<li>") == 5
    assert "<td>Monday</td><td>4.2</td><td>0.7</td>" in re.sub("</?strong>", "", html)


def test_text_of_insertions_is_kept_and_of_deletions_is_not():
    assert (
        body(
            "<w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins>"
            "<w:del><w:r><w:delText>c</w:delText></w:r></w:del></w:p>"
        )
        == "<p>ab</p>"
    )


def test_text_in_content_controls_boxes_and_formulas_is_kept():
    box = (
        "<w:r><w:drawing><x><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p>"
        "</w:txbxContent></x></w:drawing></w:r>"
    )
    math = "<m:oMath xmlns:m='m'><m:r><m:t>E=m</m:t></m:r></m:oMath>"
    control = f"<w:sdt><w:sdtContent><w:p><w:r><w:t>in</w:t></w:r>{box}{math}</w:p>"
    assert body(f"{control}</w:sdtContent></w:sdt>") == "<p>inE=m</p>\n<p>box</p>"


def test_what_is_drawn_in_two_ways_is_told_once():
    def way(name: str) -> str:
        inner = "<w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent>"
        return f"<mc:{name}>{inner}</mc:{name}>"

    both = f"<mc:AlternateContent xmlns:mc='m'>{way('Choice')}{way('Fallback')}"
    assert body(f"<w:p><w:r>{both}</mc:AlternateContent></w:r></w:p>") == "<p>box</p>"


def test_a_field_shows_its_result_and_leads_where_it_says():
    assert (
        body(
            '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
            '<w:r><w:instrText>HYPERLINK "https://a.example/"</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>there</w:t></w:r>'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>!</w:t></w:r></w:p>'
        )
        == '<p><a href="https://a.example/">there</a>!</p>'
    )


def test_tabs_breaks_and_switched_off_emphasis():
    assert (
        body(
            "<w:p><w:r><w:rPr><w:b w:val='0'/><w:i/></w:rPr><w:t>a</w:t><w:br/>"
            "<w:t>b</w:t><w:tab/><w:t>c</w:t></w:r></w:p>"
        )
        == "<p><em>a<br>b\tc</em></p>"
    )


def test_tables_may_stand_in_tables():
    inner = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>in</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    html = body(f"<w:tbl><w:tr><w:tc>{inner}<w:p/></w:tc></w:tr></w:tbl>")
    assert html.count("<table>") == 2
    assert ">in<" in html


def test_notes_stand_behind_the_text():
    notes = (
        f"<w:footnotes {W}><w:footnote w:type='separator'><w:p><w:r><w:t>-</w:t></w:r></w:p>"
        "</w:footnote><w:footnote w:id='2'><w:p><w:r><w:t>the note</w:t></w:r></w:p>"
        "</w:footnote></w:footnotes>"
    )
    main = (
        f"<w:document {W}><w:body><w:p><w:r><w:t>text</w:t><w:footnoteReference w:id='2'/>"
        "</w:r></w:p></w:body></w:document>"
    )
    relations = (
        b"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        b"<Relationship Id='r' Type='x/footnotes' Target='footnotes.xml'/></Relationships>"
    )
    payload = changed(
        document("article.docx"),
        {
            "word/document.xml": main.encode(),
            "word/footnotes.xml": notes.encode(),
            "word/_rels/document.xml.rels": relations,
        },
    )
    html = WordConverter().convert(payload, DOCX)
    assert "<p>text[2]</p>\n<p>the note</p>" in html


@pytest.mark.parametrize(
    ("main", "reason"),
    [
        (b"", "broken document"),
        (b"<w:document", "broken document"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><a>&a;</a>", "bomb"),
    ],
)
def test_a_main_part_that_cannot_be_read_is_told(main, reason):
    payload = changed(document("article.docx"), {"word/document.xml": main})
    with pytest.raises(DocumentError, match=reason):
        WordConverter().convert(payload, DOCX)
