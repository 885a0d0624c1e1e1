from __future__ import annotations

import pytest

from material.documents import LAUGHS, STEALING
from pagemill.convert.formats.trees import about_of, local, parsed
from pagemill.errors import DocumentError


def test_names_are_told_without_their_namespace():
    root = parsed(b"<x:a xmlns:x='u'><!-- c --><b/></x:a>", "a part")
    assert [local(one) for one in root.iter()] == ["a", "b"]


def test_a_part_that_declares_a_type_was_made_to_do_harm():
    with pytest.raises(DocumentError, match="bomb: a part declares a document type"):
        parsed(LAUGHS, "a part")


def test_entities_do_not_multiply_without_bound():
    with pytest.raises(DocumentError, match="bomb"):
        parsed(LAUGHS, "a part", may_declare=True)


def test_no_file_of_the_machine_is_read():
    with pytest.raises(DocumentError, match=r"broken document.*undefined entity"):
        parsed(STEALING, "a part", may_declare=True)


@pytest.mark.parametrize("data", [b"", b"<a>", b"words", b"<a>\xff</a>"])
def test_what_is_no_xml_is_a_broken_document(data):
    with pytest.raises(DocumentError, match="broken document: a part: "):
        parsed(data, "a part")


def test_dublin_core_says_who_wrote_what_and_when():
    core = parsed(
        b"""<cp xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dt="x">
        <dc:title> Tides
        and times </dc:title><dc:creator>Office</dc:creator><dt:created>2026-03-02</dt:created>
        <dc:language>en</dc:language><keywords>tide</keywords></cp>""",
        "core",
    )
    about = about_of(core)
    assert (about.title, about.author, about.date) == (
        "Tides and times",
        "Office",
        "2026-03-02",
    )
    assert (about.language, about.keywords, about.description) == ("en", "tide", "")
    assert about_of(None, "de").language == "de"
