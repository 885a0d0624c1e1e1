import pytest

from material.documents import DEEP, MARKDOWN, document
from pagemill.convert import inside
from pagemill.errors import DocumentError
from pagemill.media import types


def test_a_document_is_answered_with_its_page():
    answer, html = inside.converted(document("article.docx"), types.DOCX)
    assert answer == {}
    assert b"<h1>Harbour tides explained</h1>" in html


@pytest.mark.parametrize(
    ("payload", "kind", "reason"),
    [
        (b"x", types.PDF, "broken document"),
        (document("locked.xlsx"), types.LOCKED_OFFICE, "encrypted"),
        (MARKDOWN, "image/png", "media type image/png"),
        (DEEP, types.XML, "nested too deeply"),
    ],
)
def test_what_cannot_be_converted_is_answered_with_the_reason(payload, kind, reason):
    answer, html = inside.converted(payload, kind)
    assert (answer["reason"], html) == (reason, b"")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError(), "took too much memory"),
        (ZeroDivisionError("at 1"), "broken document"),
        (DocumentError("x" * 100, "y\n" * 500), "x" * 80),
    ],
)
def test_whatever_a_converter_fails_with_is_a_reason(monkeypatch, error, reason):
    def failing(*given: object) -> str:
        del given
        raise error

    converter = inside.converter_for(types.DOCX).converter
    monkeypatch.setattr(type(converter), "convert", failing)
    answer, _ = inside.converted(b"", types.DOCX)
    assert answer["reason"] == reason
    assert len(answer["detail"]) <= 300
    assert "\n" not in answer["detail"]
