from __future__ import annotations

import re

import pytest

from material.documents import changed, document
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.slides import SlidesConverter
from pagemill.errors import DocumentError
from pagemill.media.types import PPTX

HTML = SlidesConverter().convert(document("slides.pptx"), PPTX)


def test_slides_come_in_order_under_their_titles():
    assert re.findall(r"<h2>(.*?)</h2>", HTML) == [
        "Harbour tides explained",
        "Spring and neap",
        "潮汐的原因",
    ]
    check_converter(SlidesConverter(), document("slides.pptx"), PPTX)


def test_bullets_are_lists_in_lists():
    assert re.sub(r"\s", "", HTML).count("<ul><li>Neaptide") == 1
    assert HTML.count("<ul>") == HTML.count("</ul>") == 2


def test_links_emphasis_tables_and_notes_are_kept():
    assert '<a href="https://harbour.example/tables">tide tables</a>' in HTML
    assert "<strong>bold</strong>" in HTML
    assert "<th>Day</th><th>High water</th>" in HTML
    assert "<p>Remind the audience of the quay.</p>" in HTML


def test_the_properties_give_title_and_author():
    assert "<title>Harbour tides explained</title>" in HTML
    assert 'name="author" content="Harbour Office"' in HTML


def test_pictures_are_passed_over():
    relations = "ppt/slides/_rels/slide1.xml.rels"
    added = (
        b"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        b"<Relationship Id='p' Type='x/image' Target='../media/a.png'/></Relationships>"
    )
    payload = changed(
        document("slides.pptx"), {relations: added, "ppt/media/a.png": b"\x89PNG no xml"}
    )
    assert "Harbour tides" in SlidesConverter().convert(payload, PPTX)


def test_a_presentation_without_its_main_part_is_broken():
    payload = changed(document("slides.pptx"), {"ppt/presentation.xml": b""})
    with pytest.raises(
        DocumentError, match=r"broken document: ppt/presentation\.xml is missing"
    ):
        SlidesConverter().convert(payload, PPTX)
