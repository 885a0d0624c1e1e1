import pytest

from material.documents import document, zipped
from pagemill.convert.formats.packages import Package
from pagemill.errors import DocumentError


def test_a_package_leads_to_its_main_part():
    package = Package(document("article.docx"))
    assert package.main() == "word/document.xml"
    kinds = {one.kind for one in package.relations("word/document.xml").values()}
    assert {"styles", "numbering", "hyperlink"} <= kinds


def test_targets_are_names_of_parts_but_for_those_outside():
    relations = Package(document("article.docx")).relations("word/document.xml").values()
    by_kind = {one.kind: one for one in relations}
    assert by_kind["styles"].target == "word/styles.xml"
    assert by_kind["hyperlink"].target == "https://harbour.example/tables"
    assert by_kind["hyperlink"].outside


def test_a_package_says_what_it_is_about():
    about = Package(document("article.docx")).about()
    assert (about.title, about.author) == ("Harbour tides explained", "Harbour Office")


def test_a_package_without_main_part_is_broken():
    with pytest.raises(DocumentError, match="broken document: the package names no main part"):
        Package(zipped({"[Content_Types].xml": "<Types/>"})).main()


def test_a_part_that_is_not_there_is_none():
    assert Package(document("article.docx")).tree("word/no.xml") is None
