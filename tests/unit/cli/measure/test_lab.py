import json

from pagemill.cli.main import main
from pagemill.measure.lab.lessons import LESSONS


def test_lessons_are_listed_and_given(capsys):
    assert main(["lab"]) == 0
    out = capsys.readouterr().out
    assert all(lesson.name in out for lesson in LESSONS)
    assert main(["lab", "exercises"]) == 0
    assert "5/3" in capsys.readouterr().out
    assert main(["lab", "addresses", "--json", "--seed", "3"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["truth"] > 0
    assert main(["lab", "magic"]) == 2
