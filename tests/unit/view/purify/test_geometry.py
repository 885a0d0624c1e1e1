from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.model.ledger import Box
from pagemill.view.assemble import docview, page_ledger
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.geometry import (
    Geometry,
    centre_of_images,
    centre_of_words,
    geometry,
)


def page(*parts: str) -> str:
    return (
        '<html data-boxes="1 1000 800"><body data-box="0 0 1000 800">'
        f"{''.join(parts)}</body></html>"
    )


def part(box: str, *texts: str) -> str:
    x, y, width, _ = map(int, box.split())
    inner = [
        f'<p data-box="{x} {y + 20 * n} {width} 18">{text}</p>' for n, text in enumerate(texts)
    ]
    return f'<div data-box="{box}">{"".join(inner)}</div>'


MENU = part("0 100 200 300", "Home page", "About us", "Letters")
LIST = part("220 100 760 600", *[f"number {n} of the long list" for n in range(9)])
FOOT = part("220 720 760 60", "Last line")


def known(html: str) -> Geometry:
    tree = parsed(html)
    found = geometry(tree, cut(tree))
    assert found is not None
    return found


def words(html: str) -> list[int]:
    return list(cut(parsed(html)).words)


def test_the_centre_is_the_smallest_rectangle_with_most_words() -> None:
    html = page(MENU, LIST, FOOT)
    found = known(html)
    box = centre_of_words(found, words(html))
    assert box == Box(220, 100, 760, 600)
    assert found.inside(box).tolist() == [False] * 3 + [True] * 9 + [False]
    assert found.in_line(box).tolist() == [False] * 3 + [True] * 10


def test_where_no_part_holds_enough_the_whole_page_is_the_centre() -> None:
    halves = part("0 0 480 800", "a b c d", "e f g h") + part("500 0 480 800", "i j k l m n")
    html = page(halves)
    body = Box(0, 0, 1000, 800)
    assert centre_of_words(known(html), words(html)) == body
    assert centre_of_words(known(html), [0] * 3) == body


def test_a_narrow_column_is_no_centre_however_much_it_holds() -> None:
    html = page(part("0 0 300 800", "a b c d e", "f g h i j"), part("320 0 680 800", "k"))
    assert centre_of_words(known(html), words(html)) == Box(0, 0, 1000, 800)


def test_images_have_a_centre_of_their_own() -> None:
    shown = "".join(f'<img src={n}.jpg data-box="{230 + 100 * n} 300 90 90">' for n in range(5))
    html = page(MENU, f'<div data-box="220 290 760 120">{shown}</div>', LIST)
    tree = parsed(html)
    found = centre_of_images(known(html), list(tree.nodes("img")))
    assert found == Box(220, 290, 760, 120)


def test_boxes_of_blocks_are_those_of_their_elements() -> None:
    found = known(page("<p>bare</p>", LIST))
    assert found.box(0) == Box(0, 0, 1000, 800)
    assert found.box(1) == Box(220, 100, 760, 18)
    tree = parsed('<html data-boxes="1 9 9"><body><p>none')
    bare = geometry(tree, cut(tree))
    assert bare is not None
    assert bare.box(0) is None
    assert bare.inside(Box(5, 5, 1, 1)).tolist() == [True]


def test_a_page_that_was_not_rendered_has_no_geometry() -> None:
    for html in ("<p>Text", '<html data-boxes="1 9 9"><body></body></html>', ""):
        tree = parsed(html)
        assert geometry(tree, cut(tree)) is None


def links(count: int, words: str) -> str:
    return "".join(f"<li><a href=/{n}>{words} {n}</a></li>" for n in range(count))


def test_a_column_beside_the_list_of_a_hub_page_is_dropped_by_its_place() -> None:
    column = f'<div data-box="0 100 200 300">{links(8, "lantern harbour kettle side")}</div>'
    body = f'<div data-box="220 100 760 600"><ul>{links(30, "river meadow bridge copper")}</ul>'
    html = page(f"{body}</div>{column}")
    flat = html.replace("data-box", "data-place")
    rendered, plain = docview(html, "http://a.example/"), docview(flat, "http://a.example/")
    assert rendered.page_type == plain.page_type == "hub"
    assert "side" in plain.text
    assert "side" not in rendered.text
    assert rendered.text.count("river") == plain.text.count("river") == 30
    dropped = [line for line in page_ledger(html.encode()) if "side" in line.text]
    assert len(dropped) == 8
    assert {line.box for line in dropped} == {Box(0, 100, 200, 300)}
    assert all(line.reason.endswith("of a page that was rendered") for line in dropped)
    assert all(line.box is None for line in page_ledger(flat.encode()))


def test_boxes_leave_no_trace_in_what_is_written() -> None:
    view = docview(page(LIST), "http://a.example/")
    assert "data-box" not in view.html + view.markdown + view.text
