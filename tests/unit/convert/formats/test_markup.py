import pytest

from pagemill.convert.formats.markup import (
    About,
    Run,
    Writer,
    clean_title,
    collapsed,
    is_link,
    page,
    runs_html,
    text,
)


def test_neighbours_of_one_form_share_their_tags():
    runs = [Run("a", bold=True), Run("b", bold=True), Run(""), Run(" c", italic=True)]
    assert runs_html(runs) == "<strong>ab</strong><em> c</em>"


def test_a_run_may_be_linked_and_set_off():
    run = Run("x & y", bold=True, italic=True, href='https://a.example/?a=1&b="2"')
    assert runs_html([run]) == (
        '<a href="https://a.example/?a=1&amp;b=&quot;2&quot;">'
        "<strong><em>x &amp; y</em></strong></a>"
    )


def test_only_references_to_pages_are_links():
    assert is_link("HTTPS://a.example")
    assert is_link("mailto:a@a.example")
    assert not is_link("javascript:alert(1)")
    assert not is_link("#place")
    assert runs_html([Run("x", href="javascript:alert(1)")]) == "x"


def test_line_breaks_stay_and_white_space_is_not_set_off():
    assert runs_html([Run("a\nb"), Run(" ", bold=True)]) == "a<br>b "


def test_characters_that_html_forbids_are_left_out():
    assert text("a\x00<\x0b\ufffe\ud800é") == "a&lt;é"


def test_lists_stand_in_their_items():
    out = Writer()
    out.item(0, "one")
    out.item(1, "one point one", ordered=True)
    out.item(1, "one point two", ordered=True)
    out.item(0, "two")
    out.paragraph("behind")
    assert out.html().replace("\n", "") == (
        "<ul><li>one<ol><li>one point one</li><li>one point two</li></ol></li>"
        "<li>two</li></ul><p>behind</p>"
    )


def test_a_list_of_another_kind_is_another_list():
    out = Writer()
    out.item(0, "one")
    out.item(0, "two", ordered=True)
    assert out.html().replace("\n", "") == "<ul><li>one</li></ul><ol><li>two</li></ol>"


def test_an_item_may_begin_deep():
    out = Writer()
    out.item(2, "deep")
    out.item(0, "flat")
    html = out.html()
    assert html.count("<ul>") == html.count("</ul>") == 3
    assert html.count("<li>") == html.count("</li>") == 4


def test_what_is_empty_is_not_written():
    out = Writer()
    out.heading(1, " ")
    out.paragraph("")
    out.item(0, "\t")
    out.table([["", " "]])
    assert out.html() == ""


def test_levels_of_headings_are_one_to_six():
    out = Writer()
    out.heading(0, "a")
    out.heading(9, "b")
    assert out.html() == "<h1>a</h1>\n<h6>b</h6>"


def test_a_table_has_header_cells_where_it_is_said_to():
    out = Writer()
    out.table([["a", "b"], ["", ""], ["1", "2"]], header=True)
    assert out.html().replace("\n", "") == (
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    )


def test_a_page_says_what_its_document_says_of_itself():
    about = About(title="A < B", author='O "x"', date="2026-03-02", language="de")
    html = page(about, "<p>x</p>")
    assert html.startswith('<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">')
    assert "<title>A &lt; B</title>" in html
    assert '<meta name="author" content="O &quot;x&quot;">' in html
    assert '<meta name="date" content="2026-03-02">' in html
    assert "description" not in html


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Microsoft Word - Tide tables", "Tide tables"),
        ("Microsoft Word - tables.doc", ""),
        ("Untitled 2", ""),
        ("PowerPoint Presentation", ""),
        ("report_v3.indd", ""),
        ("Document 1", ""),
        ("  Tide\n tables ", "Tide tables"),
        ("Documents of the harbour", "Documents of the harbour"),
    ],
)
def test_a_title_that_a_program_made_up_is_none(stated, title):
    assert clean_title(stated) == title


@pytest.mark.parametrize(
    ("words", "found"), [("", ""), (" \n", " "), ("a\n b", "a b"), (" a ", " a ")]
)
def test_white_space_is_one_space(words, found):
    assert collapsed(words) == found
