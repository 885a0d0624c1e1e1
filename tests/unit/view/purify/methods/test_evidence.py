from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.view.purify import noise
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.counts import counted
from pagemill.view.purify.methods.evidence import Evidence, measured

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "


def evidence_of(html: str, title: str = "") -> Evidence:
    tree = parsed(html)
    return measured(counted(tree, cut(tree), title))


def test_an_aside_that_holds_most_of_the_page_is_layout() -> None:
    wrapped = evidence_of(f"<aside><p>{PROSE}</p><p>{PROSE}</p></aside><p>Home</p>")
    beside = evidence_of(f"<aside><p>Home</p></aside><p>{PROSE}</p><p>{PROSE}</p>")
    assert wrapped.columns["aside"].sum() == 0
    assert beside.columns["aside"].tolist() == [1, 0, 0]


def test_noscript_beside_text_is_dropped_and_alone_it_is_the_page() -> None:
    beside = evidence_of(f"<p>{PROSE * 3}</p><noscript><p>Switch on scripts</p></noscript>")
    alone = evidence_of(f"<p>Loading</p><noscript><p>{PROSE * 3}</p></noscript>")
    assert beside.dropped.tolist() == [False, True]
    assert not alone.dropped.any()


def test_a_name_on_a_paragraph_itself_is_no_evidence() -> None:
    found = evidence_of(f"<div><p class=comment>{PROSE}</p></div><p>{PROSE}</p>")
    assert not (found.marks & noise.REMARK_NAME).any()


def test_every_measure_has_one_value_a_block() -> None:
    found = evidence_of(f"<h1>Lamp</h1><p>{PROSE}</p><ul><li><a href=/>Home</a></ul>", "Lamp")
    assert {len(column) for column in found.columns.values()} == {3}
    assert found.columns["title"].tolist() == [1, 0, 0]
    assert found.columns["all link"].tolist() == [0, 0, 1]
