from __future__ import annotations

import pytest

from pagemill.html.tree import parsed
from pagemill.view.assemble import docview
from pagemill.view.purify.blocks import cut
from pagemill.view.purify.content import Choice
from pagemill.view.purify.lead import with_lead
from pagemill.view.purify.ledger import ledger

LEAD = "The harbour lamps were lit again on Monday after nine dark years."
PAGE = f"<h1>Lamps</h1><p>{LEAD}</p><p>By Ada</p><p>The keeper climbed the stairs at dusk.</p>"


def kept(
    summaries: list[str],
    html: str = PAGE,
    chances: tuple[float, ...] = (0.1, 0.4, 0.1, 0.9),
    first: tuple[int, ...] = (3,),
    dropped: tuple[int, ...] = (),
) -> list[int]:
    tree = parsed(html)
    blocks = cut(tree)
    count = len(blocks)
    choice = Choice(
        kept=list(first),
        marks=[0] * count,
        chances=[*chances, *[0.1] * (count - len(chances))],
        dropped=[number in dropped for number in range(count)],
    )
    return with_lead(tree, blocks, choice, summaries).kept


@pytest.mark.parametrize(
    "summary",
    [
        LEAD,
        LEAD.upper(),
        LEAD[:48] + "…",
        f"{LEAD} The keeper climbed the stairs.",
        LEAD.replace(" ", "\n  "),
    ],
)
def test_what_the_page_calls_its_summary_is_kept_before_the_content(summary: str) -> None:
    assert kept([summary]) == [1, 3]
    assert kept(["Another text altogether, which stands nowhere.", summary]) == [1, 3]


@pytest.mark.parametrize(
    "summaries", [[], [""], [LEAD[:20]], ["Another text altogether, which stands nowhere."]]
)
def test_nothing_else_is_added(summaries: list[str]) -> None:
    assert kept(summaries) == [3]


def test_an_unlikely_hidden_or_far_block_and_the_headline_stay_out() -> None:
    assert kept([LEAD], chances=(0.1, 0.29, 0.1, 0.9)) == [3]
    assert kept([LEAD], dropped=(1,)) == [3]
    between = "".join(f"<p>By {n}</p>" for n in range(10))
    far = f"<p>{LEAD}</p>{between}<p>The keeper climbed.</p>"
    assert kept([LEAD], far, chances=(0.4,), first=(11,)) == [11]
    assert kept([LEAD], far, chances=(0.4,), first=(10,)) == [0, 10]
    assert kept([LEAD], f"<h1>{LEAD}</h1><p>Text</p>", (0.4, 0.9), (1,)) == [1]


def test_what_is_kept_already_is_not_added_again() -> None:
    assert kept([LEAD], first=(1, 3)) == [1, 3]
    assert kept([LEAD], first=()) == []


def test_the_ledger_names_the_reason() -> None:
    tree = parsed(PAGE)
    blocks = cut(tree)
    choice = Choice(kept=[3], marks=[0] * 4, chances=[0.1, 0.4, 0.1, 0.9], dropped=[False] * 4)
    lines = ledger(tree, blocks, with_lead(tree, blocks, choice, [LEAD]), "")
    assert [line.reason for line in lines if line.text == LEAD] == [
        "chance 0.400, repeated in the page's description"
    ]


def test_the_page_function_keeps_a_lead_that_it_would_drop() -> None:
    prose = "The keeper climbed ninety steps with a lamp of oil, and the wind took his hat. "
    menu = "".join(f"<li><a href=/{n}>Part {n}</a>" for n in range(9))
    body = (
        f"<ul>{menu}</ul><header><h1>Lamps</h1><h2>{LEAD}</h2><p>Share this</p></header>"
        f"<article>{''.join(f'<p>{prose * 3}</p>' for _ in range(5))}</article>"
    )
    described = f'<meta name="description" content="{LEAD}">'
    assert LEAD not in docview(f"<body>{body}").text
    assert docview(f"<head>{described}</head><body>{body}").text.startswith(LEAD)
