from __future__ import annotations

from itertools import pairwise

from pagemill.convert.formats.ruled import MOST_RULES, Box, grids, rules_of


def lattice(columns: list[float], rows: list[float]) -> list[Box]:
    """Return the rules of a table, as long as it is wide and high."""
    level = [Box(columns[0], y, columns[-1], y + 0.5) for y in rows]
    return level + [Box(x, min(rows), x + 0.5, max(rows)) for x in columns]


def word(x: float, y: float) -> Box:
    return Box(x - 5, y - 4, x + 5, y + 4)


COLUMNS, ROWS = [50.0, 150.0, 300.0], [700.0, 680.0, 640.0]
MIDDLES = [[word(x, y) for x in (100, 225)] for y in (690, 660)]


def test_words_are_told_by_the_cell_in_which_they_stand():
    words = [*MIDDLES[1], *MIDDLES[0], word(225, 650), word(20, 690), word(100, 600)]
    [grid] = grids(rules_of(lattice(COLUMNS, ROWS)), words)
    assert grid.rows == [[[2], [3]], [[0], [1, 4]]]
    assert grid.box == Box(50, 640.25, 300.5, 700.25)


def test_a_cell_goes_on_where_no_rule_divides_it():
    rules = [*lattice([50, 300], ROWS), Box(150, 640, 150.5, 680)]
    [grid] = grids(rules, [word(100, 690), word(225, 690), *MIDDLES[1]])
    assert grid.rows == [[[0, 1]], [[2], [3]]]


def test_a_line_below_words_divides_no_row():
    [grid] = grids([*lattice(COLUMNS, ROWS), Box(53, 660, 110, 661)], MIDDLES[0] + MIDDLES[1])
    assert len(grid.rows) == 2
    [grid] = grids([*lattice(COLUMNS, ROWS), Box(51, 660, 110, 661)], MIDDLES[0] + MIDDLES[1])
    assert len(grid.rows) == 2


def test_cells_may_be_drawn_as_rectangles():
    drawn = [
        Box(left, low, right, high)
        for left, right in pairwise(COLUMNS)
        for high, low in pairwise(ROWS)
    ]
    [grid] = grids(rules_of(drawn), [*MIDDLES[0], *MIDDLES[1]])
    assert grid.rows == [[[0], [1]], [[2], [3]]]


def test_two_tables_on_a_page_are_two():
    lower = [y - 300 for y in ROWS]
    rules = rules_of(lattice(COLUMNS, ROWS) + lattice(COLUMNS, lower))
    assert len(grids(rules, [*MIDDLES[0], word(100, 390)])) == 2


def test_frames_underlines_and_drawings_are_no_tables():
    assert grids(rules_of([Box(50, 600, 300, 700)]), [word(100, 650)]) == []
    assert grids([Box(50, 700, 300, 700.5)], [word(100, 690)]) == []
    many = [Box(x, 0, x + 0.5, 100) for x in range(MOST_RULES + 1)]
    assert grids(many, [word(10, 50)]) == []
    full = [word(100, 690)] * 500
    assert grids(rules_of(lattice(COLUMNS, ROWS)), full) == []
