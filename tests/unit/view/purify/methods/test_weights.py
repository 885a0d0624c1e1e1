from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.counts import counted
from pagemill.view.purify.learned import CERTAIN
from pagemill.view.purify.methods.evidence import measured
from pagemill.view.purify.methods.weights import WEIGHTS, chances

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def test_every_weight_belongs_to_a_measure() -> None:
    tree = parsed(f"<p>{PROSE}</p>")
    assert set(WEIGHTS) <= set(measured(counted(tree, cut(tree), "")).columns)


def test_prose_has_a_better_chance_than_a_menu() -> None:
    tree = parsed(f"<nav><a href=/>Home</a></nav><p>{PROSE * 3}</p>")
    menu, prose = chances(counted(tree, cut(tree), ""))
    assert 0 <= menu < prose <= CERTAIN
