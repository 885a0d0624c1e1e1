from __future__ import annotations

from pathlib import Path

import numpy as np

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.forest import Forest
from pagemill.view.purify.learned import CERTAIN, chances, read, shipped, write
from pagemill.view.purify.measures import measured, names

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def test_the_shipped_trees_ask_for_the_columns_that_there_are() -> None:
    assert shipped().names == names()


def test_an_article_has_better_chances_than_the_menu_before_it() -> None:
    menu = "<li><a href=/>Home</a>" * 4
    tree = parsed(f"<ul>{menu}</ul><article><p>{PROSE * 3}<p>{PROSE * 3}</article>")
    found = chances(measured(tree, cut(tree), "", ""))
    assert found[4:].min() > CERTAIN // 2 > found[:4].max()


def test_trees_that_were_written_are_read_as_they_were(tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        write(shipped(), tmp_path / name)
    again = read(tmp_path / "one.npz")
    assert again.names == shipped().names
    for array in Forest.ARRAYS:
        assert np.array_equal(getattr(again, array), getattr(shipped(), array))
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
