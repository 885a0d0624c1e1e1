from pagemill.cli.explain import show
from pagemill.model.report import Explanation, Step

STEP = Step(stage="clusters", decision="near duplicate", reason="resembles b by 0.93")


def test_each_decision_is_one_line(desk):
    show(Explanation(url="https://a.example/", steps=[STEP, STEP]), desk.console())
    lines = desk.out.getvalue().splitlines()
    assert lines[0] == "https://a.example/"
    assert len(lines) == 4
    assert "near duplicate  resembles b by 0.93" in lines[2]
