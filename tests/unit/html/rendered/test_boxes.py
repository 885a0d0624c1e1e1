from __future__ import annotations

import pytest

from pagemill.html.rendered.boxes import Boxes, boxes
from pagemill.html.tree import parsed, parsed_in_python
from pagemill.model.ledger import Box

PAGE = (
    '<html data-boxes="1 1280 900"><body data-box="8 8 1264 884">'
    '<div data-box="8 8 900 400"><p>One <b>two</b></p><p data-box="8 60 900 18">three</p></div>'
    '<div data-box="0 0 0 0"><i>four</i></div></body></html>'
)


def read(html: str) -> Boxes:
    found = boxes(parsed(html))
    assert found is not None
    return found


def test_boxes_are_those_of_elements_with_an_area() -> None:
    tree = parsed(PAGE)
    found = read(PAGE)
    assert (found.width, found.height) == (1280, 900)
    named = {(tree.tags[node], box) for node, box in found.of.items()}
    assert named == {
        ("body", Box(8, 8, 1264, 884)),
        ("div", Box(8, 8, 900, 400)),
        ("p", Box(8, 60, 900, 18)),
    }


def test_an_element_without_a_box_stands_in_the_one_around_it() -> None:
    tree = parsed(PAGE)
    found = read(PAGE)
    around = {text: found.around(tree, node) for node, text in enumerate(tree.texts) if text}
    assert around == {
        "One ": Box(8, 8, 900, 400),
        "two": Box(8, 8, 900, 400),
        "three": Box(8, 60, 900, 18),
        "four": Box(8, 8, 1264, 884),
    }
    assert found.around(tree, 0) is None


@pytest.mark.parametrize(
    "mark",
    ["", "1", "1 0 900", "2 1280 900", "1 1280 900 3", "1 1280 9e2", "1  1280 900", "1 -5 900"],
)
def test_without_a_right_mark_a_page_has_no_boxes(mark: str) -> None:
    assert boxes(parsed(PAGE.replace("1 1280 900", mark))) is None
    assert boxes(parsed(PAGE.replace(' data-boxes="1 1280 900"', ""))) is None
    assert boxes(parsed("")) is None


@pytest.mark.parametrize("place", ["", "1 2 3", "a b c d", "1 2 3 -4", "1 2 0 4", "1 2 3 4 5"])
def test_a_place_that_is_none_is_passed_over(place: str) -> None:
    found = read(f'<html data-boxes="1 9 9"><body><p data-box="{place}">Text')
    assert found.of == {}


def test_compiled_and_python_trees_have_the_same_boxes() -> None:
    assert boxes(parsed(PAGE)) == boxes(parsed_in_python(PAGE))
