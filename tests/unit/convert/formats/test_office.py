from __future__ import annotations

import pytest

from material.documents import bomb, changed, document
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.office import LockedOffice, OfficeConverter
from pagemill.errors import DocumentError
from pagemill.media import types
from pagemill.media.sniff import media_type


@pytest.mark.parametrize(("ending", "kind"), [("xlsx", types.XLSX), ("xls", types.XLS)])
def test_sheets_are_tables_under_their_names(ending, kind):
    html = check_converter(OfficeConverter(), document(f"sheet.{ending}"), kind)
    assert "<h2>Sheet1</h2>" in html
    assert html.replace("\n", "").count("<tr><td>Südhafen to Leuchtturm</td><td>9</td>") == 1
    assert "港口到岛屿" in html


def test_rich_text_keeps_its_structure():
    html = check_converter(OfficeConverter(), document("article.rtf"), types.RTF)
    assert "<title>Harbour tides explained</title>" in html
    assert html.count("<h2>") == 3
    assert "<strong>twice a day</strong>" in html
    assert html.count("<ul>") == html.count("<ol>") == html.count("<table>") == 1
    assert 'name="date"' not in html  # the year 0 that the file states is none


def test_old_slides_keep_their_text():
    html = check_converter(OfficeConverter(), document("slides.ppt"), types.PPT)
    for words in ("Spring and neap", "Neap tide", "潮汐的原因", "Remind the audience"):
        assert words in html


def test_no_styles_of_a_library_are_kept():
    html = OfficeConverter().convert(document("sheet.xlsx"), types.XLSX)
    assert "<style" not in html


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        (document("sheet.xlsx")[:2_000], types.XLSX),
        (changed(document("sheet.xlsx"), {"xl/workbook.xml": b"<"}), types.XLSX),
        (document("sheet.xls")[:1_500], types.XLS),
        (document("slides.ppt")[:1_500], types.PPT),
    ],
)
def test_a_broken_document_is_told(payload, kind):
    with pytest.raises(DocumentError, match="broken document"):
        OfficeConverter().convert(payload, kind)


def test_a_sheet_that_would_grow_beyond_measure_is_not_handed_on():
    with pytest.raises(DocumentError, match="bomb"):
        OfficeConverter().convert(bomb(), types.XLSX)


@pytest.mark.parametrize("ending", ["xlsx", "docx", "pptx"])
def test_a_locked_document_is_refused_by_name(ending):
    payload = document(f"locked.{ending}")
    assert media_type(payload, "") == types.LOCKED_OFFICE
    with pytest.raises(DocumentError, match="encrypted: an Office document behind a password"):
        LockedOffice().convert(payload, types.LOCKED_OFFICE)


@pytest.mark.parametrize(
    ("name", "kind", "mark", "locked"),
    [
        # The record behind the first one becomes that of a password.
        ("sheet.xls", types.XLS, b"\xe1\0\2\0\xb0\4", b"\x2f\0\2\0\xb0\4"),
        ("slides.ppt", types.PPT, b"\x5f\xc0\x91\xe3", b"\xdf\xc4\xd1\xf3"),
    ],
)
def test_an_older_document_behind_a_password_is_told(name, kind, mark, locked):
    payload = document(name)
    assert payload.count(mark) == 1
    with pytest.raises(DocumentError, match="encrypted"):
        OfficeConverter().convert(payload.replace(mark, locked), kind)
