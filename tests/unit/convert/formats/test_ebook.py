from __future__ import annotations

import pytest

from material.documents import changed, document, zipped
from pagemill.convert.converter import check_converter
from pagemill.convert.formats.ebook import EbookConverter
from pagemill.errors import DocumentError
from pagemill.media.types import EPUB

CONTAINER = '<container><rootfiles><rootfile full-path="in/book.opf"/></rootfiles></container>'
PACKAGE = """\
<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>Tides</dc:title><dc:creator>Harbour Office</dc:creator>
<dc:language>en</dc:language></metadata>
<manifest><item id="b" href="b%20c.xhtml"/><item id="a" href="../a.xhtml"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="none"/></spine></package>"""


def book(a: str, b: str) -> bytes:
    return zipped(
        {
            "mimetype": EPUB,
            "META-INF/container.xml": CONTAINER,
            "in/book.opf": PACKAGE,
            "in/b c.xhtml": b,
            "a.xhtml": a,
        }
    )


def test_a_book_is_its_chapters_in_order():
    html = EbookConverter().convert(
        book(
            "<html><head><title>x</title></head><body class='c'><h1>One</h1></body></html>",
            '<?xml version="1.0"?><h:html xmlns:h="x"><h:body><p>Two</p></h:body></h:html>',
        ),
        EPUB,
    )
    assert html.index("<h1>One</h1>") < html.index("<p>Two</p>")
    assert '<html lang="en">' in html
    assert "<title>Tides</title>" in html
    assert 'content="Harbour Office"' in html


def test_an_element_that_closes_itself_stays_closed_and_programs_go():
    html = EbookConverter().convert(
        book('<body><a id="x"/><p/>y<br/><style>p {}</style></body>', ""), EPUB
    )
    assert '<a id="x"></a><p></p>y<br/>' in html
    assert "p {}" not in html


def test_a_chapter_is_read_in_the_encoding_it_declares():
    declared = b'<?xml version="1.0" encoding="iso-8859-1"?><body>'
    payload = changed(book("", ""), {"a.xhtml": declared + b"f\xfcr</body>"})
    assert "für" in EbookConverter().convert(payload, EPUB)


def test_a_real_book_is_read_whole():
    html = check_converter(EbookConverter(), document("article.epub"), EPUB)
    assert "Harbour tides explained" in html
    assert "潮汐的原因" in html
    assert "https://harbour.example/tables" in html


def test_locked_chapters_are_told_and_locked_fonts_do_no_harm():
    def locked(uri: str) -> bytes:
        stated = f"<e><EncryptedData><CipherReference URI='{uri}'/></EncryptedData></e>"
        return changed(book("<body>x</body>", ""), {"META-INF/encryption.xml": stated.encode()})

    with pytest.raises(DocumentError, match="encrypted"):
        EbookConverter().convert(locked("a.xhtml"), EPUB)
    assert "x" in EbookConverter().convert(locked("font.otf"), EPUB)


def test_a_container_that_names_no_package_is_broken():
    with pytest.raises(DocumentError, match="broken document: the container names no package"):
        EbookConverter().convert(
            zipped({"mimetype": EPUB, "META-INF/container.xml": "<a/>"}), EPUB
        )
