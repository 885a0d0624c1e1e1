from __future__ import annotations

from pagemill.convert.formats.layout import Line, Page, Word, laid_out
from pagemill.convert.formats.ruled import Box


def line(
    text: str, y: float, *, x: float = 50, size: float = 10, bold: bool = False, gap: float = 3
) -> Line:
    """Return a line of words, five points a letter; ``|`` leaves a wide gap."""
    words: list[Word] = []
    for part in text.split():
        if part == "|":
            x += 40
            continue
        width = 5.0 * len(part)
        words.append(Word(part, x, x + width, y, y + size, bold=bold))
        x += width + gap
    return Line(words)


def flat(*pages: list[Line]) -> str:
    return laid_out([Page(lines, []) for lines in pages]).replace("\n", "")


LONG = "words that reach to the right edge of the column here"


def test_lines_of_one_paragraph_are_joined():
    assert flat([line(LONG, 700), line("and go on.", 686)]) == f"<p>{LONG} and go on.</p>"


def test_a_line_that_ends_early_ends_its_paragraph():
    html = flat([line(LONG, 700), line("It ends.", 686), line(LONG, 672)])
    assert html == f"<p>{LONG} It ends.</p><p>{LONG}</p>"


def test_a_gap_ends_a_paragraph_and_so_does_an_indent():
    lines = [line(LONG, 700), line(LONG, 686), line(LONG, 650), line(LONG, 636)]
    assert flat(lines).count("<p>") == 2
    lines = [line(LONG, 700), line(LONG, 686), line(LONG, 672, x=62), line(LONG, 658)]
    assert flat(lines).count("<p>") == 2


def test_a_paragraph_goes_on_over_columns_and_pages():
    first = [line(LONG, 100), line("and", 86)]
    assert flat(first, [line("on.", 700)]) == f"<p>{LONG} and on.</p>"
    assert flat([*first, line("on.", 700, x=300)]) == f"<p>{LONG} and on.</p>"


def test_larger_type_is_a_heading_of_its_rank():
    html = flat(
        [
            line("Title", 760, size=20),
            line("Part", 730, size=14),
            line(LONG, 700),
            line("Part", 660, size=14),
            line(LONG, 640),
        ]
    )
    assert html.startswith("<h1>Title</h1><h2>Part</h2><p>")
    assert html.count("<h2>") == 2


def test_a_short_line_in_bold_is_a_heading_below_those():
    html = flat([line("Title", 760, size=20), line("Aside", 730, bold=True), line(LONG, 716)])
    assert html == f"<h1>Title</h1><h2>Aside</h2><p>{LONG}</p>"


def test_a_sentence_in_bold_is_a_paragraph():
    assert flat([line("Mind the step.", 700, bold=True), line(LONG, 660)]).startswith(
        "<p><strong>Mind the step.</strong></p>"
    )


def test_bullets_and_numbers_make_lists():
    html = flat(
        [
            line("• one", 700),
            line("• two goes", 686),
            line("on", 672, x=58),
            line("1. first", 650),
            line("2) second", 636),
        ]
    )
    assert html == (
        "<ul><li>one</li><li>two goes on</li></ul><ol><li>first</li><li>second</li></ol>"
    )


def test_items_further_right_are_deeper():
    html = flat([line("• one", 700), line("• two", 686, x=80), line("• three", 672)])
    assert html == "<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>"


def test_groups_of_words_below_each_other_are_a_table():
    html = flat(
        [
            line("Day | High", 700),
            line("Mon | 4.2", 686),
            line("Tue | 4.5", 672),
            line(LONG, 630),
        ]
    )
    assert html == (
        "<table><tr><td>Day</td><td>High</td></tr><tr><td>Mon</td><td>4.2</td></tr>"
        f"<tr><td>Tue</td><td>4.5</td></tr></table><p>{LONG}</p>"
    )


def test_a_cell_that_is_empty_leaves_its_column_empty():
    html = flat(
        [line("a | b | c", 700), line("d | e | f", 686), line("g | h", 672)],
    )
    assert html.endswith("<tr><td>g</td><td>h</td><td></td></tr></table>")


def test_stretched_lines_of_prose_are_no_table():
    lines = [line(LONG, 700, gap=7), line(LONG + " x", 686, gap=6)]
    assert "<table>" not in flat(lines)


def test_a_word_parted_at_a_line_end_is_whole_again():
    assert flat([line(f"{LONG} exam\x02", 700), line("ple.", 686)]).endswith("example.</p>")
    assert "well- known" in flat([line(f"{LONG} well-", 700), line("known", 686)])


def test_scripts_without_spaces_are_joined_without_any():
    assert "潮汐的原因很" in flat([line("潮汐的原", 700), line("因很", 686)])


def test_lines_that_come_back_on_every_page_are_told_once():
    pages = [
        [line("Harbour Office", 780), line(LONG, 700 - n), line(f"page {n}", 30)]
        for n in range(1, 5)
    ]
    html = flat(*pages)
    assert html.count("Harbour Office") == 1
    assert html.count("page") == 1


def test_pages_without_text_give_nothing():
    assert flat([], []) == ""


def test_a_table_that_is_drawn_stands_where_its_first_word_does():
    lines = [
        line("Before it stands a sentence.", 760),
        line("Ferry | leaves", 720, gap=60),
        line("Skua | at seven", 700, gap=60),
        line("on Sundays", 690, x=150),
        line("And one comes after it.", 640),
    ]
    level = [Box(40, y, 300, y + 1) for y in (732, 714, 680)]
    rules = level + [Box(x, 680, x + 1, 732) for x in (40, 120, 300)]
    html = laid_out([Page(lines, rules)]).replace("\n", "")
    assert html == (
        "<p>Before it stands a sentence.</p>"
        "<table><tr><td>Ferry</td><td>leaves</td></tr>"
        "<tr><td>Skua</td><td>at seven on Sundays</td></tr></table>"
        "<p>And one comes after it.</p>"
    )
