from __future__ import annotations

from pagemill.html.tree import parsed
from pagemill.model.ledger import LedgerLine
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import choose
from pagemill.view.purify.ledger import ledger

PROSE = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
PAGE = (
    "<title>Night</title><nav><a href=/>Home</a> <a href=/a>About</a></nav>"
    "<textarea>go()</textarea>"
    f"<article><p>{PROSE * 2}<b>Then</b> he {PROSE}<ul><li>oil<li>wick</ul><p>{PROSE * 2}"
    f"</article><div hidden>{PROSE}</div>"
)


def lines_of(html: str, *, whole: bool = False) -> list[LedgerLine]:
    tree = parsed(html)
    blocks = cut(tree)
    return ledger(tree, blocks, choose(tree, blocks, "Night"), "Night", whole=whole)


LINES = {line.text.strip()[:12]: line for line in lines_of(PAGE)}


def test_every_text_node_has_one_line_in_order() -> None:
    lines = lines_of(PAGE)
    assert [line.node for line in lines] == sorted({line.node for line in lines})
    assert "go()" in LINES
    assert "Night" in LINES


def test_parts_of_one_block_share_their_fate() -> None:
    assert LINES["Then"].kept
    assert LINES["Then"].block == LINES["he The keepe"].block
    assert LINES["Then"].block_type == "topic"
    assert LINES["Then"].reason.startswith("chance 0.")
    assert ", at least 0." in LINES["Then"].reason


def test_what_was_dropped_says_why() -> None:
    home = LINES["Home"]
    assert not home.kept
    assert ", less than 0." in home.reason
    assert home.marks == ("navigation",)
    assert home.block_type == "hub"
    assert LINES["go()"].reason == "inside textarea: no reader sees it"
    assert [line.reason for line in lines_of(PAGE)][-1] == "hidden from readers"


def test_other_certain_reasons_are_named() -> None:
    consent = "<div class=cookie-banner>We and our partners use cookies with your consent</div>"
    html = f"{consent}<p>{PROSE * 3}</p><p>{PROSE * 3}</p><noscript>Turn it on</noscript>"
    reasons = [line.reason for line in lines_of(html)]
    assert reasons[0] == "a notice of consent"
    assert reasons[-1] == "noscript beside real text"


def test_a_document_says_that_it_was_not_judged() -> None:
    assert {line.reason for line in lines_of(f"<p>{PROSE}<p>two", whole=True)} == {
        "a document: all of it is kept"
    }


def test_a_page_without_text_has_no_lines() -> None:
    assert lines_of("<body><hr></body>") == []
