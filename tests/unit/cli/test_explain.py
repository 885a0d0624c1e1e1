from pagemill.cli.console import cells
from pagemill.cli.explain import show
from pagemill.model.comparison import Passage, Removal
from pagemill.model.ledger import LedgerLine
from pagemill.model.report import Explanation, Step
from pagemill.view.assemble import page_ledger

STEP = Step(stage="clusters", decision="near duplicate", reason="resembles b by 0.93")


def test_each_decision_is_one_line(desk):
    show(Explanation(url="https://a.example/", steps=[STEP, STEP]), desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "https://a.example/"
    assert len(lines) == 4
    assert "near duplicate  resembles b by 0.93" in lines[2]


REMOVAL = Removal(
    kept="https://b.example/",
    relation="near",
    similarity=0.93,
    method="exact comparison of shingle sets",
    passages=(
        Passage(before="leaves at", kept="ten", removed="eleven o'clock", after="from here"),
        Passage(before="古桥", kept="", removed="重修完成于五月" * 8, after="。"),
    ),
    more=1234,
)


def test_a_removed_page_stands_beside_the_kept_one(desk, monkeypatch):
    monkeypatch.setenv("COLUMNS", "83")
    found = Explanation(url="https://a.example/", steps=[STEP], removal=REMOVAL)
    show(found, desk.console())
    lines = desk.out.getvalue().splitlines()
    assert "removed for https://b.example/" in lines
    assert "similarity 0.930, by exact comparison of shingle sets" in lines
    left = "leaves at [ten] from here"
    assert f"{left:40} | leaves at [eleven o'clock] from here" in lines
    assert lines[-1] == "and 1,234 more passages"
    table = [line for line in lines if " | " in line or "-|-" in line]
    assert all(cells(line) <= 83 for line in table)
    assert {cells(line.partition("|")[0]) for line in table} == {41}


def test_an_exact_copy_says_so(desk):
    same = Removal(kept="b", relation="exact", similarity=1.0, method="equal digests")
    show(Explanation(url="a", steps=[], removal=same), desk.console())
    assert desk.out.getvalue().endswith("both texts have the same words\n")


def test_json_has_the_passages(desk):
    desk.console(is_json=True).json(Explanation(url="a", steps=[], removal=REMOVAL))
    assert desk.json()["removal"]["passages"][0]["removed"] == "eleven o'clock"


def test_the_ledger_is_one_line_for_each_text_node(desk):
    line = LedgerLine(
        node=7,
        text="The tide turns\n twice a day. " * 3,
        kept=True,
        block=2,
        block_type="topic",
        score=0.9,
        reason="chance 0.900, at least 0.410",
        marks=("main",),
    )
    script = LedgerLine(
        node=9,
        text="go()",
        kept=False,
        block=-1,
        block_type="",
        score=0,
        reason="inside script",
    )
    show(Explanation(url="a", steps=[], ledger=[line, script]), desk.console())
    kept, dropped = desk.out.getvalue().splitlines()[-2:]
    assert kept.split()[:5] == ["7", "kept", "2", "topic", "0.900"]
    assert kept.endswith("The tide turns twice  chance 0.900, at least 0.410, main")
    assert dropped.split()[:4] == ["9", "dropped", "-", "-"]


def test_white_space_between_links_has_its_line_in_the_ledger(desk):
    page = b"<nav><a href=/>Home</a> <a href=/n>News</a></nav><p>The tide turns.</p>"
    show(Explanation(url="a", steps=[], ledger=page_ledger(page)), desk.console())
    lines = [line.split()[:3] for line in desk.out.getvalue().splitlines()[-4:]]
    assert [line[2] for line in lines] == ["0", "0", "0", "1"]
