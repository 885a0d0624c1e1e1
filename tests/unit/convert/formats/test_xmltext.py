import pytest

from material.documents import DOCBOOK, LAUGHS
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.xmltext import XmlConverter
from pagemill.errors import DocumentError
from pagemill.media.types import XML


def html_of(data: bytes) -> str:
    return XmlConverter().convert(data, XML).replace("\n", "")


def test_a_vocabulary_for_texts_keeps_its_structure():
    html = check_converter(XmlConverter(), DOCBOOK, XML)
    assert "<title>Harbour tides</title>" in html
    assert 'name="author" content="Harbour Office"' in html
    assert "Spring and neap</h" in html
    assert "<em>twice</em>" in html
    assert '<a href="https://harbour.example/tables">tables</a>' in html
    assert html.count("<li>") == 2
    assert "<td>Monday</td><td>4.2</td>" in html


def test_text_of_any_vocabulary_is_kept_with_its_order():
    html = html_of(b"<log><when>monday</when>loose<what>high <b>water</b></what> tail</log>")
    assert "<p>monday</p><p>loose</p><p>high <strong>water</strong></p><p> tail</p>" in html


def test_html_that_is_carried_as_text_is_html():
    html = html_of(
        b"<list><body>&lt;p&gt;high &lt;b&gt;water&lt;/b&gt;&lt;/p&gt;</body></list>"
    )
    assert "<p>high <b>water</b></p>" in html


def test_an_empty_element_that_leads_somewhere_is_a_link():
    html = html_of(b'<list><one href="https://a.example/"/></list>')
    assert '<a href="https://a.example/">https://a.example/</a>' in html


def test_comments_and_instructions_are_no_text():
    assert "secret" not in html_of(
        b"<a><!-- secret --><?do secret?><b>x<!-- secret --></b></a>"
    )


def test_entities_do_not_multiply():
    with pytest.raises(DocumentError, match="bomb"):
        XmlConverter().convert(LAUGHS, XML)
