import pytest

from material.browsing import WEB, ferry
from pagemill.errors import DocumentError
from pagemill.serve.reading.reading import DOCUMENT, TITLES, read
from pagemill.serve.reading.source import Source
from pagemill.view.assemble import docview


def pages():
    return sorted(path for path in WEB.rglob("*.html") if path.stat().st_size)


@pytest.mark.parametrize("path", pages()[::5], ids=lambda path: path.name)
def test_what_the_main_method_keeps_is_what_the_docview_holds(path):
    source = Source(
        payload=path.read_bytes(), url="http://a.example/", content_type="text/html"
    )
    found = read(source)
    assert found.view == docview(source.payload, source.url, source.content_type)
    assert found.main == "learned"
    assert found.text_by(found.main) == found.view.text


def test_every_method_looks_at_the_page(reading):
    assert list(reading.choices) == [name for name in TITLES if name != DOCUMENT]
    assert len({tuple(choice.kept) for choice in reading.choices.values()}) > 1
    assert reading.forms_by("plateau")[1] != reading.view.markdown


def test_blocks_differ_where_some_method_keeps_what_another_leaves(reading):
    differing = reading.differing()
    assert 0 < len(differing) < len(reading.blocks)
    for number in range(len(reading.blocks)):
        kept = {number in choice.kept for choice in reading.choices.values()}
        assert (len(kept) > 1) == (number in differing)


def test_characters_and_plain_texts_are_pages_too():
    assert read(Source(payload="<p>Just a line, no more.")).view.text == "Just a line, no more."
    plain = read(Source(payload=b"a < b, said he.\n", content_type="text/plain"))
    assert plain.view.text == plain.text_by("learned") == "a < b, said he."


def test_an_empty_page_has_no_blocks():
    found = read(Source(payload=b"<body></body>", content_type="text/html"))
    assert len(found.blocks) == 0
    assert found.differing() == []


def test_a_document_is_kept_whole():
    head = b"From: a@a.example\nTo: b@b.example\nSubject: Tides\nMIME-Version: 1.0\n"
    letter = head + b"\nHigh at ten.\n"
    found = read(Source(payload=letter, content_type="message/rfc822"))
    assert found.main == DOCUMENT
    assert found.view.converter
    assert found.choices[DOCUMENT].kept == list(range(len(found.blocks)))


def test_what_is_no_page_is_said():
    with pytest.raises(DocumentError, match="not a page"):
        read(Source(payload=b"\x89PNG\r\n\x1a\n", content_type="image/png"))
    assert ferry().size > 1000
