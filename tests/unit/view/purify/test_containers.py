from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.containers import Containers, containers


def containers_of(html: str) -> Containers:
    tree = parsed(html)
    blocks = cut(tree)
    return containers(tree, blocks, blocks.numbered(tree))


def test_elements_that_wrap_the_same_blocks_count_once() -> None:
    found = containers_of("<div><div><div><p>one</p><p>two</p></div></div></div><p>three</p>")
    runs = set(zip(found.start.tolist(), found.stop.tolist(), strict=True))
    assert runs == {(0, 1), (1, 2), (2, 3), (0, 2), (0, 3)}
    assert len(found.node) == 5


def test_levels_go_outward_and_stay_at_the_outermost() -> None:
    found = containers_of("<section><p>one</p><p>two</p></section><p>three</p>")
    sizes = [(found.stop - found.start)[level].tolist() for level in found.levels(4)]
    assert sizes == [[1, 1, 1], [2, 2, 3], [3, 3, 3], [3, 3, 3]]


def test_lines_of_one_element_share_it() -> None:
    found = containers_of("<div>one<br>two</div><p>three</p>")
    assert found.innermost[0] == found.innermost[1] != found.innermost[2]
