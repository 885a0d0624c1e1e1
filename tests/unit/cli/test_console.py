import pytest

from pagemill.cli.console import (
    cells,
    damage_lines,
    folded,
    funnel_rows,
    one_line,
    pad,
    reject_lines,
    size,
    table_lines,
    visible,
)
from pagemill.model.capture import Damage
from pagemill.model.report import Funnel


def test_a_page_cannot_steer_the_terminal():
    assert visible("a\x1b[2Jb\x07\x9b\n\tc") == "a[2Jb\n\tc"


def test_lines_of_the_answer_carry_no_control_characters(desk):
    desk.console().say("title\x1b]0;x\x07")
    assert desk.out.getvalue() == "title]0;x\n"


def test_remarks_are_kept_apart_and_silenced_when_asked(desk):
    desk.console().remark("a")
    desk.console(is_quiet=True).remark("b")
    assert (desk.out.getvalue(), desk.err.getvalue()) == ("", "a\n")


def test_columns_are_as_wide_as_their_widest_cell_and_numbers_stand_right():
    lines = list(table_lines(("name", "rows"), [("a", 5), ("a longer\nname", 12345)]))
    assert lines == ["name             rows", "a                   5", "a longer name  12,345"]


def test_a_table_without_rows_is_its_headings():
    assert list(table_lines(("a", "b"), [])) == ["a  b"]


def test_json_keeps_letters_and_turns_reports_into_objects(desk):
    desk.console().json(Damage(file="面包.warc", offset=7, kind="truncated"))
    assert "面包" in desk.out.getvalue()
    assert desk.json() == {"file": "面包.warc", "offset": 7, "kind": "truncated"}


@pytest.mark.parametrize("lists", [{}, {"a": []}, {"a": [1]}, {"a": [1, 2], "b": []}])
def test_long_lists_are_one_json_object(lists, desk):
    desk.console().json_lists({key: iter(values) for key, values in lists.items()})
    if lists:
        assert desk.json() == lists


def test_the_funnel_is_told_in_order():
    funnel = Funnel(captures=9, pages=7, exact_duplicates=2, near_duplicates=1, kept=4)
    assert [rows for _, rows in funnel_rows(funnel)] == [9, 7, 2, 1, 4]


def test_damaged_places_are_named_until_there_are_too_many():
    places = [Damage(file="f", offset=n, kind="k") for n in range(25)]
    lines = list(damage_lines(places))
    assert lines[0] == "damage: f at byte 0: k"
    assert len(lines) == 21
    assert "5 more" in lines[-1]


def test_a_place_that_has_no_offset_is_named_without():
    assert list(damage_lines([Damage(file="f", offset=-1, kind="empty file")])) == [
        "damage: f: empty file"
    ]


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 B"), (1023, "1,023 B"), (1536, "1.5 KiB"), (5 * 2**30, "5.0 GiB")],
)
def test_sizes_are_told_for_people(count, words):
    assert size(count) == words


def test_white_space_collapses():
    assert one_line(" a\n\t b ") == "a b"


def test_all_rejects_of_a_source_are_told_in_one_line():
    assert list(reject_lines({"a.jsonl": {"not JSON": 1200, "no url": 3}})) == [
        "rejected: a.jsonl: 1,203 not stored (3 no url, 1,200 not JSON)"
    ]


def test_sources_with_rejects_are_named_until_there_are_too_many():
    lines = list(reject_lines({f"{number}": {"no url": 1} for number in range(25)}))
    assert len(lines) == 21
    assert "5 more" in lines[-1]


def test_wide_characters_take_two_cells_and_marks_none():
    assert [cells(text) for text in ("ferry", "漢字", "e\u0301", "ｗ")] == [5, 4, 1, 2]
    assert pad("漢", 4) + "|" == "漢  |"


def test_lines_are_broken_at_blanks_and_where_there_are_none_anywhere():
    assert folded("the night ferry leaves", 10) == ["the night", "ferry", "leaves"]
    assert folded("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"]
    assert folded("漢字漢字漢", 5) == ["漢字", "漢字", "漢"]
    assert folded("", 10) == []
    assert folded("a\x1b[31mb\n c", 10) == ["a[31mb c"]
