from __future__ import annotations

import re

import pytest

from material.documents import changed, document, zipped
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.opendocument import OpenDocumentConverter
from pagemill.errors import DocumentError
from pagemill.media.types import ODP, ODS, ODT

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "style", "drawing", "presentation")
)


def body(inner: str) -> str:
    """Return what is made of a document whose text is this."""
    content = (
        f"<office:document-content {SPACES}><office:body><office:text>{inner}"
        "</office:text></office:body></office:document-content>"
    )
    html = OpenDocumentConverter().convert(zipped({"content.xml": content}), ODT)
    return re.sub(r".*<body>\s*|\s*</body>.*", "", html, flags=re.DOTALL)


def test_a_text_keeps_its_structure():
    html = check_converter(OpenDocumentConverter(), document("article.odt"), ODT)
    assert "<title>Harbour tides explained</title>" in html
    assert "<h1>Harbour tides explained</h1>" in html
    assert html.count("<h2>") == 3
    assert "<strong>twice a day</strong>" in html
    assert "<em>slack water</em>" in html
    assert '<a href="https://harbour.example/tables">tide tables</a>' in html
    assert html.count("<ul>") == html.count("<ol>") == html.count("<table>") == 1
    assert html.count("<li>") == 5


def test_slides_keep_titles_lists_tables_and_notes_and_leave_page_numbers():
    html = check_converter(OpenDocumentConverter(), document("slides.odp"), ODP)
    assert re.findall(r"<h2>(.*?)</h2>", html)[1:] == ["Spring and neap", "潮汐的原因"]
    assert "Neap tide" in html
    assert "<td>Monday</td><td>4.2</td>" in html
    assert "Remind the audience of the quay." in html
    assert "number" not in html


def test_sheets_are_tables_under_their_names():
    html = check_converter(OpenDocumentConverter(), document("sheet.ods"), ODS)
    assert "<h2>Sheet1</h2>" in html
    assert "<tr><td>Südhafen to Leuchtturm</td><td>9</td><td>4.5</td></tr>" in html


def test_no_kind_of_span_is_dropped():
    words = (
        '<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:span>e</text:span>'
        "<text:bookmark-ref>f</text:bookmark-ref><text:ruby><text:ruby-base>g</text:ruby-base>"
        "<text:ruby-text>no</text:ruby-text></text:ruby><text:page-number>7</text:page-number>"
        "</text:p>"
    )
    assert body(words) == "<p>a b\tc<br>defg7</p>"


def test_notes_stand_behind_the_text_and_comments_nowhere():
    words = (
        "<text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>the note</text:p></text:note-body></text:note>b<office:annotation>"
        "<text:p>a remark</text:p></office:annotation></text:p><text:p>c</text:p>"
    )
    assert body(words) == "<p>a[1]b</p>\n<p>c</p>\n<p>the note</p>"


def test_text_that_was_deleted_is_gone():
    change = "<text:changed-region><text:deletion><text:p>old</text:p></text:deletion>"
    tracked = f"<text:tracked-changes>{change}</text:changed-region></text:tracked-changes>"
    assert body(f"{tracked}<text:p>new</text:p>") == "<p>new</p>"


def test_boxes_stand_behind_their_paragraph():
    box = "<drawing:frame><drawing:text-box><text:p>box</text:p></drawing:text-box>"
    words = f"<text:p>a<text:span>{box}</drawing:frame></text:span>b</text:p>"
    assert body(words) == "<p>ab</p>\n<p>box</p>"


def test_items_keep_their_further_paragraphs_and_lists():
    words = (
        "<text:list><text:list-item><text:p>a</text:p><text:p>b</text:p><text:list>"
        "<text:list-item><text:p>c</text:p></text:list-item></text:list></text:list-item>"
        "<text:list-item><text:p>d</text:p></text:list-item></text:list>"
    )
    flat = body(words).replace("\n", "")
    assert flat == "<ul><li>a<p>b</p><ul><li>c</li></ul></li><li>d</li></ul>"


def test_repeated_cells_and_rows_are_bounded():
    cell = '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p>'
    row = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-cell>'
    html = body(f"<table:table>{row}</table:table-row></table:table>")
    assert html.count("<tr>") == 64
    assert html.count("x") == 64 * 64


def test_a_locked_document_is_told():
    manifest = b"<m:manifest xmlns:m='x'><m:file-entry><m:encryption-data/></m:file-entry>"
    payload = changed(document("article.odt"), {"META-INF/manifest.xml": manifest})
    with pytest.raises(DocumentError, match="encrypted"):
        OpenDocumentConverter().convert(payload, ODT)


def test_entities_are_refused():
    attack = b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>"
    with pytest.raises(DocumentError, match=r"bomb: content\.xml declares"):
        OpenDocumentConverter().convert(
            changed(document("article.odt"), {"content.xml": attack}), ODT
        )


def test_a_document_without_content_is_broken():
    with pytest.raises(DocumentError, match=r"broken document: content\.xml"):
        OpenDocumentConverter().convert(zipped({"mimetype": ODT}), ODT)
