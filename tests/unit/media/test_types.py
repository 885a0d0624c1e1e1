import pytest

from pagemill.media import types


@pytest.mark.parametrize(
    ("stated", "bare"),
    [("text/HTML; charset=utf-8", "text/html"), (" a/b ;x", "a/b"), ("", "")],
)
def test_a_bare_type_has_no_parameters_and_one_case(stated, bare):
    assert types.bare(stated) == bare


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a/b.MD", types.MARKDOWN),
        ("x.eml", types.MAIL),
        ("x.html", "text/html"),
        ("x.pdf", types.PDF),
        ("README", ""),
        (".md", types.MARKDOWN),
    ],
)
def test_an_ending_is_a_claim(name, found):
    assert types.by_ending(name) == found


def test_no_type_is_page_and_document_at_once():
    assert not types.PAGES & types.DOCUMENTS
